import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, publicSettings, type TestServer } from '../../tests/factories/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ settings: publicSettings });
});
afterAll(() => server.close());

const hintOf = async (url: string, cookie = '') => (await server.app.inject({ url, headers: { cookie } })).headers.link;

const hint = '</assets/session-a1b2c3d4.js>; rel=modulepreload, <https://auth.ameisen.ch>; rel=preconnect';

it.each([
  ['/account', 'workos-has-session=1'],
  ['/writing-ant?lang=de', 'other=x; workos-has-session=client_a.client_b'],
  ['/account?code=01ABC&state=x', ''],
  ['/account?state=x&error=access_denied', ''],
])('%s with the cookie "%s" names what looks for a session', async (url, cookie) => {
  expect(await hintOf(url, cookie)).toBe(hint);
});

it.each([
  ['/account', ''],
  ['/account', 'workos-has-session='],
  ['/account', 'not-workos-has-session=1'],
  ['/account?barcode=1', ''],
  ['/writing-ant?code=1', ''],
  ['/assets/entry-a1b2c3d4.js', 'workos-has-session=1'],
  ['/missing', ''],
])('%s with the cookie "%s" names nothing', async (url, cookie) => {
  expect(await hintOf(url, cookie)).toBeUndefined();
});

it('is not kept by a browser that has signed out', async () => {
  const cookie = 'workos-has-session=1';
  const { etag: hinted } = (await server.app.inject({ url: '/account', headers: { cookie } })).headers;
  const ask = (headers: Record<string, string>) => server.app.inject({ url: '/account', headers });
  expect((await ask({ cookie, 'if-none-match': String(hinted) })).statusCode).toBe(304);
  const anew = await ask({ 'if-none-match': String(hinted) });
  expect(anew.statusCode).toBe(200);
  expect(anew.headers.link).toBeUndefined();
  expect(anew.headers.vary).toBe('accept-encoding, cookie');
});

it('names no provider where the stand-in is on this machine', async () => {
  const own = await createTestServer({ settings: { PORT: '4100', LOGIN_PORT: '4101' } });
  const { headers } = await own.app.inject({ url: '/account', headers: { cookie: 'workos-has-session=1' } });
  await own.close();
  expect(headers.link).toBe('</assets/session-a1b2c3d4.js>; rel=modulepreload');
});
