import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { hourMs } from '../../shared/durations.ts';
import { ExplainedError } from '../operator/explained-error.mjs';
import { environmentOf, type Layout, readSettings, replaceFile, type Settings, writeSettings } from './layout.ts';
import { readArchiveName, verifyArchive } from './package.ts';
import { becomesHealthy, findServedVersion, systemctl, unitOf } from './processes.ts';
import { installUnits } from './units.ts';
import {
  alone,
  findVersion,
  folderOf,
  listVersions,
  removeOldVersions,
  switchTo,
  undoSwitch,
  unpack,
} from './versions.ts';

const run = promisify(execFile);

/** What a version says of the database on which it is about to work (prepare.ts). */
export interface Prepared {
  isEmpty: boolean;
  /** Migrations that it brings. */
  pending: string[];
  /** Those of them after which no version before it may start. */
  closing: string[];
}

interface DeployOptions {
  layout: Layout;
  /** Tells what is being done. */
  say: (line: string) => void;
  /** A version after which there is no way back. */
  withoutWayBack?: boolean;
  /** An archive that nobody has signed. */
  unsigned?: boolean;
  /** How long a process may take to become healthy. */
  patienceMs?: number;
  /** False where the version that is in service is only to be started: nothing else may take its place then. */
  hasWayBack?: boolean;
  now?: () => Date;
}

type RestartOptions = Pick<DeployOptions, 'layout' | 'say' | 'patienceMs'>;

/**
 * Brings a version into service, one process after the other, so that nobody notices. Whatever it is stopped at, also by `kill -9`, a
 * whole version serves; called again, it goes on. When the new version does not become healthy, the one before serves again. Throws an `ExplainedError`.
 */
export async function deploy(archive: string, options: DeployOptions): Promise<void> {
  const { layout, say, unsigned = false } = options;
  const settings = readSettings(layout);
  const { version } = readArchiveName(archive);
  await alone(layout, async () => {
    if (unsigned) say(`Not verified, as you wish: ${archive}`);
    else {
      await verifyArchive(archive, settings.packageKeys);
      say('Hash and signature are right.');
    }
    unpack(layout, archive);
    say(`Unpacked: ${folderOf(layout, version)}`);
    await bringIntoService(version, settings, options);
  });
}

/** The same for a version that is unpacked. */
export async function bringIntoService(version: string, settings: Settings, options: DeployOptions): Promise<void> {
  const { layout, say, withoutWayBack = false, now = () => new Date() } = options;
  const found = await lookBefore(layout, version, settings);
  if (found.closing.length && !withoutWayBack)
    throw new ExplainedError(
      `After ${found.closing.join(', ')} no version before ${version} can start: --without-way-back deploys it all the same.`,
    );
  await backUpWhereDue(found, settings, { layout, say, now: now() });
  if (found.pending.length) {
    await runOf(layout, version, settings, ['server/deployment/prepare.ts', 'migrate']);
    say(`Migrated: ${found.pending.length === 1 ? found.pending[0] : `${found.pending.length} migrations`}`);
  }
  await rollTo(version, settings, options);
  for (const old of removeOldVersions(layout)) say(`Removed an old version: ${old}`);
}

/** Lets the version before serve again, or the one that is named; nothing of what was written since is lost. */
export async function goBack(wanted: string | undefined, options: DeployOptions): Promise<void> {
  const { layout } = options;
  const settings = readSettings(layout);
  const version = wanted ?? findVersion(layout.previous);
  if (!version) throw new ExplainedError('No version served before this one.');
  if (!listVersions(layout).includes(version))
    throw new ExplainedError(`${version} is not there. There are: ${listVersions(layout).join(', ')}`);
  await alone(layout, async () => {
    await lookBefore(layout, version, settings);
    await rollTo(version, settings, options);
  });
}

/** Restarts every process, one after the other, so that each has the settings of now. Throws where one does not become healthy. */
export const restartAll = (options: RestartOptions): Promise<void> => alone(options.layout, () => restartEach(options));

/** The same with what `change` makes of the settings; where that does not work, the former ones are back, also in the processes. */
export async function restartWith(change: () => void, options: RestartOptions): Promise<void> {
  const { layout, patienceMs } = options;
  await alone(layout, async () => {
    const settings = readFileSync(layout.settingsFile, 'utf8');
    const days = existsSync(layout.secretDays) ? readFileSync(layout.secretDays, 'utf8') : undefined;
    change();
    const touched: number[] = [];
    try {
      await restartEach(options, touched);
    } catch (error) {
      if (!(error instanceof ExplainedError)) throw error;
      if (days === undefined) rmSync(layout.secretDays, { force: true });
      else replaceFile(layout.secretDays, days, 0o600);
      writeSettings(layout, settings);
      const unwell = await restartWhere(touched, findVersion(layout.current)!, () => true, patienceMs);
      const rest = unwell.length ? ` ${describeUnwell('They do', unwell)}` : '';
      throw new ExplainedError(`${error.message.trimEnd()}\nThe former settings are back.${rest}`);
    }
  });
}

/** Adds to `touched` which processes it has restarted, or tried to. */
async function restartEach({ layout, say, patienceMs }: RestartOptions, touched: number[] = []): Promise<void> {
  const settings = readSettings(layout);
  const version = findVersion(layout.current);
  if (!version) return;
  await lookBefore(layout, version, settings);
  for (const { port } of await unwellFirst(settings.ports)) {
    touched.push(port);
    if (!(await restart(port, version, patienceMs)))
      throw new ExplainedError(`The process on port ${port} does not become healthy:\n${readLog(port)}`);
    say(`Restarted on port ${port}.`);
  }
}

/** Asks the version itself: settings, legal texts, whether it can work on the database. */
async function lookBefore(layout: Layout, version: string, settings: Settings, fault?: string): Promise<Prepared> {
  // One from before there was this question is asked by its start alone.
  if (!existsSync(path.join(folderOf(layout, version), 'server/deployment/prepare.ts')))
    return { isEmpty: false, pending: [], closing: [] };
  return JSON.parse(await runOf(layout, version, settings, ['server/deployment/prepare.ts', 'look'], fault));
}

/** With anything to migrate, or where the newest dump is older than an hour. */
async function backUpWhereDue(
  { isEmpty, pending }: Prepared,
  settings: Settings,
  { layout, say, now }: { layout: Layout; say: (line: string) => void; now: Date },
): Promise<void> {
  const served = findVersion(layout.current);
  if (isEmpty || !served) return;
  const newest = findNewestDump(settings.all.DATA_DIR ?? layout.dataDir);
  if (!pending.length && newest && now.getTime() - newest.getTime() < hourMs) return;
  say('Backing up.');
  try {
    const fault = 'The backup failed, and nothing was changed';
    await runOf(layout, served, settings, ['server/operator/main.ts', 'backup', 'run'], fault);
  } catch (error) {
    // Its second place may be away for days; what a deploy needs is the dump.
    const made = findNewestDump(settings.all.DATA_DIR ?? layout.dataDir);
    if (!(error instanceof ExplainedError) || !made || (newest && made <= newest)) throw error;
    const [, ...output] = error.message.split('\n');
    say(['The dump is there, so it goes on, although the backup was not whole:', ...output].join('\n'));
  }
}

/** When the newest whole dump was written. */
export function findNewestDump(dataDir: string): Date | undefined {
  const folder = path.join(dataDir, 'dumps');
  if (!existsSync(folder)) return undefined;
  const names = readdirSync(folder).filter((name) => /\.dump\.gz(?:\.age)?$/.test(name));
  // One may be removed at this moment.
  const times = names.flatMap((name) => statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? []);
  return times.length ? new Date(Math.max(...times)) : undefined;
}

/** Runs a program of a version, which becomes the service's user. Throws what it says where it fails. */
async function runOf(
  layout: Layout,
  version: string,
  settings: Settings,
  args: readonly string[],
  fault = `${version} cannot be used, and nothing was changed`,
): Promise<string> {
  const folder = folderOf(layout, version);
  const node = path.join(folder, 'node_modules/.bin/node');
  try {
    return (await run(node, [...args], { cwd: folder, env: environmentOf(settings) })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    if (stderr === undefined) throw error;
    throw new ExplainedError(`${fault}:\n${stdout}${stderr}`.trimEnd());
  }
}

/**
 * Lets every process be of the version, one after the other; if one does not become healthy, the version before is back in all of them, where it
 * can work. A process that is added to others of the version, or mended, is no reason to take those away.
 */
async function rollTo(version: string, settings: Settings, options: DeployOptions): Promise<void> {
  const { layout, say, patienceMs, hasWayBack = true } = options;
  const served = findVersion(layout.current);
  const earlier = findVersion(layout.previous);
  // A deploy that was stopped after this step has the version before in the other link.
  const before = served === version ? earlier : served;
  const processes = await unwellFirst(settings.ports);
  const isServed = served === version && processes.some((each) => each.served === version);
  switchTo(layout, version);
  await installUnits(layout, folderOf(layout, version));
  for (const { port, served: found } of processes) {
    if (found === version) continue;
    if (await restart(port, version, patienceMs)) {
      say(`Serves on port ${port}: ${version}`);
      continue;
    }
    const log = readLog(port);
    if (!before || before === version || isServed || !hasWayBack)
      throw new ExplainedError(`${version} does not become healthy on port ${port}:\n${log}`);
    const fault = `${before} cannot serve instead, and what is healthy goes on`;
    const outcome = await lookBefore(layout, before, settings, fault).then(
      () => rollBack(before, earlier, settings, options),
      (error: Error) => error.message,
    );
    throw new ExplainedError(`${version} did not become healthy on port ${port}.\n${outcome}\n${log}`);
  }
}

/** Returns what became of it. */
async function rollBack(
  before: string,
  earlier: string | undefined,
  { ports }: Settings,
  { layout, patienceMs }: DeployOptions,
): Promise<string> {
  undoSwitch(layout, before, earlier);
  await installUnits(layout, folderOf(layout, before));
  const unwell = await restartWhere(ports, before, (served) => served !== before, patienceMs);
  return unwell.length ? describeUnwell(`${before} does`, unwell) : `${before} serves again.`;
}

const describeUnwell = (who: string, ports: readonly number[]): string =>
  `${who} NOT become healthy either, on port ${ports.join(', ')}: look at writing-ant status.`;

/** Those first that do not answer well: nobody misses them, and what goes wrong there takes nothing from those that serve. */
async function unwellFirst(ports: readonly number[]): Promise<{ port: number; served: string | undefined }[]> {
  const processes = await Promise.all(ports.map(async (port) => ({ port, served: await findServedVersion(port) })));
  return processes.toSorted((one, other) => Number(Boolean(one.served)) - Number(Boolean(other.served)));
}

/** Restarts what is due; what answers well stays as it is once another one has not become healthy. Returns the ports of those. */
async function restartWhere(
  ports: readonly number[],
  version: string,
  isDue: (served: string | undefined) => boolean,
  patienceMs?: number,
): Promise<number[]> {
  const unwell: number[] = [];
  for (const { port, served } of await unwellFirst(ports))
    if (isDue(served) && !(served && unwell.length) && !(await restart(port, version, patienceMs))) unwell.push(port);
  return unwell;
}

async function restart(port: number, version: string, patienceMs?: number): Promise<boolean> {
  try {
    await systemctl('restart', unitOf(port));
  } catch {
    return false;
  }
  return becomesHealthy(port, version, patienceMs);
}

/** What the process has said last. */
function readLog(port: number): string {
  try {
    return execFileSync('journalctl', ['--unit', unitOf(port), '--lines', '12', '--output', 'cat'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}
