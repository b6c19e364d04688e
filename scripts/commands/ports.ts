import { randomInt } from 'node:crypto';
import net from 'node:net';
import { ExplainedError } from './step.mjs';

/** The interface that only this machine reaches. */
export const loopbackHost = '127.0.0.1';

/** A port that a command is about to use, and the setting that moves it. */
export interface WantedPort {
  purpose: string;
  setting: string;
  port: number;
  host: string;
}

/** Throws one sentence that says what to do when another program listens on a wanted port. */
export async function requireFreePorts(wanted: readonly WantedPort[]): Promise<void> {
  for (const { purpose, setting, port, host } of wanted) {
    if (await isPortFree(port, host)) continue;
    throw new ExplainedError(
      `Port ${port} for ${purpose} is taken: end what listens there, or choose another one, for example ${setting}=${port + 10}.`,
    );
  }
}

/** True when nothing listens on `port`. Any other fault is better explained by whoever listens there. */
function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/**
 * Below those that systems hand out by themselves (Linux from 32768 on, others from 49152 on): between the search and its
 * use, a port from there is now and then given to somebody else, whose answers are then taken for those expected.
 */
const searched = { from: 11_000, until: 32_000 };

/**
 * `count` different ports of the loopback interface that nothing listens on. They are even, so that whoever needs a second
 * one can take the next.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = 2 * randomInt(searched.from / 2, searched.until / 2);
    if ((await isPortFree(port, loopbackHost)) && (await isPortFree(port, '::1'))) found.add(port);
  }
  return [...found];
}
