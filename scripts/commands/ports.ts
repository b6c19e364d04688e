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

/** `count` different ports of the loopback interface that nothing listens on. */
export async function findFreePorts(count: number): Promise<number[]> {
  const probes = await Promise.all(
    Array.from({ length: count }, async () => {
      const probe = net.createServer();
      await new Promise<void>((resolve, reject) => {
        probe.once('error', reject);
        probe.listen(0, loopbackHost, resolve);
      });
      return probe;
    }),
  );
  // All are held until all are known, so that none is returned twice.
  return Promise.all(
    probes.map((probe) => {
      const { port } = probe.address() as net.AddressInfo;
      return new Promise<number>((resolve) => probe.close(() => resolve(port)));
    }),
  );
}
