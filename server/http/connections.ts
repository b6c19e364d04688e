import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';

/** At most this often, the log reports refused connections. */
const refusalNoticeMs = 60_000;

/** Lets at most `max` clients connect to `app`: further connections are closed before anything is read from them. */
export function limitConnections(app: FastifyInstance, max: number): void {
  let toldAt = Number.NEGATIVE_INFINITY;
  app.server.maxConnections = max;
  app.server.on('drop', () => {
    if (performance.now() - toldAt < refusalNoticeMs) return;
    toldAt = performance.now();
    app.log.warn('connections are refused: there are too many');
  });
}

/**
 * Lets each address hold at most `max` connections at the same time, except trusted proxies: one visitor must not take
 * them all. Further ones are closed before anything is read from them.
 */
export function limitConnectionsPerAddress(server: Server, max: number, trustedProxies: readonly string[]): void {
  const proxies = new BlockList();
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  const held = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (!address || proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return;
    // For IPv6, the network that one household has (/64), as for rate limits.
    const key = normalizeIP(address);
    const count = (held.get(key) ?? 0) + 1;
    held.set(key, count);
    socket.once('close', () => {
      const rest = (held.get(key) ?? 1) - 1;
      if (rest) held.set(key, rest);
      else held.delete(key);
    });
    if (count > max) socket.destroy();
  });
}

/**
 * Makes closing `server` wait for what is still being sent. Node considers a connection idle as soon as it has been
 * given an answer, although most of a large one may still be in its buffers, and keeps a connection open that only
 * becomes idle later; here a connection ends once nothing is under way on it, and not before.
 */
export function endConnectionsWhenIdle(server: Server): void {
  const connections = new Map<Socket, { requests: number; bytesRead: number }>();
  let isEnding = false;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { requests: 0, bytesRead: 0 });
    socket.on('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.requests += 1;
    response.on('close', () => {
      connection.requests -= 1;
      connection.bytesRead = socket.bytesRead;
      if (isEnding && connection.requests === 0) socket.destroySoon();
    });
  });
  // Called by `server.close()`.
  server.closeIdleConnections = () => {
    isEnding = true;
    // More than before has arrived: the start of a request, whose rest deserves an answer.
    for (const [socket, { requests, bytesRead }] of connections)
      if (requests === 0 && socket.bytesRead === bytesRead) socket.destroy();
  };
}
