import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Client } from './client.ts';
import type { Session } from './session.ts';
import { askForText, type Preview } from './text.ts';

/** A service behind something that answers in its place. */
const keys: unknown[] = [];
let next: ({ status: number; headers?: Record<string, string>; body: string } | 'silence')[] = [];
const service = createServer((request, response) => {
  keys.push(request.headers['idempotency-key']);
  const answer = next.shift();
  if (answer === 'silence') return;
  if (answer) return void response.writeHead(answer.status, answer.headers).end(answer.body);
  response.end(JSON.stringify({ text: 'Good.' }));
});
let client: Client;
let refreshes = 0;
const session = {
  accessToken: async () => 'token',
  async refresh() {
    refreshes += 1;
  },
};
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const siteOrigin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  client = new Client({ siteOrigin, version: '1.0.0' }, session as unknown as Session);
});
beforeEach(() => {
  keys.length = 0;
  refreshes = 0;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
const ask = (preview?: Preview) =>
  askForText(client, 'enhanceText', { transcript: 'good', language: 'de', tone: 'neutral' }, preview);
const refusal = (status: number, code: string, headers = {}) => ({
  ...{ status, headers },
  body: JSON.stringify({ code, status }),
});
const stream = (...events: readonly (readonly [string, object])[]) => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
});

const day = 'Wed, 21 Oct 2026 07:28:00 GMT';
it.each([
  ['a gateway without the service', { status: 502, body: '<h1>Bad gateway</h1>' }],
  ['a gateway that says when', { status: 503, headers: { 'retry-after': day }, body: '{"message":"Unavailable"}' }],
  ['a gateway that wants patience', { status: 429, body: 'null' }],
  ['a measure that slows this account down', refusal(429, 'account-throttled')],
  ['the same request, which is still at work', refusal(409, 'request-in-progress')],
])('asks again under the same key after the answer of %s', async (_, answer) => {
  next = [answer];
  expect(await ask()).toEqual({ text: 'Good.' });
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

it('what the service or something on the way refuses for good is not asked for again', async () => {
  for (const [status, body, code] of [
    [403, '{"message":"Forbidden"}', 'unknown'],
    [429, '{"code":"quota-exhausted","status":429}', 'quota-exhausted'],
  ] as const) {
    next = [{ status, body }];
    await expect(ask()).rejects.toMatchObject({ kind: 'refused', problem: { code, status } });
  }
  expect(keys).toHaveLength(2);
});

it('an answer that does not come is asked for again under the same key', async () => {
  next = ['silence'];
  const body = { transcript: 'good', language: 'de', tone: 'neutral' } as const;
  expect(await askForText(client, 'enhanceText', body, undefined, { withinSeconds: 0.2 })).toEqual({ text: 'Good.' });
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

it('a wait that nobody who dictates sits through is told at once', async () => {
  next = [refusal(429, 'too-many-requests', { 'retry-after': '3600' })];
  await expect(ask()).rejects.toMatchObject({ problem: { code: 'too-many-requests' }, retryAfterSeconds: 3600 });
  expect(keys).toHaveLength(1);
});

it('a token that is refused is refreshed once, and the refusal of the next one is told', async () => {
  const refused = refusal(401, 'authentication-required');
  next = [refused];
  expect(await ask()).toEqual({ text: 'Good.' });
  next = [refused, refused];
  await expect(ask()).rejects.toMatchObject({ problem: { code: 'authentication-required' } });
  expect([refreshes, keys.length]).toEqual([2, 4]);
});

it('a stream that is cut off is asked for again under the same key, and its preview begins anew', async () => {
  const shown: string[] = [];
  const preview = { delta: (text: string) => shown.push(text), restart: () => shown.push('anew') };
  next = [stream(['delta', { text: 'Go' }]), stream(['delta', { text: 'Good.' }], ['done', { text: 'Good.' }])];
  expect(await ask(preview)).toEqual({ text: 'Good.' });
  expect(shown).toEqual(['Go', 'anew', 'Good.']);
  expect(keys).toEqual([expect.any(String), keys[0]]);
});

it('what a stream ends with is a refusal like any other', async () => {
  const preview = { delta: () => {}, restart: () => {} };
  next = [stream(['delta', { text: 'Go' }], ['error', { code: 'content-not-allowed', status: 422 }])];
  await expect(ask(preview)).rejects.toMatchObject({ kind: 'refused', problem: { code: 'content-not-allowed' } });
  expect(keys).toHaveLength(1);
});
