import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerWithinMs, checkedAnswer, limitProviderRequests } from './provider-requests.ts';

const origin = 'https://auth.example.com';
const authenticate = new URL('/user_management/authenticate', origin);
const segment = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
const token = `${segment({ alg: 'RS256' })}.${segment({ iat: 5, exp: 305 })}.signature`;
const tokens = JSON.stringify({ user: { id: 'user_1' }, access_token: token });
const refresh = { method: 'POST', body: JSON.stringify({ grant_type: 'refresh_token' }) };
const exchange = { method: 'POST', body: JSON.stringify({ grant_type: 'authorization_code' }) };

/** Answers nothing, and gives up when it is told to, as a browser does. */
const silent = vi.fn(
  (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error)),
    ),
);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', silent);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  silent.mockClear();
});

const answer = (status: number, body: string) => checkedAnswer(new Response(body, { status }), body);

test('a silent provider is given up in time, as a fault that passes', async () => {
  limitProviderRequests(origin);
  const asked = fetch(authenticate, refresh);
  const failed = expect(asked).rejects.toThrow(TypeError);
  await vi.advanceTimersByTimeAsync(answerWithinMs);
  await failed;
});

test('a body that does not end is given up as well', async () => {
  vi.stubGlobal('fetch', async (_: unknown, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start: (stream) => signal!.addEventListener('abort', () => stream.error(signal!.reason)),
    });
    return new Response(body);
  });
  limitProviderRequests(origin);
  const failed = expect(fetch(authenticate, refresh)).rejects.toThrow(TypeError);
  await vi.advanceTimersByTimeAsync(answerWithinMs);
  await failed;
});

test('what else the page asks for is never touched', async () => {
  const requests = limitProviderRequests(origin);
  const over = vi.fn();
  fetch('/downloads/part', { method: 'GET' }).then(over, over);
  fetch(new URL('https://example.com/api/downloads'), { method: 'POST' }).then(over, over);
  await vi.advanceTimersByTimeAsync(10 * answerWithinMs);
  requests.giveUp();
  await vi.advanceTimersByTimeAsync(1);
  expect(over).not.toHaveBeenCalled();
  expect(silent.mock.calls.map(([, init]) => init?.signal)).toEqual([undefined, undefined]);
});

test('the answer to a code is waited for longer, until somebody goes on', async () => {
  const requests = limitProviderRequests(origin);
  const over = vi.fn();
  fetch(authenticate, exchange).then(over, over);
  await vi.advanceTimersByTimeAsync(3 * answerWithinMs);
  expect(over).not.toHaveBeenCalled();
  requests.giveUp();
  await vi.advanceTimersByTimeAsync(1);
  expect(over).toHaveBeenCalledWith(expect.any(TypeError));
});

test('only the provider’s own refusal ends a session', async () => {
  for (const status of [400, 401])
    expect(await answer(status, '{"error":"invalid_grant"}').json()).toEqual({ error: 'invalid_grant' });
  for (const status of [400, 401, 403, 404, 422, 501, 520, 522, 530])
    expect(() => answer(status, '<h1>Gateway</h1>'), String(status)).toThrow(TypeError);
  expect(() => answer(403, '{"error":"forbidden"}')).toThrow(TypeError);
  expect(() => answer(400, '{"message":"odd"}')).toThrow(TypeError);
  for (const status of [408, 429, 500, 502, 503, 504]) expect(answer(status, '').status).toBe(status);
});

test('a malformed answer passes, and is named as the specification names it', async () => {
  const withToken = (access_token: unknown) => JSON.stringify({ user: { id: 'user_1' }, access_token });
  expect(await answer(200, tokens).text()).toBe(tokens);
  expect(() => answer(200, withToken('two.parts'))).toThrow(new TypeError('Invalid JWT format'));
  expect(() => answer(200, withToken('a.%.c'))).toThrow(/^Failed to decode JWT/);
  for (const body of ['', 'null', '<p>', '{}', withToken(7), withToken(`a.${segment({})}.c`)])
    expect(() => answer(200, body), body).toThrow(TypeError);
});
