import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Client } from './client.ts';
import type { Session } from './session.ts';
import { askForText } from './text.ts';

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
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const siteOrigin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  client = new Client({ siteOrigin, version: '1.0.0' }, { accessToken: async () => 'token' } as unknown as Session);
});
beforeEach(() => {
  keys.length = 0;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
const ask = () => askForText(client, 'enhanceText', { transcript: 'good', language: 'de', tone: 'neutral' });

const day = 'Wed, 21 Oct 2026 07:28:00 GMT';
it.each([
  ['a gateway without the service', { status: 502, body: '<h1>Bad gateway</h1>' }],
  ['a gateway that says when', { status: 503, headers: { 'retry-after': day }, body: '{"message":"Unavailable"}' }],
  ['a gateway that wants patience', { status: 429, body: 'null' }],
  ['a measure that slows this account down', { status: 429, body: '{"code":"account-throttled","status":429}' }],
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
