import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, codeOf, hiddenIn, tokensOf, transactionIn, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
beforeAll(async () => {
  provider = await startTestProvider();
  await provider.control('accounts', { ...ada, emailVerified: false });
});
afterAll(() => provider.close());

it('a session names its impersonator in every answer and token, to its end', async () => {
  const visitor = new Visitor(provider);
  const impersonator = { email: 'support@example.com', reason: 'Ticket 17' };
  let answer = await tokensOf(await provider.control('sessions', { email: ada.email, impersonator }), 201);
  for (let refresh = 0; refresh < 3; refresh++) {
    expect(answer).toMatchObject({ impersonator, authentication_method: 'Impersonation', user: { email: ada.email } });
    expect(decodeJwt(answer.access_token).act).toEqual({ sub: 'support@example.com' });
    answer = await tokensOf(await visitor.refresh(answer.refresh_token));
  }
  await provider.restart();
  expect(await tokensOf(await visitor.refresh(answer.refresh_token))).toMatchObject({ impersonator });
});

it('the reason may be missing, the address not', async () => {
  const start = (impersonator: object) => provider.control('sessions', { email: ada.email, impersonator });
  const answer = await tokensOf(await start({ email: 'support@example.com' }), 201);
  expect(answer).toMatchObject({ impersonator: { email: 'support@example.com', reason: null } });
  expect((await start({ reason: 'Ticket 17' })).status).toBe(400);
});

describe('by hand', () => {
  let visitor: Visitor;
  beforeEach(() => {
    visitor = new Visitor(provider);
  });

  const accountIdIn = (page: string) => /<option value="(user_\w+)"/.exec(page)?.[1] ?? '';
  const begin = async (reason = ' Ticket 17 ') => {
    const account = accountIdIn(await (await visitor.fetch('/')).text());
    return visitor.submit('/', { act: 'impersonate', account, email: 'support@example.com', reason });
  };
  /** The question before the sign-in goes on, and how it is answered. */
  const open = async (changes = {}) => {
    const page = await (await visitor.fetch(visitor.authorizeAddress({ screen_hint: 'sign-in', ...changes }))).text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    return { page, action, answer: (more = {}) => visitor.post(action, { transaction: transactionIn(page), ...more }) };
  };

  it('begins on the site, asks, and goes on without a password', async () => {
    const start = await begin();
    expect(start.headers.get('location')).toBe(
      `${provider.siteOrigin}/login?screen_hint=sign-in&connection_id=impersonation`,
    );
    const { page, answer } = await open();
    expect(page).toContain('Go on as Ada Lovelace?');
    expect(page).toContain('support@example.com acts in place of ada@example.com. Reason: Ticket 17');
    expect(page).not.toContain('type="password"');
    const tokens = await tokensOf(await visitor.exchange(codeOf(await answer())));
    expect(tokens).toMatchObject({
      impersonator: { email: 'support@example.com', reason: 'Ticket 17' },
      user: { email: ada.email },
    });
    expect(decodeJwt(tokens.access_token).act).toEqual({ sub: 'support@example.com' });
    expect((await open()).page).toContain('type="password"');
  });

  it('does not ask for the confirmation of an address', async () => {
    await provider.control('faults', { emailVerification: 'required' });
    await begin('');
    expect(codeOf(await (await open()).answer())).toMatch(/^code_/);
    await provider.control('faults', {});
  });

  it('asks for which of several organizations, and still knows who acts', async () => {
    for (const id of ['org_a', 'org_b'])
      await provider.control('organizations', { id, name: id, members: [{ email: ada.email }] });
    await begin();
    const choice = await (await (await open()).answer()).text();
    const action = /<form[^>]* action="([^"]+)"/.exec(choice)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const chosen = await visitor.post(action, { signedIn: hiddenIn(choice, 'signedIn'), organization: 'org_b' });
    expect(await tokensOf(await visitor.exchange(codeOf(chosen)))).toMatchObject({
      organization_id: 'org_b',
      impersonator: { email: 'support@example.com' },
    });
    for (const id of ['org_a', 'org_b'])
      await provider.control('memberships/end', { email: ada.email, organizationId: id });
  });

  it('can be called off', async () => {
    await begin();
    const { answer } = await open();
    const off = await answer({ wish: 'stop' });
    expect(off.headers.get('location')).toMatch(/^\/user_management\/authorize\?/);
    expect((await open()).page).toContain('type="password"');
  });

  it('counts only in the browser it began in, with the form that was shown, for an hour', async () => {
    await begin();
    const { action, page } = await open();
    const transaction = transactionIn(page);
    const stranger = new Visitor(provider);
    stranger.cookies.set(...[...visitor.cookies].find(([name]) => name.startsWith('login-impersonation'))!);
    for (const answer of [
      await visitor.post(action, {}),
      await stranger.post(action, { transaction }),
      await visitor.fetch(action),
    ]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toMatch(/^\/user_management\/authorize\?/);
    }
    expect(await (await stranger.fetch(stranger.authorizeAddress())).text()).toContain('type="password"');
    provider.passTime(61 * 60_000);
    expect((await open()).page).toContain('type="password"');
  });

  it('wants the address of whoever acts', async () => {
    const account = accountIdIn(await (await visitor.fetch('/')).text());
    for (const fields of [
      { account, email: 'nobody' },
      { account: 'user_unknown', email: 'support@example.com' },
    ]) {
      const answer = await visitor.submit('/', { act: 'impersonate', reason: '', ...fields });
      expect(answer.headers.get('location')).toContain('done=not-done');
    }
  });
});
