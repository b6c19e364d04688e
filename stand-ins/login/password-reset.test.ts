import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { linkTo, mailsTo } from './testing/mails.ts';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, codeOf, tokensOf, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;
let person: typeof ada;
let people = 0;
const newPassword = 'difference engine no. 2';

beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  visitor = new Visitor(provider);
  person = { ...ada, email: `person${++people}@example.com` };
  await provider.control('accounts', { ...person, emailVerified: false });
});

const signInAddress = (changes = {}) => visitor.authorizeAddress({ screen_hint: 'sign-in', ...changes });
const asText = (address = '') => address.replaceAll('&amp;', '&');
const waysOf = (page: string) =>
  [...page.matchAll(/<a class="(?:button|cancel)" href="([^"]+)"/g)].map(
    ([, href]) => new URL(asText(href), provider.address),
  );

/** From the page to sign in to the mail. */
async function askForMail(email = person.email, changes = {}) {
  const page = await (await visitor.fetch(signInAddress(changes))).text();
  const link = asText(/<a href="([^"]+)">Forgot your password\?/.exec(page)?.[1]);
  return visitor.post(link, { email });
}

/** The token in the newest mail, as the site hands it on. */
async function tokenFor(email = person.email): Promise<string> {
  const link = await linkTo(provider, email);
  expect(link.origin + link.pathname).toBe(`${provider.siteOrigin}/login`);
  expect(link.searchParams.get('screen_hint')).toBe('sign-in');
  return link.searchParams.get('password_reset_token') ?? '';
}

describe('a forgotten password', () => {
  it('is set anew by the link of a mail, and the sign-in goes on as it was asked for', async () => {
    const sent = await askForMail();
    expect(sent.status).toBe(200);
    const sentPage = await sent.text();
    expect(sentPage).toContain(`If ${person.email} has an account`);
    expect(waysOf(sentPage)[1]?.searchParams.get('state')).toBe('{"returnTo":"/writing-ant"}');

    const address = signInAddress({ password_reset_token: await tokenFor() });
    const form = await (await visitor.fetch(address)).text();
    expect(form).toContain('Choose a new password');
    expect(form).toMatch(new RegExp(`<input id="email"[^>]* value="${person.email}" readonly`));
    const done = await visitor.post(address, { password: newPassword });
    expect(done.status).toBe(200);
    const [signIn] = waysOf(await done.text());
    expect(Object.fromEntries(signIn?.searchParams ?? [])).toMatchObject({
      state: '{"returnTo":"/writing-ant"}',
      screen_hint: 'sign-in',
      login_hint: person.email,
    });
    expect(signIn?.searchParams.has('password_reset_token')).toBe(false);
    expect((await visitor.post(signIn?.href ?? '', person)).status).toBe(422);
    const answer = await visitor.post(signIn?.href ?? '', { ...person, password: newPassword });
    const { user } = await tokensOf(await visitor.exchange(codeOf(answer)));
    expect(user).toMatchObject({ email: person.email, email_verified: true });
  });

  it('ends every session and every code', async () => {
    const { refresh_token } = await tokensOf(await visitor.exchange(await visitor.signIn(person)));
    const code = await visitor.signIn(person);

    await askForMail();
    await visitor.post(signInAddress({ password_reset_token: await tokenFor() }), { password: newPassword });
    expect((await visitor.refresh(refresh_token)).status).toBe(400);
    expect((await visitor.exchange(code)).status).toBe(400);
  });
});

describe('asking for the mail', () => {
  it('tells nobody who has an account', async () => {
    const pages = [];
    for (const email of [person.email, 'stranger@example.com'])
      pages.push(
        (await (await askForMail(email)).text()).replaceAll(encodeURIComponent(email), '').replaceAll(email, ''),
      );
    expect(pages[0]).toBe(pages[1]);
    expect(await mailsTo(provider, 'stranger@example.com')).toEqual([]);
    expect(await mailsTo(provider, person.email)).toHaveLength(1);
  });

  it('wants an address', async () => {
    expect((await askForMail('nobody')).status).toBe(422);
    expect(await mailsTo(provider, person.email)).toEqual([]);
  });

  it('begins with the address the site knows, and in its language', async () => {
    const address = `/user_management/authorize/password-reset?${
      new URL(signInAddress({ login_hint: person.email, ui_locales: 'de' })).searchParams
    }`;
    expect(await (await visitor.fetch(address)).text()).toContain(`value="${person.email}"`);
    await visitor.post(address, { email: person.email });
    expect((await mailsTo(provider, person.email))[0]).toMatchObject({
      language: 'de',
      subject: 'Ein neues Passwort für Writing\u00a0Ant',
    });
    expect((await linkTo(provider, person.email)).searchParams.get('lang')).toBe('de');
  });
});

describe('a link', () => {
  const open = (token: string) => visitor.fetch(signInAddress({ password_reset_token: token }));

  async function expectRefused(response: Response, status: number, title: string) {
    expect(response.status).toBe(status);
    const page = await response.text();
    expect(page).toContain(title);
    expect(page).not.toContain('<form');
    const [again, signIn, back] = waysOf(page);
    expect(again?.pathname).toBe('/user_management/authorize/password-reset');
    expect((await visitor.fetch(again?.href ?? '')).status).toBe(200);
    expect(await (await visitor.fetch(signIn?.href ?? '')).text()).toContain('<h1>Sign in');
    expect(back?.searchParams.get('error')).toBe('access_denied');
  }

  it('works once', async () => {
    await askForMail();
    const token = await tokenFor();
    const address = signInAddress({ password_reset_token: token });
    await visitor.post(address, { password: newPassword });
    await expectRefused(await open(token), 410, 'This link is no longer good');
    await expectRefused(await visitor.post(address, { password: 'another password' }), 410, 'no longer good');
  });

  it('is worth nothing once another one has been used', async () => {
    await askForMail();
    const older = await tokenFor();
    await askForMail();
    await visitor.post(signInAddress({ password_reset_token: await tokenFor() }), { password: newPassword });
    await expectRefused(await open(older), 410, 'no longer good');
  });

  it('works for an hour', async () => {
    await askForMail();
    const token = await tokenFor();
    provider.passTime(59 * 60_000);
    expect((await open(token)).status).toBe(200);
    provider.passTime(60_000);
    await expectRefused(await open(token), 410, 'This link is no longer good');
  });

  it('that is not known is refused, also one for something else', async () => {
    await expectRefused(await open('unknown'), 404, 'This link is no longer good');
    await visitor.startSession({ ...person, email: `fresh${people}@example.com` });
    const token = (await linkTo(provider, `fresh${people}@example.com`)).searchParams.get('token') ?? '';
    await expectRefused(await open(token), 404, 'no longer good');
  });

  it('takes a password that is long enough, once', async () => {
    await askForMail();
    const address = signInAddress({ password_reset_token: await tokenFor() });
    const short = await visitor.post(address, { password: 'too short' });
    expect(short.status).toBe(422);
    expect(await short.text()).toContain('id="password-fault">The password needs at least 10 characters.');
    const both = await Promise.all(
      [1, 2].map((count) => visitor.post(address, { password: `${newPassword} ${count}` })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
  });
});
