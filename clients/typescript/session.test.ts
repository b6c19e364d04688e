import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tryAgain, waitMs } from './retry.ts';
import { Session, type Tokens } from './session.ts';

/** A login provider: what it was sent, and what comes in the place of its next answers, from it or from something on the way. */
const seen: unknown[] = [];
type Answer = 'lost' | 'silence' | { status: number; body?: string };
let next: Answer[] = [];
let meanwhile = () => {};
const ended: Answer = { status: 400, body: JSON.stringify({ error: 'invalid_grant' }) };
const provider = createServer(async (request, response) => {
  const { refresh_token: given } = (await json(request)) as { refresh_token?: string };
  seen.push(given);
  meanwhile();
  const answer = next.shift();
  if (answer === 'silence') return;
  if (answer === 'lost') return void request.socket.destroy();
  if (answer) return void response.writeHead(answer.status).end(answer.body);
  response.end(JSON.stringify({ access_token: tokenThatEndsIn(300), refresh_token: `${given}+` }));
});
const origin = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const tokenThatEndsIn = (seconds: number, claims: object = {}) =>
  `x.${Buffer.from(JSON.stringify({ sid: 'session_1', ...claims, exp: Date.now() / 1000 + seconds })).toString('base64url')}.x`;

let kept: Tokens | undefined;
let session: Session;
beforeAll(() => new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve)));
beforeEach(() => {
  seen.length = 0;
  next = [];
  meanwhile = () => {};
  kept = { access: tokenThatEndsIn(1), refresh: 'first' };
  const store = {
    read: () => kept,
    write(tokens: Tokens | undefined) {
      kept = tokens;
    },
  };
  session = new Session({ loginOrigin: origin(), clientId: 'client', patienceMs: 500 }, store);
});
afterAll(() => {
  provider.closeAllConnections();
  return new Promise((resolve) => provider.close(resolve));
});

it('sends the same refresh token again where the answer was lost', async () => {
  next = ['lost'];
  expect(await session.accessToken()).toBe(kept!.access);
  expect([seen, kept!.refresh]).toEqual([['first', 'first'], 'first+']);
});

it('sends it again where no answer comes, while it still works', async () => {
  next = ['silence'];
  expect(await session.accessToken()).toBe(kept!.access);
  expect([seen, kept!.refresh]).toEqual([['first', 'first'], 'first+']);
});

it('refreshes once for all who wait for it', async () => {
  await Promise.all([session.accessToken(), session.accessToken(), session.accessToken()]);
  expect(seen).toEqual(['first']);
});

it('what the provider says is the end of the sign-in, and is not asked for again', async () => {
  next = [ended];
  await expect(session.accessToken()).rejects.toMatchObject({ kind: 'sign-in' });
  expect([seen, kept]).toEqual([['first'], undefined]);
});

it.each<[string, Answer]>([
  ['a firewall', { status: 403, body: '<h1>Blocked</h1>' }],
  ['a proxy', { status: 403, body: JSON.stringify({ error: 'Proxy Authentication Required' }) }],
  ['a gateway that has lost its way', { status: 404 }],
  ['a page of a hotel', { status: 200, body: '{}' }],
])('an answer of %s is not the end of the sign-in', async (_, answer) => {
  next = [answer];
  expect(await session.accessToken()).toBe(kept!.access);
  expect([seen, kept!.refresh]).toEqual([['first', 'first'], 'first+']);
});

it('whoever signs out or in meanwhile stays so, whatever a refresh answers', async () => {
  const other = { access: tokenThatEndsIn(300, { sid: 'session_2' }), refresh: 'other' };
  for (const present of [undefined, other])
    for (const answer of [undefined, ended]) {
      kept = { access: tokenThatEndsIn(1), refresh: 'first' };
      next = answer ? [answer] : [];
      meanwhile = () => {
        kept = present;
      };
      const token = await session.accessToken().catch((error: unknown) => error);
      expect(token).toEqual(present?.access ?? expect.objectContaining({ kind: 'sign-in' }));
      expect(kept).toBe(present);
    }
});

describe('the listener of a sign-in', () => {
  /** Signs in with what a browser asks of the listener, `state` being what it was given. */
  const signIn = async (browse: (callback: string, state: string) => Promise<unknown>) => {
    let browsing: Promise<unknown> | undefined;
    await session.signIn((address) => {
      const { searchParams } = new URL(address);
      browsing = browse(searchParams.get('redirect_uri')!, searchParams.get('state')!);
    });
    await browsing;
  };
  const comeBack = (callback: string, state: string) => fetch(`${callback}?code=code&state=${state}`);

  it('a sign-in that fails leaves the one before', async () => {
    next = [ended];
    await expect(signIn(comeBack)).rejects.toMatchObject({ kind: 'sign-in' });
    expect(kept!.refresh).toBe('first');
  });

  it('nothing that a page sends it ends the program', async () => {
    await signIn(async (callback, state) => {
      const { hostname, port } = new URL(callback);
      const statuses = [];
      for (const path of [`/callback?code=x&state=${encodeURIComponent('é'.repeat(state.length))}`, '//', '/callback'])
        statuses.push(
          await new Promise((resolve) =>
            get({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode)).on('error', resolve),
          ),
        );
      expect(statuses).toEqual([404, 404, 404]);
      await comeBack(callback, state);
    });
    expect(kept!.refresh).toBe('undefined+');
  });
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
