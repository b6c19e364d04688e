import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';

/** Machines without IPv6 have no `::1`. */
const withoutAddress = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** A further address at which a server takes connections. */
export interface SecondAddress {
  /** Rejects when the address or the port is not available; a machine without the address does without it. */
  listen(): Promise<void>;
  /** Resolves when nothing is under way on its connections any more; they end with those of the server. */
  close(): Promise<void>;
}

/**
 * The other address of `localhost`, where `config` has one. Its connections are passed to the server of `app`, so that
 * limits, timeouts and shutdown are the same for all. Call it before `app` is ready.
 */
export function openSecondAddress(app: FastifyInstance, { secondHost, port }: Config): SecondAddress {
  const door = net.createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  );
  let closed: Promise<void> | undefined;
  const close = () => {
    // Fails if it never listened, which is just as good.
    closed ??= new Promise((resolve) => door.close(() => resolve()));
    return closed;
  };
  app.addHook('preClose', async () => {
    void close();
  });
  return {
    async listen() {
      if (!secondHost) return;
      door.maxConnections = app.server.maxConnections;
      await new Promise<void>((resolve, reject) => {
        door.once('error', (error: NodeJS.ErrnoException) =>
          withoutAddress.includes(error.code ?? '') ? resolve() : reject(error),
        );
        door.listen({ port, host: secondHost, ipv6Only: true }, resolve);
      });
    },
    close,
  };
}
