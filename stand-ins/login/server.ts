import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** `localhost` is both; a browser may try either first. */
const loopbackAddresses = ['127.0.0.1', '::1'] as const;

/** Machines without IPv6 have no `::1`. */
const withoutAddress = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/**
 * Listens on both loopback addresses, as far as the machine has them, until the app is closed. Rejects when the port is
 * taken on either: the browser would meet the other program there.
 */
export async function listenOnLoopback(app: FastifyInstance, port: number): Promise<void> {
  const further: Server[] = [];
  app.addHook('onClose', async () => {
    for (const server of further) {
      server.close();
      server.closeAllConnections();
    }
  });
  await app.listen({ port, host: loopbackAddresses[0] });
  const second = createServer((request, response) => app.routing(request, response));
  further.push(second);
  await new Promise<void>((resolve, reject) => {
    second.once('error', (error: NodeJS.ErrnoException) =>
      withoutAddress.includes(error.code ?? '') ? resolve() : reject(error),
    );
    second.listen({ port, host: loopbackAddresses[1], ipv6Only: true }, resolve);
  });
}
