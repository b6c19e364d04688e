import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long requests under way may take to finish; downloads are cut off after that, since they can be resumed. */
const graceMs = 15_000;

/**
 * On SIGTERM, SIGINT or SIGHUP: stops accepting, finishes requests under way, runs `closers` one after the other and
 * ends with code 0. A second signal ends at once.
 */
export function endOnSignal(app: FastifyInstance, closers: (() => Promise<unknown>)[]): void {
  let isEnding = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isEnding) process.exit(1);
      isEnding = true;
      app.log.info({ signal }, 'ending');
      void end(app, closers);
    });
}

/** An uncaught fault leaves the process in an unknown state: it is logged without its message, and ends it. */
export function endOnFault(app: FastifyInstance): void {
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'uncaught fault');
    process.exit(1);
  });
}

async function end(app: FastifyInstance, closers: (() => Promise<unknown>)[]): Promise<void> {
  setTimeout(() => app.server.closeAllConnections(), graceMs).unref();
  try {
    await app.close();
    // Connections that had to be cut are logged at the end of this turn, before any timer.
    await wait(0);
    for (const close of closers) await close();
    app.log.info('ended');
    process.exit(0);
  } catch (error) {
    app.log.error({ err: error }, 'ending failed');
    process.exit(1);
  }
}
