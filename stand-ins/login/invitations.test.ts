import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkTo, mailsTo } from './testing/mails.ts';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, codeOf, tokensOf, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;
let person: typeof ada;
let people = 0;

beforeAll(async () => {
  provider = await startTestProvider();
  await provider.control('organizations', { id: 'org_colony', name: 'Ant Colony' });
});
afterAll(() => provider.close());
beforeEach(() => {
  visitor = new Visitor(provider);
  person = { ...ada, email: `person${++people}@example.com` };
});

async function invite(more: object = {}): Promise<string> {
  const response = await provider.control('invitations', { email: person.email, ...more });
  expect(response.status).toBe(200);
  const { token, address } = (await response.json()) as { token: string; address: string };
  expect((await linkTo(provider, person.email)).href).toBe(address);
  return token;
}

const address = (token: string, changes = {}) => visitor.authorizeAddress({ invitation_token: token, ...changes });
const claimsOf = async (answer: Response) => {
  const tokens = await tokensOf(await visitor.exchange(codeOf(answer)));
  const { org_id, role, permissions } = decodeJwt(tokens.access_token);
  return { user: tokens.user, org_id, role, permissions };
};
const waysOf = (page: string) =>
  [...page.matchAll(/<a class="(?:button|cancel)" href="([^"]+)"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), provider.address),
  );

describe('an invitation', () => {
  it('comes by mail, through the site', async () => {
    await provider.control('invitations', { email: person.email, organizationId: 'org_colony', language: 'sv' });
    const [mail] = await mailsTo(provider, person.email);
    expect(mail).toMatchObject({ language: 'sv', subject: 'Du är inbjuden till Ant Colony på Writing\u00a0Ant' });
    const link = await linkTo(provider, person.email);
    expect(link.origin + link.pathname).toBe(`${provider.siteOrigin}/login`);
    expect(link.searchParams.get('screen_hint')).toBe('sign-up');
    expect(link.searchParams.get('lang')).toBe('sv');
    expect(link.searchParams.get('invitation_token')).toMatch(/^[\w-]{32}$/);
  });

  it('opens the page to sign up with its address, whatever the site wished', async () => {
    const token = await invite({ organizationId: 'org_colony' });
    for (const hint of [{}, { screen_hint: 'sign-up' }, { screen_hint: 'sign-in', login_hint: 'other@example.com' }]) {
      const page = await (await visitor.fetch(address(token, hint))).text();
      expect(page).toContain('<h1>Sign up');
      expect(page).toContain('You are invited to Ant Colony.');
      expect(page).toMatch(new RegExp(`<input id="email"[^>]* value="${person.email}" readonly`));
    }
  });

  it('makes an account of exactly its address, confirmed, with its place in the organization', async () => {
    const token = await invite({ organizationId: 'org_colony' });
    const answer = await visitor.post(address(token), { ...person, email: 'somebody.else@example.com' });
    expect(await claimsOf(answer)).toMatchObject({
      user: { email: person.email, email_verified: true },
      org_id: 'org_colony',
      role: 'member',
    });
    expect(await mailsTo(provider, person.email)).toHaveLength(1);
  });

  it('may be to the product alone', async () => {
    const token = await invite();
    expect(await (await visitor.fetch(address(token))).text()).toContain('You are invited. ');
    expect(await claimsOf(await visitor.post(address(token), person))).toMatchObject({
      user: { email: person.email, email_verified: true },
      org_id: undefined,
    });
  });

  it('of somebody with an account asks for the password and adds the organization', async () => {
    await provider.control('accounts', person);
    await provider.control('organizations', { name: 'Before', members: [{ email: person.email }] });
    const token = await invite({ organizationId: 'org_colony' });
    const page = await (await visitor.fetch(address(token, { screen_hint: 'sign-up' }))).text();
    expect(page).toContain('<h1>Sign in');
    expect((await visitor.post(address(token), { password: 'not the password' })).status).toBe(422);
    expect(await claimsOf(await visitor.post(address(token), { password: person.password }))).toMatchObject({
      org_id: 'org_colony',
      role: 'member',
    });
  });

  it('leads on after a double click', async () => {
    const token = await invite({ organizationId: 'org_colony' });
    const send = () => visitor.post(address(token), person);
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map((answer) => codeOf(answer).slice(0, 5))).toEqual(['code_', 'code_', 'code_']);
    // And what has become of the member meanwhile stays.
    const members = [{ email: person.email, role: 'reader' }];
    await provider.control('organizations', { id: 'org_colony', name: 'Ant Colony', members });
    expect(await claimsOf(await send())).toMatchObject({ role: 'reader' });
  });

  it('does not stand in the way of whoever does not want it', async () => {
    const token = await invite();
    const page = await (await visitor.fetch(address(token))).text();
    const without = /<a href="([^"]+)">Go on without the invitation/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const free = await (await visitor.fetch(without)).text();
    expect(free).not.toMatch(/<input[^>]* readonly/);
    expect(new URL(without, provider.address).searchParams.has('invitation_token')).toBe(false);
  });
});

describe('an invitation that is no longer good', () => {
  async function expectRefused(response: Response, status: number, title: string) {
    expect(response.status).toBe(status);
    const page = await response.text();
    expect(page).toContain(title);
    expect(page).not.toContain('<form');
    const [on, back] = waysOf(page);
    expect(on?.searchParams.has('invitation_token')).toBe(false);
    expect(on?.searchParams.get('state')).toBe('{"returnTo":"/writing-ant"}');
    expect((await visitor.fetch(on?.href ?? '')).status).toBe(200);
    expect(back?.searchParams.get('error')).toBe('access_denied');
    return on;
  }

  it('because it was accepted leads to the page to sign in', async () => {
    const token = await invite();
    await visitor.post(address(token), person);
    const on = await expectRefused(await visitor.fetch(address(token)), 410, 'has been accepted already');
    expect(on?.searchParams.get('screen_hint')).toBe('sign-in');
    expect(on?.searchParams.get('login_hint')).toBe(person.email);
    await expectRefused(
      await visitor
        .post(address(await invite()), { ...person, password: '' })
        .then(() => visitor.fetch(address(token))),
      410,
      'has been accepted already',
    );
  });

  it('because it is too old says so, also when the form comes late', async () => {
    const token = await invite();
    provider.passTime(7 * 24 * 3600_000);
    await expectRefused(await visitor.fetch(address(token)), 410, 'This invitation is no longer good');
    await expectRefused(await visitor.post(address(token), person), 410, 'no longer good');
  });

  it('because there is no such thing says so', async () => {
    await expectRefused(await visitor.fetch(address('unknown')), 404, 'This invitation is no longer good');
  });
});

it('the test control says what is wrong', async () => {
  expect((await provider.control('invitations', { email: '' })).status).toBe(400);
  expect((await provider.control('invitations', { email: 'a@example.com', organizationId: 'org_x' })).status).toBe(404);
});
