import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientId } from './config.ts';
import { linkTo, mailsTo } from './testing/mails.ts';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, codeOf, hiddenIn, tokensOf, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;

// Without test controls, as `npm start` runs it.
beforeAll(async () => {
  provider = await startTestProvider({ LOGIN_TEST_CONTROLS: '' });
  await new Visitor(provider).startSession(ada);
});
beforeEach(() => {
  visitor = new Visitor(provider);
});
afterEach(() => act('faults'));
afterAll(() => provider.close());

const readPage = async (address = '/') => (await visitor.fetch(address)).text();

/** Presses a button of the page; answers what is said then. */
async function act(name: string, fields: Record<string, string> = {}) {
  const answer = await visitor.post('/', { act: name, ...fields });
  const page = answer.status === 303 ? await readPage(answer.headers.get('location')!) : await answer.text();
  return /<p class="done"[^>]*>([^<]+)</.exec(page)?.[1];
}

const organizationIdOf = async (name: string) =>
  new RegExp(`<option value="(org_\\w+)">${name}`).exec(await readPage())?.[1] ?? '';

describe('the page by hand', () => {
  it('leads to the site and to the mail', async () => {
    const page = await readPage();
    expect(page).toContain(`href="${provider.siteOrigin}/login?screen_hint=sign-up"`);
    expect(page).toContain(`href="${provider.config.inboxAddress}"`);
  });

  it('shows each label with its field once', async () => {
    const page = await readPage();
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of page.matchAll(/<label for="([^"]+)"/g)) expect(ids).toContain(id);
    for (const [, id] of page.matchAll(/aria-describedby="([^"]+)"/g)) expect(ids).toContain(id);
  });

  it.each(['', 'unknown', 'constructor', 'impersonate'])('says that it did nothing for the button %j', async (name) => {
    expect(await act(name)).toMatch(/^Nothing was changed/);
  });

  it('takes no form of a page elsewhere', async () => {
    for (const [from, status] of [
      ['cross-site', 403],
      ['same-site', 403],
      ['same-origin', 303],
    ] as const) {
      const headers = { 'sec-fetch-site': from, 'content-type': 'application/x-www-form-urlencoded' };
      for (const address of ['/', visitor.authorizeAddress({ screen_hint: 'sign-up' })]) {
        const body = new URLSearchParams({ act: 'faults', ...ada }).toString();
        const answer = await visitor.fetch(address, { method: 'POST', headers, body });
        expect(answer.status).toBe(address === '/' && status === 303 ? 422 : status);
      }
    }
  });
});

describe('an account', () => {
  it('shows what belongs to it and can be signed out everywhere', async () => {
    const { refresh_token } = await tokensOf(await visitor.exchange(await visitor.signIn()));
    expect(await readPage()).toMatch(/Ada Lovelace · address not confirmed · sessions: \d/);
    expect(await act('sessions/end', { email: ada.email })).toBe('Done.');
    expect((await visitor.refresh(refresh_token)).status).toBe(400);
    expect(await readPage()).toContain('sessions: 0');
  });

  it('can be sent both mails', async () => {
    expect(await act('reset-mails', { email: ada.email })).toBe('Done.');
    expect((await mailsTo(provider, ada.email))[0]?.subject).toMatch(/^A new password/);
    expect(await act('verification-mails', { email: ada.email })).toBe('Done.');
    await visitor.fetch((await linkTo(provider, ada.email)).href);
    expect(await readPage()).toContain('address confirmed');
    expect(await act('verification-mails', { email: 'nobody@example.com' })).toContain('There is no such account.');
  });
});

it('an organization is made, and somebody is invited to it', async () => {
  expect(await act('organizations', { name: ' Ant Hill ' })).toBe('Done.');
  const organizationId = await organizationIdOf('Ant Hill');
  expect(await act('invitations', { email: 'Invited@example.com', organizationId })).toBe('Done.');
  const token = (await linkTo(provider, 'invited@example.com')).searchParams.get('invitation_token');
  const page = await readPage(visitor.authorizeAddress({ invitation_token: token }));
  expect(page).toContain('You are invited to Ant Hill.');
  expect(page).toContain('value="invited@example.com"');
  expect(await act('invitations', { email: 'alone@example.com', organizationId: '' })).toBe('Done.');
  expect(await act('organizations', { name: ' ' })).toMatch(/^Nothing/);
  expect(await act('invitations', { email: 'nobody', organizationId: '' })).toMatch(/^Nothing/);
  expect(await act('invitations', { email: 'a@b.ch', organizationId: 'org_x' })).toMatch(/^Nothing/);
});

describe('faults', () => {
  const usual = {
    ...{ authenticate: 'ok', management: 'ok', jwks: 'ok' },
    ...{ delayMs: '', tokenSeconds: '', sessionMinutes: '', emailVerification: 'offered' },
  };

  it('are the same as those of the test controls, and end', async () => {
    await act('faults', { ...usual, jwks: 'unavailable', tokenSeconds: '-5', emailVerification: 'required' });
    expect((await visitor.fetch(`/sso/jwks/${clientId}`)).status).toBe(503);
    const page = await readPage();
    expect(page).toContain('<option value="unavailable" selected>');
    expect(page).toContain('<option value="required" selected>');
    expect(page).toContain('name="tokenSeconds" value="-5"');
    const signUp = { ...ada, email: 'strict@example.com' };
    expect((await visitor.post(visitor.authorizeAddress({ screen_hint: 'sign-up' }), signUp)).status).toBe(200);
    expect(await act('faults')).toBe('Done.');
    expect((await visitor.fetch(`/sso/jwks/${clientId}`)).status).toBe(200);
  });

  it.each([{ jwks: 'explode' }, { delayMs: 'soon' }, { delayMs: '-1' }, { jwks: 'slow' }])(
    '%j is refused',
    async (wrong) => {
      expect(await act('faults', { ...usual, ...wrong })).toMatch(/^Nothing was changed/);
    },
  );
});

describe('acting for somebody', () => {
  const begin = (fields = {}) =>
    visitor.post('/', {
      ...{ act: 'impersonate', email: ada.email, impersonator: 'support@example.com', reason: ' Ticket 17 ' },
      ...fields,
    });
  /** As the site does with the address it is given. */
  const goOn = (begun: Response) => {
    const { origin, pathname, searchParams } = new URL(begun.headers.get('location') ?? '');
    expect(origin + pathname).toBe(`${provider.siteOrigin}/login`);
    return visitor.fetch(visitor.authorizeAddress(Object.fromEntries(searchParams)));
  };

  it('begins on the site and goes on without a password and without a confirmed address', async () => {
    await act('faults', { emailVerification: 'required' });
    const tokens = await tokensOf(await visitor.exchange(codeOf(await goOn(await begin()))));
    expect(tokens).toMatchObject({
      impersonator: { email: 'support@example.com', reason: 'Ticket 17' },
      user: { email: ada.email },
    });
    expect(decodeJwt(tokens.access_token).act).toEqual({ sub: 'support@example.com' });
    expect(await readPage(visitor.authorizeAddress())).toContain('type="password"');
  });

  it('asks for which of several organizations, and still knows who acts', async () => {
    for (const name of ['First', 'Second']) {
      await act('organizations', { name });
      await act('invitations', { email: ada.email, organizationId: await organizationIdOf(name) });
      const token = (await linkTo(provider, ada.email)).searchParams.get('invitation_token');
      codeOf(await visitor.post(visitor.authorizeAddress({ invitation_token: token }), ada));
    }
    const choice = await (await goOn(await begin())).text();
    const action = /<form[^>]* action="([^"]+)"/.exec(choice)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const organization = await organizationIdOf('Second');
    const chosen = await visitor.post(action, { signedIn: hiddenIn(choice, 'signedIn'), organization });
    expect(await tokensOf(await visitor.exchange(codeOf(chosen)))).toMatchObject({
      organization_id: organization,
      impersonator: { email: 'support@example.com' },
    });
  });

  it('counts for an hour, and only as it was begun', async () => {
    const begun = await begin();
    const seal = new URL(begun.headers.get('location')!).searchParams.get('connection_id')!;
    expect(await readPage(visitor.authorizeAddress({ connection_id: `${seal}x` }))).toContain('type="password"');
    provider.passTime(61 * 60_000);
    expect(await (await goOn(begun)).text()).toContain('type="password"');
  });

  it.each([{ impersonator: 'nobody' }, { email: 'unknown@example.com' }])('does nothing with %j', async (fields) => {
    expect((await begin(fields)).status).toBe(422);
  });
});
