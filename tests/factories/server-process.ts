import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findFreePorts } from '../../scripts/commands/ports.ts';
import { spawnTied } from '../../scripts/commands/tied-process.mjs';
import { apiPaths } from '../../shared/api-paths.ts';
import { bareEnvironment } from './bare-environment.ts';
import { briefDatabase } from './brief-database.ts';
import type { DatabasePlace } from './database.ts';
import { unusedPorts } from './unused-ports.ts';

/** The server as a process of its own, as `npm start` runs it. */
export interface ServerProcess {
  child: ChildProcess;
  /** Both streams so far. */
  output(): string;
  /** Resolves when it has ended: its exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>;
}

interface ServerProcessOptions {
  /** Named as in the environment; nothing else of the environment is passed on. */
  settings: Record<string, string>;
  siteDirectory: string;
  /** Of another version of the software than this one: what tests/factories/serve-site.ts is to it. */
  script?: string;
  /** For a server that is measured: the embedded database takes a while to become fast. */
  optimized?: boolean;
  /** An open file for standard output; otherwise it is read. */
  standardOutput?: number;
}

const ownScript = fileURLToPath(new URL('./serve-site.ts', import.meta.url));

/** Starts the server without waiting for anything. It ends with this process at the latest, also where a test fails. */
export function startServerProcess({
  settings,
  siteDirectory,
  script = ownScript,
  optimized = false,
  standardOutput,
}: ServerProcessOptions): ServerProcess {
  const child = spawnTied(process.execPath, script, [siteDirectory], {
    flags: optimized ? [] : [briefDatabase],
    env: { ...bareEnvironment, ...settings },
    stdio: ['ignore', standardOutput ?? 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const ended = new Promise<number | string>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  );
  return { child, output: () => output, ended };
}

/** Resolves when the server on `port` is ready. Throws, with its output, when it ends first. */
export async function waitUntilReady(server: ServerProcess, port: number): Promise<void> {
  let hasEnded = false;
  void server.ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const answer = await fetch(`http://127.0.0.1:${port}${apiPaths.health}`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The server ended before it was ready:\n${server.output()}`);
}

/** A port for a server, on which nothing listens. */
export async function findServerPort(): Promise<number> {
  const [port = 0] = await findFreePorts(1);
  return port;
}

/** Settings of a server on `port` over `place`. */
export function settingsFor(
  place: Pick<DatabasePlace, 'databaseUrl' | 'dataDir'>,
  port: number,
): Record<string, string> {
  return {
    ...unusedPorts,
    PORT: String(port),
    LOGIN_PORT: String(port + 1),
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  };
}
