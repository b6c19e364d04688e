import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { hourMs } from '../../shared/durations.ts';
import { ExplainedError } from '../operator/explained-error.mjs';
import { environmentOf, type Layout, readSettings, type Settings } from './layout.ts';
import { readArchiveName, verifyArchive } from './package.ts';
import { becomesHealthy, findServedVersion, systemctl, unitOf } from './processes.ts';
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
  now?: () => Date;
}

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
  const { layout, say, withoutWayBack = false, patienceMs, now = () => new Date() } = options;
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
  await rollTo(version, settings, { layout, say, patienceMs });
  for (const old of removeOldVersions(layout)) say(`Removed an old version: ${old}`);
}

/** Lets the version before serve again, or the one that is named; nothing of what was written since is lost. */
export async function goBack(wanted: string | undefined, { layout, say, patienceMs }: DeployOptions): Promise<void> {
  const settings = readSettings(layout);
  const version = wanted ?? findVersion(layout.previous);
  if (!version) throw new ExplainedError('No version served before this one.');
  if (!listVersions(layout).includes(version))
    throw new ExplainedError(`${version} is not there. There are: ${listVersions(layout).join(', ')}`);
  await alone(layout, async () => {
    await lookBefore(layout, version, settings);
    await rollTo(version, settings, { layout, say, patienceMs });
  });
}

/** Restarts every process, one after the other, so that each has the settings of now. Throws where one does not become healthy. */
export async function restartAll({
  layout,
  say,
  patienceMs,
}: Pick<DeployOptions, 'layout' | 'say' | 'patienceMs'>): Promise<void> {
  const { ports } = readSettings(layout);
  const version = findVersion(layout.current);
  if (!version) return;
  for (const port of ports) {
    if (!(await restart(port, version, patienceMs)))
      throw new ExplainedError(`The process on port ${port} does not become healthy:\n${readLog(port)}`);
    say(`Restarted on port ${port}.`);
  }
}

/** Asks the version itself: settings, legal texts, whether it can work on the database. */
async function lookBefore(layout: Layout, version: string, settings: Settings): Promise<Prepared> {
  // One from before there was this question is asked by its start alone.
  if (!existsSync(path.join(folderOf(layout, version), 'server/deployment/prepare.ts')))
    return { isEmpty: false, pending: [], closing: [] };
  return JSON.parse(await runOf(layout, version, settings, ['server/deployment/prepare.ts', 'look']));
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
  await runOf(layout, served, settings, ['server/operator/main.ts', 'backup', 'run'], 'The backup failed');
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
  fault = `${version} cannot be used`,
): Promise<string> {
  const folder = folderOf(layout, version);
  const node = path.join(folder, 'node_modules/.bin/node');
  try {
    return (await run(node, [...args], { cwd: folder, env: environmentOf(settings) })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    if (stderr === undefined) throw error;
    throw new ExplainedError(`${fault}, and nothing was changed:\n${stdout}${stderr}`.trimEnd());
  }
}

interface RollOptions {
  layout: Layout;
  say: (line: string) => void;
  patienceMs?: number | undefined;
}

/** Lets every process be of the version, one after the other; if one does not become healthy, the version before is back in all of them. */
async function rollTo(version: string, { ports }: Settings, { layout, say, patienceMs }: RollOptions): Promise<void> {
  const served = findVersion(layout.current);
  const earlier = findVersion(layout.previous);
  // A deploy that was stopped after this step has the version before in the other link.
  const before = served === version ? earlier : served;
  switchTo(layout, version);
  for (const port of ports) {
    if ((await findServedVersion(port)) === version) continue;
    if (await restart(port, version, patienceMs)) {
      say(`Serves on port ${port}: ${version}`);
      continue;
    }
    const log = readLog(port);
    if (!before || before === version)
      throw new ExplainedError(
        `${version} does not become healthy on port ${port}, and there is no version to go back to:\n${log}`,
      );
    undoSwitch(layout, before, earlier);
    const unwell: number[] = [];
    for (const each of ports)
      if ((await findServedVersion(each)) !== before && !(await restart(each, before))) unwell.push(each);
    throw new ExplainedError(
      [
        `${version} did not become healthy on port ${port}.`,
        unwell.length
          ? `${before} does NOT become healthy either, on port ${unwell.join(', ')}: look at writing-ant status.`
          : `${before} serves again.`,
        log,
      ].join('\n'),
    );
  }
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
