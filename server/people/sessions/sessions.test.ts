import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { maxTokenSeconds } from '../../http/authentication.ts';
import { endSession } from './sessions.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const nowSeconds = () => Math.floor(Date.now() / 1000);

const ask = async (token: string, method: 'GET' | 'DELETE' = 'GET') => {
  const url = method === 'GET' ? apiPaths.account : apiPaths.session;
  return (await api.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })).statusCode;
};

it('a session that was signed out of is over for every token it was given by then (ASVS 5.0, 7.4.1)', async () => {
  const [first, second] = [
    await api.issuer.tokenFor('user_1'),
    await api.issuer.tokenFor('user_1', { iat: nowSeconds() - 60 }),
  ];
  expect([await ask(first), await ask(second)]).toEqual([200, 200]);
  expect(await ask(first, 'DELETE')).toBe(204);
  expect([await ask(first), await ask(second)]).toEqual([401, 401]);
  expect(await ask(first, 'DELETE')).toBe(401);
});

it('another session of the same person goes on', async () => {
  const [here, there] = await Promise.all(
    ['session_here', 'session_there'].map((sid) => api.issuer.tokenFor('user_2', { sid })),
  );
  expect(await ask(here!, 'DELETE')).toBe(204);
  expect([await ask(here!), await ask(there!)]).toEqual([401, 200]);
});

it('a session that the provider did not end goes on with its next token, also of the same second', async () => {
  expect(await ask(await api.issuer.tokenFor('user_3', { iat: nowSeconds() - 5 }), 'DELETE')).toBe(204);
  expect(await ask(await api.issuer.tokenFor('user_3', { iat: nowSeconds() }))).toBe(200);
});

it('a session that went on can be signed out of again', async () => {
  const next = await api.issuer.tokenFor('user_6', { iat: nowSeconds() + 2 });
  expect(await ask(await api.issuer.tokenFor('user_6'), 'DELETE')).toBe(204);
  expect(await ask(next)).toBe(200);
  expect(await ask(next, 'DELETE')).toBe(204);
  expect(await ask(next)).toBe(401);
});

it('of two sign-outs at the same time, the one of the newer token counts', async () => {
  const iat = nowSeconds() + 8;
  const session = {
    client: 'website' as const,
    userId: 'user_7',
    sessionId: 'session_twice',
    issuedAt: iat,
    permissions: [],
    featureFlags: [],
  };
  await endSession(api.database, session);
  await endSession(api.database, { ...session, issuedAt: iat - 60 });
  expect(await ask(await api.issuer.tokenFor('user_7', { sid: 'session_twice', iat }))).toBe(401);
});

it('a token of a provider whose clock is ahead is refused as well', async () => {
  const token = await api.issuer.tokenFor('user_4', { iat: nowSeconds() + 8 });
  expect(await ask(token, 'DELETE')).toBe(204);
  expect(await ask(token)).toBe(401);
});

it('who acts for a customer can sign out, too', async () => {
  const token = await api.issuer.tokenFor('user_5', { act: { sub: 'support@ameisen.ch' } });
  expect(await ask(token, 'DELETE')).toBe(204);
  expect(await ask(token)).toBe(401);
});

it('is forgotten when no token of it can live any more', async () => {
  const sessions = () => api.database.kysely.selectFrom('ended_sessions').selectAll().execute();
  await api.runDueJobs();
  expect((await sessions()).length).toBeGreaterThan(1);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3 * maxTokenSeconds * 1000);
  try {
    expect(await api.runDueJobs()).toEqual([]);
  } finally {
    vi.restoreAllMocks();
  }
  expect(await sessions()).toEqual([]);
});
