/** What all stand-ins for outside services have in common: settings, life with their parent, listening on this machine. */
import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A failure whose message says all there is to say, so that no stack trace is printed. */
export class ExplainedFault extends Error {
  override name = 'ExplainedFault';
}

/** Reads settings one by one and remembers every fault; an empty value counts as unset. */
export class Settings {
  readonly faults: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  find(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined;
  }

  wholeNumber(name: string, standard: number, max: number): number {
    const text = this.find(name);
    if (text === undefined) return standard;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > max) this.faults.push(`${name}: "${text}" is not a whole number from 1 to ${max}.`);
    return value;
  }

  isOn(name: string): boolean {
    const text = this.find(name);
    if (text !== undefined && text !== '0' && text !== '1') this.faults.push(`${name}: must be 1, or left out.`);
    return text === '1';
  }

  /** The process without which a stand-in has no reason to run. */
  parentPid(): number | undefined {
    return this.find('PARENT_PID') === undefined ? undefined : this.wholeNumber('PARENT_PID', 1, 2 ** 31);
  }

  /** Throws one `ExplainedFault` that names every setting that is wrong, one line each. */
  requireFaultless(): void {
    if (this.faults.length > 0)
      throw new ExplainedFault(
        `The settings cannot be used:\n${this.faults.map((fault) => `  - ${fault}`).join('\n')}`,
      );
  }
}

/** What `runStandIn` starts. */
interface StandIn {
  /** As it is called in its one line of output. */
  name: string;
  app: FastifyInstance;
  port: number;
  /** The setting that chooses the port. */
  portSetting: string;
  parentPid: number | undefined;
}

/** Opens a stand-in and runs it until it is told to end or its parent has ended; explained faults end it with 1. */
export async function runStandIn(open: () => Promise<StandIn>): Promise<void> {
  try {
    const { name, app, port, portSetting, parentPid } = await open();
    let ending = false;
    const end = async () => {
      if (ending) return;
      ending = true;
      await app.close();
      process.exit(0);
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
    whenParentEnds(parentPid, end);
    try {
      await listenOnLoopback(app, port);
    } catch (error) {
      await app.close();
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      throw new ExplainedFault(
        `Port ${port} is taken; set ${portSetting} to a free port for the ${name.toLowerCase()}.`,
      );
    }
    process.stdout.write(`${name}: http://localhost:${port}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof ExplainedFault ? error.message : (error as Error).stack}\n`);
    process.exit(1);
  }
}

const checkEveryMs = 1000;

/**
 * Calls `end` when the process that started this one is gone, so that no orphan keeps the port: at once when there is an
 * IPC channel to it, within about a second when only its id is known.
 */
function whenParentEnds(parentPid: number | undefined, end: () => void): void {
  // Undefined without a channel; false when it was closed before this line was reached.
  if (process.connected === false) end();
  process.once('disconnect', end);
  if (parentPid === undefined) return;
  setInterval(() => {
    if (!isRunning(parentPid)) end();
  }, checkEveryMs).unref();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** `localhost` is both; a browser may try either first. */
const loopbackAddresses = ['127.0.0.1', '::1'] as const;

/** Machines without IPv6 have no `::1`. */
const withoutAddress = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/**
 * Listens on both loopback addresses, as far as the machine has them, until the app is closed. Rejects when the port is
 * taken on either: the browser would meet the other program there.
 */
async function listenOnLoopback(app: FastifyInstance, port: number): Promise<void> {
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
