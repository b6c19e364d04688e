import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tryAgain, waitMs } from './retry.ts';
import { Session, type Tokens } from './session.ts';

/** A login provider whose answers get lost as often as a test says. */
const seen: unknown[] = [];
let lost = 0;
let refusal = 0;
const provider = createServer(async (request, response) => {
  const { refresh_token: given } = (await json(request)) as { refresh_token: string };
  seen.push(given);
  if (refusal) return void response.writeHead(refusal).end();
  if (lost-- > 0) return void request.socket.destroy();
  response.end(JSON.stringify({ access_token: tokenThatEndsIn(300), refresh_token: `${given}+` }));
});
const origin = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const tokenThatEndsIn = (seconds: number) =>
  `x.${Buffer.from(JSON.stringify({ exp: Date.now() / 1000 + seconds })).toString('base64url')}.x`;

let kept: Tokens | undefined;
let session: Session;
beforeAll(() => new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  seen.length = lost = refusal = 0;
  kept = { access: tokenThatEndsIn(1), refresh: 'first' };
  const store = {
    read: () => kept,
    write(tokens: Tokens | undefined) {
      kept = tokens;
    },
  };
  session = new Session({ loginOrigin: origin(), clientId: 'client' }, store);
});
afterAll(() => new Promise((resolve) => provider.close(resolve)));

it('sends the same refresh token again where the answer was lost', async () => {
  lost = 1;
  expect(await session.accessToken()).toBe(kept!.access);
  expect([seen, kept!.refresh]).toEqual([['first', 'first'], 'first+']);
});

it('refreshes once for all who wait for it', async () => {
  await Promise.all([session.accessToken(), session.accessToken(), session.accessToken()]);
  expect(seen).toEqual(['first']);
});

it('a refusal is the end of the sign-in, and is not asked for again', async () => {
  refusal = 400;
  await expect(session.accessToken()).rejects.toMatchObject({ kind: 'sign-in' });
  expect([seen, kept]).toEqual([['first'], undefined]);
});

it('waits twice as long each time, at least what the service said, and a random part more', () => {
  expect([0, 1, 2, 3].map((attempt) => waitMs(attempt, 0, () => 0))).toEqual([1000, 2000, 4000, 8000]);
  expect([waitMs(20, 0, () => 0), waitMs(0, 30, () => 0), waitMs(0, 30, () => 1)]).toEqual([60_000, 30_000, 45_000]);
});

it('tries again as often as it may, where that can help', async () => {
  const waits: number[] = [];
  const trying = (again: boolean) =>
    tryAgain(() => Promise.reject(new Error('no')), {
      repeats: 2,
      judge: () => ({ again }),
      wait: async (ms) => void waits.push(ms),
    });
  await expect(trying(false)).rejects.toThrow('no');
  expect(waits).toEqual([]);
  await expect(trying(true)).rejects.toThrow('no');
  expect(waits).toHaveLength(2);
});
