import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePorts } from '../../../scripts/commands/ports.ts';
import { startProxy, type TestProxy } from '../../factories/nginx.ts';

/** All of 127.0.0.0/8 is this machine. */
const visitor = '127.0.0.77';
const secret = 'SECRETCODE123';

let server: http.Server;
let proxy: TestProxy;
beforeAll(async () => {
  const [port, nobody] = (await findFreePorts(2)) as [number, number];
  server = http.createServer((request, response) => {
    if (request.url?.startsWith('/broken')) request.socket.destroy();
    else response.end('fine');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startProxy([port, nobody]);
});
afterAll(async () => {
  await proxy?.stop();
  server.close();
});

/** The status of the answer, 0 where there is none. */
const ask = (path: string, { isPlain = false, headers = {} } = {}): Promise<number> =>
  new Promise((resolve) => {
    const options = { host: '127.0.0.1', localAddress: visitor, path, headers, ca: proxy.certificate.cert };
    const client = isPlain
      ? http.get({ ...options, port: proxy.plainPort })
      : https.get({ ...options, port: proxy.port });
    client.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', () => resolve(0));
  });

/** Bytes that are no request, in clear. */
async function sendNonsense(port: number): Promise<void> {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress: visitor });
  socket.on('error', () => {}).end(`${secret} ?code=${secret}\r\n\r\n`);
  await once(socket.resume(), 'close');
}

it('the proxy of the guide logs neither addresses of visitors nor what they ask for', async () => {
  const path = `/account?code=${secret}&state=abc`;
  await expect.poll(() => ask(path)).toBe(200);
  expect(await ask(path, { isPlain: true })).toBe(301);
  expect(await ask(`/broken${path}`)).toBe(502);
  expect(await ask(`/downloads/${secret}/file.exe?signature=${secret}`)).toBe(200);
  expect(await ask(path, { headers: { referer: `https://www.example.com${path}` } })).toBe(200);
  expect(await ask(path, { headers: { 'x-long': 'x'.repeat(40_000) } })).toBeGreaterThanOrEqual(400);
  await sendNonsense(proxy.port);
  await sendNonsense(proxy.plainPort);
  // More at once than one address may send.
  const statuses = await Promise.all(Array.from({ length: 400 }, () => ask(path)));
  expect(statuses).toContain(429);
  await expect.poll(() => proxy.readLogs()).toMatch(/ 429 GET /);
  const logs = proxy.readLogs();
  for (const status of [200, 301, 429, 502]) expect(logs).toMatch(new RegExp(` ${status} GET `));
  expect(logs).not.toContain(secret);
  expect(logs).not.toContain('127.0.0.');
});
