import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ExplainedError } from '../operator/explained-error.mjs';
import type { Layout } from './layout.ts';
import { findDamage, readArchiveName } from './package.ts';

/** As many stay beside the one that serves and the one before. */
const keptVersions = 3;

const unfinishedMark = '.unfinished-';

export const folderOf = ({ versions }: Layout, version: string): string => path.join(versions, version);

/** Those that are unpacked whole, the oldest first. */
export function listVersions({ versions }: Layout): string[] {
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .filter((name) => /^\d{4}-\d{2}-\d{2}-[\da-f]{10}(-changed)?$/.test(name))
    .toSorted();
}

/** Which version a link names; undefined where there is none. */
export function findVersion(link: string): string | undefined {
  try {
    return path.basename(readlinkSync(link));
  } catch {
    return undefined;
  }
}

/** Unpacks a verified archive into a folder of its version, which has that name only once it is whole. */
export function unpack(layout: Layout, archive: string): void {
  const { version, folder } = readArchiveName(archive);
  if (existsSync(folderOf(layout, version)) && !findDamage(folderOf(layout, version)).length) return;
  const unfinished = path.join(layout.versions, `${unfinishedMark}${version}`);
  for (const name of readdirSync(layout.versions))
    if (name.startsWith(unfinishedMark)) rmSync(path.join(layout.versions, name), { recursive: true });
  mkdirSync(unfinished);
  execFileSync('tar', ['--extract', '--gzip', '--no-same-owner', `--file=${archive}`, `--directory=${unfinished}`]);
  const damaged = findDamage(path.join(unfinished, folder));
  if (damaged.length)
    throw new ExplainedError(`${archive} was not unpacked whole: ${damaged.join(', ')}. Is the disk full?`);
  rmSync(folderOf(layout, version), { recursive: true, force: true });
  renameSync(path.join(unfinished, folder), folderOf(layout, version));
  rmSync(unfinished, { recursive: true });
}

/** From here on each process that starts is of this version. One step: there is never no version. */
export function switchTo(layout: Layout, version: string): void {
  const served = findVersion(layout.current);
  if (served === version) return;
  // First, so that the way back is known whatever happens next.
  if (served) replaceLink(layout.previous, folderOf(layout, served));
  replaceLink(layout.current, folderOf(layout, version));
}

/** What did not become healthy is no version to go back to: the way back leads to `earlier`, as it did. */
export function undoSwitch(layout: Layout, before: string, earlier: string | undefined): void {
  replaceLink(layout.current, folderOf(layout, before));
  if (earlier === undefined || earlier === before) rmSync(layout.previous, { force: true });
  else replaceLink(layout.previous, folderOf(layout, earlier));
}

export function replaceLink(link: string, target: string): void {
  const draft = `${link}.${process.pid}`;
  rmSync(draft, { force: true });
  symlinkSync(target, draft);
  renameSync(draft, link);
}

/** Removes the oldest versions, and never one that serves or did before. Returns which. */
export function removeOldVersions(layout: Layout): string[] {
  const needed = [findVersion(layout.current), findVersion(layout.previous)];
  const old = listVersions(layout)
    .filter((version) => !needed.includes(version))
    .slice(0, -keptVersions);
  for (const version of old) rmSync(folderOf(layout, version), { recursive: true });
  return old;
}

/** Does `work` while nobody else deploys on this machine. One that was killed keeps nobody out. */
export async function alone<Result>({ versions }: Layout, work: () => Promise<Result>): Promise<Result> {
  const lock = path.join(versions, '.deploying');
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    if (!isHeld(lock)) rmSync(lock, { force: true });
    linkSync(draft, lock);
  } catch {
    throw new ExplainedError(
      `Another deploy or back is under way (process ${readFileSync(lock, 'utf8')}): wait for it.`,
    );
  } finally {
    rmSync(draft);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether the process is one of ours still: after a restart of the machine, its number may be somebody else's. */
function isHeld(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    process.kill(pid, 0);
    const running = `/proc/${pid}/cmdline`;
    return !existsSync(running) || readFileSync(running, 'utf8').includes('deployment/main.ts');
  } catch {
    return false;
  }
}
