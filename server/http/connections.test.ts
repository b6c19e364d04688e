import { once } from 'node:events';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendRaw } from '../../tests/factories/raw-request.ts';
import { createTestServer, listen, type TestServer } from '../../tests/factories/server.ts';
import { maxConnections, maxConnectionsPerAddress } from '../app.ts';

let server: TestServer;
let port: number;
beforeEach(async () => {
  server = await createTestServer();
  port = await listen(server);
});
afterEach(() => server.close());

const request = 'GET /api/health HTTP/1.1\r\nHost: x\r\n';

async function connect(): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends a request on a connection that stays open. */
async function ask(socket: net.Socket): Promise<string> {
  socket.write(`${request}\r\n`);
  const [answer] = await once(socket, 'data');
  return String(answer);
}

describe('connections', () => {
  it('are limited', () => {
    expect(server.app.server.maxConnections).toBe(maxConnections);
  });

  it('beyond the limit are closed at once, the others served on, and the log told once', async () => {
    server.app.server.maxConnections = 3;
    const held = [await connect(), await connect(), await connect()];
    for (const socket of held) expect(await ask(socket)).toMatch(/^HTTP\/1\.1 200 /);
    for (const _further of [1, 2, 3]) {
      const further = await connect();
      expect(await once(further.resume(), 'close')).toBeDefined();
      expect(further.bytesRead).toBe(0);
    }
    for (const socket of held) expect(await ask(socket)).toMatch(/^HTTP\/1\.1 200 /);
    const told = server.logLines.filter((line) => line.includes('connections are refused'));
    expect(told.map((line) => JSON.parse(line))).toEqual([
      { level: 'warn', time: expect.any(String), msg: 'connections are refused: there are too many' },
    ]);
    held[0]!.destroy();
    await expect
      .poll(async () => (await sendRaw(port, `${request}Connection: close\r\n\r\n`).catch(() => undefined))?.status)
      .toBe(200);
    for (const socket of held) socket.destroy();
  });

  it('of one address are limited, and the others served on', async () => {
    const held = await Promise.all(Array.from({ length: maxConnectionsPerAddress }, connect));
    expect(await ask(held[0]!)).toMatch(/^HTTP\/1\.1 200 /);
    const further = await connect();
    await once(further.resume(), 'close');
    expect(further.bytesRead).toBe(0);
    const elsewhere = net.connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
    await once(elsewhere, 'connect');
    expect(await ask(elsewhere)).toMatch(/^HTTP\/1\.1 200 /);
    held[0]!.destroy();
    await expect
      .poll(async () => (await sendRaw(port, `${request}Connection: close\r\n\r\n`).catch(() => undefined))?.status)
      .toBe(200);
    for (const socket of [...held, elsewhere]) socket.destroy();
  });
});
