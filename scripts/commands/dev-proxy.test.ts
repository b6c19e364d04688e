import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DevProxy, startDevProxy } from './dev-proxy.ts';
import { findFreePorts } from './ports.ts';

const page = '<!doctype html><html><body><p>Grüezi</p></body></html>';

let server: http.Server;
let proxy: DevProxy;
let origin: string;

beforeEach(async () => {
  server = http.createServer((request, response) => {
    if (request.url === '/page') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    else if (request.method === 'POST') request.pipe(response.writeHead(201));
    else response.writeHead(206, { 'content-range': `bytes of ${request.headers.range}` }).end('</body>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const serverPort = (server.address() as AddressInfo).port;
  const [port = 0] = await findFreePorts(1);
  origin = `http://127.0.0.1:${port}`;
  proxy = await startDevProxy({ host: '127.0.0.1', port, readyPort: async () => serverPort });
});

afterEach(() => {
  proxy.close();
  server.close();
});

it('adds the script to pages', async () => {
  const answer = await fetch(`${origin}/page`);
  expect(await answer.text()).toBe(page.replace('</body>', '<script src="/dev/reload.js" async></script></body>'));
  expect((await fetch(`${origin}/dev/reload.js`)).headers.get('content-type')).toBe('text/javascript');
});

it('passes everything else on as it is', async () => {
  const part = await fetch(`${origin}/file`, { headers: { range: 'bytes=1-2' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
    206,
    'bytes of bytes=1-2',
    '</body>',
  ]);
  const posted = await fetch(`${origin}/api`, { method: 'POST', body: 'words' });
  expect([posted.status, await posted.text()]).toEqual([201, 'words']);
});

it('tells open pages to load again', async () => {
  const answer = await fetch(`${origin}/dev/changes`);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  proxy.reloadPages();
  expect((await reader.read()).value).toContain('data: changed');
  await reader.cancel();
});

it('cuts the connection when there is no server', async () => {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  await expect(fetch(`${origin}/page`)).rejects.toThrow();
});
