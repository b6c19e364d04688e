import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { apiPaths } from '../../shared/api-paths.ts';
import { createTestApi } from '../../tests/factories/api.ts';
import { createTestServer, type TestServer } from '../../tests/factories/server.ts';
import { rateLimits } from './rate-limits.ts';

let server: TestServer;
async function start(settings: Record<string, string> = {}): Promise<void> {
  server = await createTestServer({ settings });
  onTestFinished(() => server.close());
}

async function send(count: number, request: { method?: 'GET' | 'POST'; url: string; remoteAddress?: string }) {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent++) statuses.push((await server.app.inject(request)).statusCode);
  return statuses;
}

const allowed = (statuses: number[]) => statuses.filter((status) => status !== 429).length;

describe('one address', () => {
  beforeEach(() => start());

  it('is limited for the API as a whole, wherever its requests lead', async () => {
    const half = rateLimits.api / 2;
    await send(half, { method: 'POST', url: '/api/downloads' });
    expect(allowed(await send(half + 1, { url: '/api/missing' }))).toBe(half);
    const answer = await server.app.inject('/api/missing');
    expect(answer.json()).toMatchObject({ code: 'too-many-requests', status: 429 });
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    // Pages still work, and so does everything for everybody else.
    expect((await server.app.inject('/writing-ant')).statusCode).toBe(200);
    expect(allowed(await send(1, { url: '/api/missing', remoteAddress: '198.51.100.9' }))).toBe(1);
  });

  it('is limited for the API however it spells the address, and told what every call is told', async () => {
    await send(rateLimits.api / 2, { url: '/%61pi/documents' });
    expect(allowed(await send(rateLimits.api / 2 + 3, { url: '/%61pi/missing' }))).toBe(rateLimits.api / 2);
    const { headers } = await server.app.inject('/%61pi/documents');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', connection: 'close' });
  });

  it('of IPv6 is its network', async () => {
    const statuses = [];
    for (let sent = 0; sent < rateLimits.api + 5; sent++)
      statuses.push(...(await send(1, { url: '/api/missing', remoteAddress: `2001:db8::${sent}` })));
    expect(allowed(statuses)).toBe(rateLimits.api);
  });

  it('cannot pretend to be another one', async () => {
    const statuses = [];
    for (let sent = 0; sent < rateLimits.api + 5; sent++) {
      const headers = { 'x-forwarded-for': `198.51.100.${sent % 250}` };
      statuses.push((await server.app.inject({ url: '/api/missing', headers })).statusCode);
    }
    expect(allowed(statuses)).toBe(rateLimits.api);
  });
});

it('believes a trusted proxy about the address, and nobody before it', async () => {
  await start({ TRUSTED_PROXIES: '127.0.0.0/8' });
  const ask = async (forwarded: string) =>
    (await server.app.inject({ url: '/api/missing', headers: { 'x-forwarded-for': forwarded } })).statusCode;
  const statuses = [];
  for (let sent = 0; sent < rateLimits.api + 5; sent++)
    statuses.push(await ask(`203.0.113.${sent % 250}, 198.51.100.9`));
  expect(allowed(statuses)).toBe(rateLimits.api);
  expect(await ask('198.51.100.10')).not.toBe(429);
});

it('counts a proxy itself for whatever it forwards that is no IP address', async () => {
  await start({ TRUSTED_PROXIES: '127.0.0.0/8' });
  const ask = async (forwarded: string) =>
    (await server.app.inject({ url: '/api/missing', headers: { 'x-forwarded-for': forwarded } })).statusCode;
  const statuses = [];
  for (let sent = 0; sent < rateLimits.api + 5; sent++)
    statuses.push(await ask([`evil${sent}`, `203.0.113.7:${sent}`, `198.51.100.9, unknown${sent}`, ''][sent % 4]!));
  expect(allowed(statuses)).toBe(rateLimits.api);
  expect(await ask('198.51.100.10')).not.toBe(429);
});

it('whatever anybody may add is limited for each address, and for the whole world together', async () => {
  await start();
  const add = (n: number) =>
    send(1, { method: 'POST', url: apiPaths.consents, remoteAddress: `198.51.${n >> 8}.${n & 255}` });
  const statuses = [];
  for (let sent = 0; sent < rateLimits.visitorRecords + 5; sent++) statuses.push(...(await add(0)));
  expect(allowed(statuses)).toBe(rateLimits.visitorRecords);
  for (let sent = rateLimits.visitorRecords; sent < rateLimits.allVisitorRecords; sent++)
    statuses.push(...(await add(1 + (sent % 100))));
  expect(allowed(statuses)).toBe(rateLimits.allVisitorRecords);
  // A new address does not help, and nothing else is refused to it.
  expect(await add(500)).toEqual([429]);
  expect(await send(1, { url: '/api/missing', remoteAddress: '198.51.1.244' })).toEqual([404]);
});

it('multiplies its limits by RATE_LIMIT_FACTOR', async () => {
  await start({ RATE_LIMIT_FACTOR: '2' });
  expect(allowed(await send(2 * rateLimits.api + 5, { url: '/api/missing' }))).toBe(2 * rateLimits.api);
});

it('one user may ask for a few downloads a minute, whoever else is behind the same address', async () => {
  const api = await createTestApi({ RATE_LIMIT_FACTOR: '1' });
  onTestFinished(() => api.close());
  const submit = async (user: string) => (await api.submit(user, {})).statusCode;
  const unknown = await api.app.inject({ method: 'POST', url: '/api/downloads' });
  expect(unknown.statusCode).toBe(401);
  const statuses = [];
  for (let sent = 0; sent < rateLimits.downloadRequests + 5; sent++) statuses.push(await submit('user_hasty'));
  expect(allowed(statuses)).toBe(20);
  expect((await api.submit('user_hasty', {})).json()).toMatchObject({ code: 'too-many-requests' });
  expect(await submit('user_patient')).toBe(422);
});
