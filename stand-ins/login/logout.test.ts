import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
beforeAll(async () => {
  provider = await startTestProvider();
});
afterAll(() => provider.close());

let people = 0;

async function signOut(returnTo?: string) {
  const visitor = new Visitor(provider);
  const { access_token, refresh_token } = await visitor.startSession({ ...ada, email: `out${++people}@example.com` });
  const query = new URLSearchParams({
    session_id: String(decodeJwt(access_token).sid),
    ...(returnTo !== undefined && { return_to: returnTo }),
  });
  const address = `/user_management/sessions/logout?${query}`;
  return { visitor, refreshToken: refresh_token, address, response: await visitor.fetch(address) };
}

it('ends the session, takes the cookies away and returns to the site', async () => {
  const { visitor, refreshToken, response } = await signOut(`${provider.siteOrigin}/logged-out`);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`${provider.siteOrigin}/logged-out`);
  expect(visitor.cookies.has('login-refresh-token')).toBe(false);
  expect(visitor.cookies.has('workos-has-session')).toBe(false);
  expect((await visitor.refresh(refreshToken)).status).toBe(400);
});

it('returns to the twin of the site', async () => {
  const twin = provider.config.logoutAddresses[1]!;
  expect((await signOut(twin)).response.headers.get('location')).toBe(twin);
});

it.each([undefined, 'https://evil.example/logged-out', '//evil.example', '/logged-out', 'javascript:alert(1)'])(
  'does not follow %s and lands on the site all the same',
  async (returnTo) => {
    const { visitor, refreshToken, response } = await signOut(returnTo);
    expect(response.headers.get('location')).toBe(`${provider.siteOrigin}/logged-out`);
    expect((await visitor.refresh(refreshToken)).status).toBe(400);
  },
);

it('may be repeated', async () => {
  const { visitor, address } = await signOut();
  expect((await visitor.fetch(address)).status).toBe(303);
});

it('says what is missing without a session', async () => {
  const response = await new Visitor(provider).fetch('/user_management/sessions/logout');
  expect(response.status).toBe(400);
  expect(await response.text()).toContain('The address names no session.');
});
