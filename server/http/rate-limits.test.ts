import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { apiPaths } from '../../shared/api-paths.ts';
import { type Budget, budgets } from '../../shared/business/budgets.ts';
import { minuteMs } from '../../shared/durations.ts';
import { accessPaths } from '../../shared/open-paths.ts';
import { createTestApi, type TestApi } from '../../tests/factories/api.ts';
import { createTestServer, type TestServer } from '../../tests/factories/server.ts';
import { limitRates } from './rate-limits.ts';

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

const aVisit = { page: 'other', locale: 'en', isView: true, vitals: [] };
const aNotice = { kind: 'withdrawal', fullName: 'Ada', email: 'ada@customers.example', contract: '', locale: 'en' };

const allowed = (statuses: number[]) => statuses.filter((status) => status !== 429).length;

it('no server starts with a route that changes something and has no budget', async () => {
  const app = fastify();
  const { routeLimits, requireBudgets } = await limitRates(app, 1);
  app.post('/limited', { onRequest: [routeLimits.writes] }, async () => '');
  app.get('/read', async () => '');
  expect(requireBudgets).not.toThrow();
  app.post('/forgotten', async () => '');
  app.delete('/forgotten', { onRequest: [async () => {}] }, async () => '');
  expect(requireBudgets).toThrow('POST /forgotten, DELETE /forgotten: no budget.');
  await app.close();
});

describe('one address', () => {
  beforeEach(() => start());

  it('is limited for the API as a whole, wherever its requests lead', async () => {
    const half = budgets.api.minute.address / 2;
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
    await send(budgets.api.minute.address / 2, { url: '/%61pi/documents' });
    expect(allowed(await send(budgets.api.minute.address / 2 + 3, { url: '/%61pi/missing' }))).toBe(
      budgets.api.minute.address / 2,
    );
    const { headers } = await server.app.inject('/%61pi/documents');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', connection: 'close' });
  });

  it('of IPv6 is its network', async () => {
    const statuses = [];
    for (let sent = 0; sent < budgets.api.minute.address + 5; sent++)
      statuses.push(...(await send(1, { url: '/api/missing', remoteAddress: `2001:db8::${sent}` })));
    expect(allowed(statuses)).toBe(budgets.api.minute.address);
  });

  it('cannot pretend to be another one', async () => {
    const statuses = [];
    for (let sent = 0; sent < budgets.api.minute.address + 5; sent++) {
      const headers = { 'x-forwarded-for': `198.51.100.${sent % 250}` };
      statuses.push((await server.app.inject({ url: '/api/missing', headers })).statusCode);
    }
    expect(allowed(statuses)).toBe(budgets.api.minute.address);
  });
});

it('believes a trusted proxy about the address, and nobody before it', async () => {
  await start({ TRUSTED_PROXIES: '127.0.0.0/8' });
  const ask = async (forwarded: string) =>
    (await server.app.inject({ url: '/api/missing', headers: { 'x-forwarded-for': forwarded } })).statusCode;
  const statuses = [];
  for (let sent = 0; sent < budgets.api.minute.address + 5; sent++)
    statuses.push(await ask(`203.0.113.${sent % 250}, 198.51.100.9`));
  expect(allowed(statuses)).toBe(budgets.api.minute.address);
  expect(await ask('198.51.100.10')).not.toBe(429);
});

it('counts a proxy itself for whatever it forwards that is no IP address', async () => {
  await start({ TRUSTED_PROXIES: '127.0.0.0/8' });
  const ask = async (forwarded: string) =>
    (await server.app.inject({ url: '/api/missing', headers: { 'x-forwarded-for': forwarded } })).statusCode;
  const statuses = [];
  for (let sent = 0; sent < budgets.api.minute.address + 5; sent++)
    statuses.push(await ask([`evil${sent}`, `203.0.113.7:${sent}`, `198.51.100.9, unknown${sent}`, ''][sent % 4]!));
  expect(allowed(statuses)).toBe(budgets.api.minute.address);
  expect(await ask('198.51.100.10')).not.toBe(429);
});

describe('what anybody may add', () => {
  const at = (n: number) => `198.51.${n >> 8}.${n & 255}`;
  // Of somebody who is not to be counted, nothing is stored, which takes no time.
  const headers = { dnt: '1' };
  const post = async (url: string, payload: object, remoteAddress: string) =>
    (await api.app.inject({ method: 'POST', url, payload, remoteAddress, headers })).statusCode;
  const visit = (remoteAddress: string, payload: object = aVisit) => post(apiPaths.statistics, payload, remoteAddress);
  const notice = (remoteAddress: string, given: object = {}) =>
    post(apiPaths.notices, { ...aNotice, ...given }, remoteAddress);
  const many = async (count: number, act: (n: number) => Promise<number>) => {
    const statuses: number[] = [];
    for (let sent = 0; sent < count; sent++) statuses.push(await act(sent));
    return statuses;
  };
  let api: TestApi;
  beforeEach(async () => {
    api = await createTestApi({ RATE_LIMIT_FACTOR: '1' });
    onTestFinished(() => api.close());
  });

  it('is limited for each address, and for the whole world together, for each purpose by itself', async () => {
    expect(allowed(await many(budgets.statistics.minute.address + 5, () => visit(at(0))))).toBe(
      budgets.statistics.minute.address,
    );
    // What is not valid is nobody else's loss.
    await many(budgets.statistics.minute.world, (n) => visit(at(1 + (n % 100)), {}));
    const more = await many(budgets.statistics.minute.world, (n) => visit(at(200 + (n % 50))));
    expect(allowed(more)).toBe(budgets.statistics.minute.world - budgets.statistics.minute.address);
    expect(await visit(at(500))).toBe(429);
    // Nothing else is refused for it, and least of all what the law gives people.
    expect(await post(apiPaths.consents, {}, at(500))).toBe(422);
    expect(await notice(at(500))).toBe(201);
    const link = await api.app.inject({ url: `/privacy-answer/${randomUUID()}/x`, remoteAddress: at(500) });
    expect(link.statusCode).not.toBe(429);
  });

  it('a network of IPv6 has four times what one of its parts has', async () => {
    const one = (n: number) => visit(`2001:db8:1:${n.toString(16)}::1`);
    expect(allowed(await many(4 * budgets.statistics.minute.address + 5, one))).toBe(
      4 * budgets.statistics.minute.address,
    );
    expect(await visit('2001:db8:2::1')).toBe(200);
  });

  it('one network has no more than a hundredth of what everybody has in a day', async () => {
    for (const [purpose, { day = {} }] of Object.entries<Budget>(budgets))
      if (day.world) expect([purpose, day.network]).toEqual([purpose, day.world / 100]);
    const { network } = budgets.accessRequests.day;
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const ask = (from: string) => post(accessPaths.ask, {}, from);
    const slowly = async (n: number) => {
      vi.setSystemTime(Date.now() + minuteMs);
      return ask(`2001:db8:1:${n.toString(16)}::1`);
    };
    expect(allowed(await many(network + 5, slowly))).toBe(network);
    expect(await ask('2001:db8:2::1')).toBe(422);
  });

  it('withdrawals and cancellations are few a minute, and few a day of one network; typing errors do not count', async () => {
    expect(await many(10, () => notice(at(1), { email: 'nobody' }))).toEqual(Array(10).fill(422));
    expect(allowed(await many(budgets.notices.minute.address + 4, () => notice(at(1))))).toBe(
      budgets.notices.minute.address,
    );
    // Within a day one address of IPv6 is as good as any other of its network.
    const statuses = await many(budgets.notices.day.network + 2, (n) => notice(`2001:db8:1:${n}::1`));
    expect(allowed(statuses)).toBe(budgets.notices.day.network);
    const answer = await api.app.inject({
      method: 'POST',
      url: apiPaths.notices,
      payload: aNotice,
      remoteAddress: '2001:db8:1:ff::1',
    });
    expect(answer.headers['ratelimit-policy']).toBe(`"noticesOfDay";q=${budgets.notices.day.network};w=86400`);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
    // Whoever else withdraws is not refused for it, nor for what dozens of networks send at once.
    const crowd = await many(40 * budgets.notices.minute.address, (n) => notice(at(300 + (n % 40))));
    expect(allowed(crowd)).toBe(40 * budgets.notices.minute.address);
    expect(await notice(at(2))).toBe(201);
  });
});

it('multiplies its limits by RATE_LIMIT_FACTOR', async () => {
  await start({ RATE_LIMIT_FACTOR: '2' });
  expect(allowed(await send(2 * budgets.api.minute.address + 5, { url: '/api/missing' }))).toBe(
    2 * budgets.api.minute.address,
  );
});

it('one user may ask for a few downloads a minute, whoever else is behind the same address', async () => {
  const api = await createTestApi({ RATE_LIMIT_FACTOR: '1' });
  onTestFinished(() => api.close());
  const submit = async (user: string) => (await api.submit(user, {})).statusCode;
  const unknown = await api.app.inject({ method: 'POST', url: '/api/downloads' });
  expect(unknown.statusCode).toBe(401);
  const statuses = [];
  for (let sent = 0; sent < budgets.writes.minute.account + 5; sent++) statuses.push(await submit('user_hasty'));
  expect(allowed(statuses)).toBe(20);
  expect((await api.submit('user_hasty', {})).json()).toMatchObject({ code: 'too-many-requests' });
  expect(await submit('user_patient')).toBe(422);
});
