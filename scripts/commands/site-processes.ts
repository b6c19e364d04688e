import type { ChildProcess } from 'node:child_process';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../server/config/config.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { paths } from '../../shared/paths.ts';
import { exitCodeOf } from './signals.mjs';
import { ExplainedError } from './step.mjs';
import { spawnTied } from './tied-process.mjs';

const scripts = {
  server: 'server/main.ts',
  login: 'stand-ins/login/main.ts',
  mail: 'stand-ins/mail/main.ts',
  cards: 'stand-ins/cards/main.ts',
  vies: 'stand-ins/vies/main.ts',
  ai: 'stand-ins/ai/main.ts',
} as const;

/** How long a process may take to become ready, and to end when asked; the server finishes requests for 15 seconds. */
const readyWithinMs = 5 * 60_000;
const endWithinMs = 30_000;
const askAgainMs = 50;
const keptCharacters = 20_000;

export type SiteProcessName = keyof typeof scripts;

/** A running process of the site. */
export interface SiteProcess {
  readonly name: SiteProcessName;
  readonly child: ChildProcess;
  /** The last part of its output so far, both streams; empty when that goes to this process's own output. */
  output(): string;
  /** Resolves when it has ended: its exit code, or 128 plus the signal's number for an end by signal. */
  readonly ended: Promise<number>;
  /** Asks it to end, kills it if it does not, and resolves when it has. */
  stop(): Promise<number>;
}

/**
 * Starts one of the site's processes with `environment`; its output goes to `onOutput`, or to this process's own. `flags` are
 * Node's own.
 */
export function startProcess(
  name: SiteProcessName,
  environment: NodeJS.ProcessEnv,
  onOutput?: (chunk: string) => void,
  flags: string[] = [],
): SiteProcess {
  // A process group of its own: Ctrl-C reaches only the command, which then asks each process once.
  const child = spawnTied(process.execPath, scripts[name], [], {
    env: environment,
    flags,
    stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-keptCharacters);
      onOutput?.(chunk);
    });
  const ended = new Promise<number>((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (code, signal) => resolve(code ?? exitCodeOf(signal ?? 'SIGKILL')));
  });
  let stopped: Promise<number> | undefined;
  const stopOnce = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
    const code = await ended;
    clearTimeout(timer);
    return code;
  };
  return {
    name,
    child,
    output: () => output,
    ended,
    // A second request would be taken as impatience: the server then drops what it is doing.
    stop() {
      stopped ??= stopOnce();
      return stopped;
    },
  };
}

/** Resolves when the server says that it is ready; rejects when it ends first or takes too long. */
export async function waitForServer(server: SiteProcess, config: Config): Promise<void> {
  const url = new URL(apiPaths.health, localOrigin(config.host, config.port));
  await waitUntil(server, async () => (await fetch(url)).ok);
}

/** Resolves when the first page has been sent completely; rejects when the answer is not a page. */
export async function waitForPage(config: Config): Promise<void> {
  const answer = await fetch(new URL(paths.landing, localOrigin(config.host, config.port)));
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The first page answers with ${answer.status}.`);
}

/** Resolves when `process` accepts connections at `port`; rejects when it ends first or takes too long. */
export async function waitForPort(process: SiteProcess, port: number): Promise<void> {
  await waitUntil(process, () => accepts(port));
}

async function waitUntil(process: SiteProcess, isReady: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  let hasEnded = false;
  void process.ended.then(() => {
    hasEnded = true;
  });
  while (!(await isReady().catch(() => false))) {
    if (hasEnded) throw new Error(`The ${process.name} process ended before it was ready.`);
    if (performance.now() > deadline)
      throw new ExplainedError(
        `The ${process.name} process is not ready after five minutes: the machine may be too busy. Try again.`,
      );
    await wait(askAgainMs);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, 'localhost', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** The address at which this machine reaches a server that listens on `host`. */
function localOrigin(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
