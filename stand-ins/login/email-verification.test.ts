import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogues } from './messages.ts';
import { codeTo, linkTo, mailsTo } from './testing/mails.ts';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, codeOf, hiddenIn, tokensOf, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;
let person: typeof ada;
let people = 0;

beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  visitor = new Visitor(provider);
  person = { ...ada, email: `person${++people}@example.com` };
});
afterEach(() => provider.control('faults', {}));

const isVerified = async (refreshToken: string) =>
  (await tokensOf(await visitor.refresh(refreshToken))).user.email_verified;

describe('after a sign-up', () => {
  it('the address is not confirmed until the link of the mail is opened, which the next refresh tells', async () => {
    const { refresh_token, user } = await visitor.startSession(person);
    expect(user.email_verified).toBe(false);
    const link = await linkTo(provider, person.email);
    expect(link.origin).toBe(provider.address);
    const head = await fetch(link, { method: 'HEAD' });
    expect(head.status).toBe(404);
    expect(await isVerified(refresh_token)).toBe(false);

    const opened = await new Visitor(provider).fetch(link.href);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toContain(catalogues.en.verifiedTitle);
    expect(await isVerified(refresh_token)).toBe(true);
    // A second click is no reason for alarm.
    expect((await visitor.fetch(link.href)).status).toBe(200);
  });

  it('the mail speaks the language of the page', async () => {
    const address = visitor.authorizeAddress({ screen_hint: 'sign-up', ui_locales: 'fr' });
    await visitor.post(address, person);
    const [mail, ...others] = await mailsTo(provider, person.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ language: 'fr', subject: 'Confirmez votre adresse e-mail pour Writing\u00a0Ant' });
    const page = await visitor.fetch((await linkTo(provider, person.email)).href);
    expect(await page.text()).toContain(catalogues.fr.verifiedTitle);
  });
});

describe('a link', () => {
  it('works for a day and then brings a new mail', async () => {
    await visitor.startSession(person);
    const link = await linkTo(provider, person.email);
    provider.passTime(24 * 3600_000);
    const late = await visitor.fetch(link.href);
    expect(late.status).toBe(410);
    expect(await late.text()).toContain('a new mail is on its way');
    expect(await mailsTo(provider, person.email)).toHaveLength(2);
    const fresh = await visitor.fetch((await linkTo(provider, person.email)).href);
    expect(fresh.status).toBe(200);
  });

  it('that is not known confirms nothing', async () => {
    for (const token of ['', 'unknown'])
      expect((await visitor.fetch(`/email-verification?token=${token}`)).status).toBe(404);
  });
});

describe('when it is demanded', () => {
  beforeEach(() => provider.control('faults', { emailVerification: 'required' }));

  const signUp = async () => {
    const address = visitor.authorizeAddress({ screen_hint: 'sign-up' });
    const answer = await visitor.post(address, person);
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain(`We have sent a code and a link to ${person.email}.`);
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    return { action, signedIn: hiddenIn(page, 'signedIn') };
  };

  it('a sign-up goes on only with the code', async () => {
    const { action, signedIn } = await signUp();
    const wrong = await visitor.post(action, { signedIn, code: 'x' });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('id="code-fault">This code is not correct, or no longer good.');
    expect((await visitor.post(action, { signedIn, code: ' ' })).status).toBe(422);
    const other = { ...ada, email: `other${++people}@example.com` };
    await new Visitor(provider).post(visitor.authorizeAddress({ screen_hint: 'sign-up' }), other);
    const foreign = await visitor.post(action, { signedIn, code: await codeTo(provider, other.email) });
    expect(foreign.status).toBe(422);
    const code = await codeTo(provider, person.email);
    const answer = await visitor.post(action, { signedIn, code: `${code.slice(0, 3)} ${code.slice(3)} ` });
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('state')).toBe('{"returnTo":"/writing-ant"}');
    const { user } = await tokensOf(await visitor.exchange(codeOf(answer)));
    expect(user.email_verified).toBe(true);
  });

  it('opening the link is enough to go on', async () => {
    const { action, signedIn } = await signUp();
    await new Visitor(provider).fetch((await linkTo(provider, person.email)).href);
    expect(codeOf(await visitor.post(action, { signedIn, code: '' }))).toMatch(/^code_/);
  });

  it('a new mail can be asked for there', async () => {
    const { action, signedIn } = await signUp();
    const answer = await visitor.post(action, { signedIn, wish: 'mail' });
    expect(await answer.text()).toContain('a new mail is on its way');
    expect(await mailsTo(provider, person.email)).toHaveLength(2);
  });

  it('a sign-in asks for it too, with a mail that is good, and only until it is done', async () => {
    await signUp();
    const signIn = () => visitor.post(visitor.authorizeAddress({ screen_hint: 'sign-in' }), person);
    expect((await signIn()).status).toBe(200);
    expect(await mailsTo(provider, person.email)).toHaveLength(1);
    provider.passTime(25 * 3600_000);
    expect((await signIn()).status).toBe(200);
    expect(await mailsTo(provider, person.email)).toHaveLength(2);
    await visitor.fetch((await linkTo(provider, person.email)).href);
    expect(codeOf(await signIn())).toMatch(/^code_/);
  });

  it('nobody gets past it without the password', async () => {
    const { action, signedIn } = await signUp();
    const code = await codeTo(provider, person.email);
    for (const answer of [
      await visitor.fetch(action),
      await visitor.post(action, { code }),
      await visitor.post(action, { signedIn: `${signedIn}x`, code }),
    ]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toMatch(/^\/user_management\/authorize\?/);
    }
  });
});

it('the settings can demand it', async () => {
  const strict = await startTestProvider({ LOGIN_EMAIL_VERIFICATION: 'required' });
  try {
    const newcomer = new Visitor(strict);
    const address = newcomer.authorizeAddress({ screen_hint: 'sign-up' });
    expect((await newcomer.post(address, person)).status).toBe(200);
    await strict.control('faults', { emailVerification: 'offered' });
    expect((await newcomer.post(address, person)).status).toBe(303);
  } finally {
    await strict.close();
  }
});
