import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;

beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());
beforeEach(() => {
  visitor = new Visitor(provider);
});

const signUpAddress = (changes = {}) => visitor.authorizeAddress({ screen_hint: 'sign-up', ...changes });
const signInAddress = (changes = {}) => visitor.authorizeAddress({ screen_hint: 'sign-in', ...changes });
const locationOf = (response: Response) => response.headers.get('location') ?? '';

describe('signing up', () => {
  it('sends the browser back with a code and the state, byte for byte', async () => {
    for (const state of ['%7B%22returnTo%22%3A%22%2Fa%3Fb%3D1%26c%22%7D', '+%2b%2B%20', '%C3%A4%ff%00', 'a=b', '']) {
      const address = `${signUpAddress({ state: null })}&state=${state}`;
      const response = await visitor.post(address, { ...ada, email: `state${state.length}@example.com` });
      expect(response.status).toBe(303);
      expect(locationOf(response)).toMatch(/\/account\?code=code_[\w-]+&state=/);
      expect(locationOf(response).endsWith(`&state=${state}`)).toBe(true);
    }
    const without = await visitor.post(signUpAddress({ state: null }), { ...ada, email: 'without@example.com' });
    expect(locationOf(without)).not.toContain('state');
  });

  it('says what is wrong with each field, keeps what was typed except the password, and moves the focus', async () => {
    const response = await visitor.post(signUpAddress(), {
      firstName: '<b>Ada</b>',
      lastName: ' ',
      email: 'ada@',
      password: 'too short',
    });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('value="&lt;b&gt;Ada&lt;/b&gt;"');
    expect(page).toContain('value="ada@"');
    expect(page).not.toContain('too short<');
    expect(page).not.toContain('value="too short"');
    expect(page).toContain('<title>Error: ');
    expect(page).toMatch(/<input id="lastName"[^>]* aria-invalid="true" aria-describedby="lastName-fault" autofocus>/);
    expect(page).toMatch(/<input id="email"[^>]* aria-describedby="email-fault">/);
    expect(page).toMatch(/<input id="password"[^>]* aria-describedby="password-fault password-hint">/);
    expect(page).toContain('id="password-fault">The password needs at least 10 characters.');
    expect(page.match(/ autofocus/g)).toHaveLength(1);
  });

  it.each([
    ['name@example.com', 303],
    ['NAME+tag@sub.exämple.com', 303],
    [`${'a'.repeat(249)}@b.ch`, 303],
    [`${'a'.repeat(250)}@b.ch`, 422],
    ['name', 422],
    ['a@b@c.ch', 422],
    ['a b@c.ch', 422],
    ['a@.ch', 422],
    ['a@b..ch', 422],
  ])('takes %s as an address: %i', async (email, status) => {
    expect((await visitor.post(signUpAddress(), { ...ada, email })).status).toBe(status);
  });

  it('counts the characters of a password, whatever they are', async () => {
    const nine = await visitor.post(signUpAddress(), { ...ada, email: 'nine@example.com', password: '🐜'.repeat(9) });
    expect(nine.status).toBe(422);
    const ten = await visitor.post(signUpAddress(), { ...ada, email: 'ten@example.com', password: '🐜'.repeat(10) });
    expect(ten.status).toBe(303);
    const long = await visitor.post(signUpAddress(), {
      ...ada,
      email: 'long@example.com',
      password: 'x'.repeat(201),
    });
    expect(long.status).toBe(422);
  });

  it('tells a registered person so and leads to sign in with the address', async () => {
    await visitor.post(signUpAddress(), { ...ada, email: 'taken@example.com' });
    const address = signUpAddress({ domain_hint: 'example.org' });
    const response = await visitor.post(address, { ...ada, email: 'Taken@Example.com', password: 'something else' });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('An account with this e-mail address exists already.');
    const link = /<a href="([^"]+)">Sign in instead/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const signIn = await (await visitor.fetch(new URL(link, address).href)).text();
    expect(signIn).toContain('<h1>Sign in');
    expect(signIn).toContain('value="Taken@Example.com"');
    expect(link).toContain('domain_hint=example.org');
  });

  it('makes one account of a double click, and both clicks lead on', async () => {
    const fields = { ...ada, email: 'double@example.com' };
    const answers = await Promise.all([1, 2].map(() => visitor.post(signUpAddress(), fields)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  });
});

describe('signing in', () => {
  it('says the same of a wrong password and of an unknown address', async () => {
    await visitor.signUp({ ...ada, email: 'known@example.com' });
    const pages = [];
    for (const email of ['known@example.com', 'stranger@example.com']) {
      const response = await visitor.post(signInAddress(), { email, password: 'not the password' });
      expect(response.status).toBe(422);
      const page = await response.text();
      expect(page).toMatch(/<input id="password"[^>]* aria-invalid="true" aria-describedby="summary-text" autofocus>/);
      pages.push(page.replace(email, ''));
    }
    expect(pages[0]).toBe(pages[1]);
    expect(pages[0]).toContain('The e-mail address or the password is not correct.');
  });

  it('does not mind capitals and spaces around the address', async () => {
    await visitor.signUp({ ...ada, email: 'Case@Example.com' });
    expect(await visitor.signIn({ email: ' case@example.COM ', password: ada.password })).toMatch(/^code_/);
  });
});

describe('a form', () => {
  it('is refused in other shapes without breaking anything', async () => {
    const json = await visitor.fetch(signUpAddress(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":["a"]}',
    });
    expect(json.status).toBe(422);
    const huge = await visitor.post(signUpAddress(), { email: 'x'.repeat(100_000) });
    expect(huge.status).toBe(413);
    const text = await visitor.fetch(signUpAddress(), { method: 'POST', body: 'email' });
    expect(text.status).toBe(415);
  });
});
