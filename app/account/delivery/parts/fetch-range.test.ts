import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { DownloadFault } from './download-fault.ts';
import { fetchRange } from './fetch-range.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const { signal } = new AbortController();
const range = { first: 10, last: 14 };

test('asks for the range and reads it', async () => {
  const url = await serve((request, response) => {
    expect(request.headers.range).toBe('bytes=10-14');
    response.writeHead(206, { 'content-range': 'bytes 10-14/100' }).end('abcde');
  });
  expect(await new Response(await fetchRange(url, range, signal)).text()).toBe('abcde');
});

const problem = (code: string) => JSON.stringify({ code });
const json = { 'content-type': 'application/problem+json; charset=utf-8' };

test.each([
  ['the whole file', 200, {}, 'a whole file', 'unusable', 0],
  ['another range', 206, { 'content-range': 'bytes 0-4/100' }, 'abcde', 'unusable', 0],
  ['an expired link', 410, json, problem('link-expired'), 'link-refused', 0],
  ['a link that is not valid', 403, json, problem('link-invalid'), 'link-refused', 0],
  ['a withdrawn version', 410, json, problem('release-withdrawn'), 'withdrawn', 0],
  ['an account that has ended', 403, json, problem('account-ended'), 'account-ended', 0],
  ['a suspended account', 403, json, problem('account-suspended'), 'account-suspended', 0],
  ['a restricted account', 403, json, problem('account-restricted'), 'account-restricted', 0],
  ['a page of something in between', 403, {}, '<h1>Blocked</h1>', 'unusable', 0],
  ['too many transfers', 429, { ...json, 'retry-after': '7' }, problem('too-many-requests'), 'interrupted', 7000],
  ['a link that has sent enough', 429, { ...json, 'retry-after': '86400' }, problem('link-used-up'), 'link-used-up', 0],
  ['a server that restarts', 503, {}, 'down', 'interrupted', 0],
])('%s', async (_name, status, headers, body, kind, retryAfterMs) => {
  const url = await serve((_request, response) => response.writeHead(status, headers).end(body));
  const fault = await fetchRange(url, range, signal).catch((error: DownloadFault) => error);
  expect(fault).toMatchObject({ kind, retryAfterMs });
});

test.each([
  ['the whole file', 200],
  ['another range', 206],
])('an answer that nobody asked for is broken off: %s', async (_name, status) => {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const url = await serve((_request, response) => {
    response.on('close', close);
    response.writeHead(status, { 'content-range': 'bytes 0-99/100' });
    // 28 GB, as far as anybody knows: it never ends.
    const send = (): void => void response.write(Buffer.alloc(65_536), () => response.destroyed || setImmediate(send));
    send();
  });
  await expect(fetchRange(url, range, signal)).rejects.toMatchObject({ kind: 'unusable' });
  await closed;
});

test('no connection passes, an abort is an abort', async () => {
  const url = await serve((_request, response) => response.destroy());
  await expect(fetchRange(url, range, signal)).rejects.toMatchObject({ kind: 'interrupted' });
  const aborted = AbortSignal.abort(new Error('paused'));
  await expect(fetchRange(url, range, aborted)).rejects.toThrow('paused');
});
