import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientId } from './config.ts';
import { startTestProvider, type TestProvider } from './testing/test-provider.ts';
import { ada, tokensOf, Visitor } from './testing/visitor.ts';

let provider: TestProvider;
let visitor: Visitor;
let refreshToken: string;

beforeAll(async () => {
  provider = await startTestProvider();
  visitor = new Visitor(provider);
  refreshToken = (await visitor.startSession()).refresh_token;
});
afterEach(() => provider.control('faults', {}));
afterAll(() => provider.close());

describe('faults', () => {
  it.each([
    ['dead-session', 400, 'application/json; charset=utf-8'],
    ['rate-limited', 429, 'application/json; charset=utf-8'],
    ['unavailable', 503, 'application/json; charset=utf-8'],
    ['html-502', 502, 'text/html; charset=utf-8'],
  ])('%s answers with %i to a page of the site', async (authenticate, status, type) => {
    await provider.control('faults', { authenticate });
    const response = await visitor.refresh(refreshToken);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('access-control-allow-origin')).toBe(provider.siteOrigin);
  });

  it('drop breaks the connection', async () => {
    await provider.control('faults', { authenticate: 'drop', jwks: 'drop' });
    await expect(visitor.refresh(refreshToken)).rejects.toThrow('fetch failed');
    await expect(visitor.fetch(`/sso/jwks/${clientId}`)).rejects.toThrow('fetch failed');
  });

  it('hang never answers', async () => {
    await provider.control('faults', { jwks: 'hang' });
    const signal = AbortSignal.timeout(200);
    await expect(visitor.fetch(`/sso/jwks/${clientId}`, { signal })).rejects.toThrow(/timeout/);
  });

  it('lost-reply does the work first', async () => {
    const { refresh_token } = await visitor.startSession({ ...ada, email: 'lost@example.com' });
    await provider.control('faults', { authenticate: 'lost-reply' });
    await expect(visitor.refresh(refresh_token)).rejects.toThrow('fetch failed');
    await provider.control('faults', {});
    provider.passTime(20_000);
    await tokensOf(await visitor.refresh(refresh_token));
    provider.passTime(20_000);
    expect((await visitor.refresh(refresh_token)).status).toBe(400);
  });

  it('jwks fails by itself', async () => {
    await provider.control('faults', { jwks: 'unavailable' });
    expect((await visitor.fetch(`/sso/jwks/${clientId}`)).status).toBe(503);
  });

  it('sets the life of tokens and waits', async () => {
    await provider.control('faults', { tokenSeconds: -20, delayMs: 5 });
    const { access_token } = await visitor.startSession({ ...ada, email: 'short@example.com' });
    const lifeOf = (token: string) => decodeJwt(token).exp! - decodeJwt(token).iat!;
    expect(lifeOf(access_token)).toBe(-20);
    await provider.control('faults', {});
    const usual = await visitor.startSession({ ...ada, email: 'usual@example.com' });
    expect(lifeOf(usual.access_token)).toBe(300);
  });

  it('that do not exist are refused', async () => {
    for (const body of [{ authenticate: 'explode' }, { jwks: 'lost-reply' }, { unknown: 1 }, { delayMs: -1 }])
      expect((await provider.control('faults', body)).status).toBe(400);
  });
});

describe('accounts and sessions', () => {
  it('are made without a form', async () => {
    const made = await provider.control('accounts', { email: 'Made@example.com', password: ada.password });
    expect(made.status).toBe(200);
    expect(await made.json()).toMatchObject({ object: 'user', email: 'made@example.com', email_verified: true });
    expect((await provider.control('accounts', { email: 'made@example.com', password: ada.password })).status).toBe(
      404,
    );
    const session = await provider.control('sessions', { email: 'made@example.com' });
    expect(session.status).toBe(200);
    const { refresh_token } = (await session.json()) as { refresh_token: string };
    await tokensOf(await visitor.refresh(refresh_token));
    expect((await provider.control('sessions', { email: 'unknown@example.com' })).status).toBe(404);
  });

  it('end on request', async () => {
    const person = { ...ada, email: 'ends@example.com' };
    await visitor.startSession(person);
    await tokensOf(await visitor.exchange(await visitor.signIn(person)));
    const end = async (body: unknown) => (await provider.control('sessions/end', body)).json();
    expect(await end({ email: person.email })).toEqual({ ended: 2 });
    expect(await end({ email: person.email })).toEqual({ ended: 0 });
    expect(await end({ email: 'unknown@example.com' })).toEqual({ ended: 0 });
  });
});

it('the log tells who called what, and no secret', async () => {
  const person = { ...ada, email: 'secret@example.com', password: 'the secret password' };
  const code = await visitor.signUp(person);
  const { refresh_token, access_token } = await tokensOf(await visitor.exchange(code));
  await visitor.refresh(refresh_token);
  await visitor.refresh();
  const text = await (await visitor.fetch('/_test/requests')).text();
  for (const secret of [refresh_token, access_token, person.email, person.password, code, 'returnTo'])
    expect(text).not.toContain(secret);
  const authenticate = { method: 'POST', path: '/user_management/authenticate' };
  expect((JSON.parse(text) as object[]).slice(-4)).toEqual([
    expect.objectContaining({ method: 'POST', path: '/user_management/authorize', screenHint: 'sign-up' }),
    expect.objectContaining({ ...authenticate, grantType: 'authorization_code', refreshTokenIn: null, status: 200 }),
    expect.objectContaining({ ...authenticate, grantType: 'refresh_token', refreshTokenIn: 'body', status: 200 }),
    expect.objectContaining({ ...authenticate, grantType: 'refresh_token', refreshTokenIn: 'cookie', status: 200 }),
  ]);
});

it('without LOGIN_TEST_CONTROLS there is none of this', async () => {
  const closed = await startTestProvider({ LOGIN_TEST_CONTROLS: '' });
  try {
    for (const path of [
      'faults',
      'accounts',
      'sessions',
      'sessions/end',
      'organizations',
      'invitations',
      'keys/rotate',
    ])
      expect((await closed.control(path, {})).status).toBe(404);
    expect((await fetch(`${closed.address}/_test/requests`)).status).toBe(404);
  } finally {
    await closed.close();
  }
});
