import { execFileSync } from 'node:child_process';
import {
  existsSync,
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
const lockMark = '.deploying.';

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

/**
 * Does `work` while no other command changes on this machine what serves. One that was killed keeps nobody out. Each writes a file of its
 * own before it looks for those of others: of two that begin at once, one at least sees the other.
 */
export async function alone<Result>(
  { versions }: Pick<Layout, 'versions'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const own = `${lockMark}${process.pid}`;
  writeFileSync(path.join(versions, own), '');
  try {
    for (const name of readdirSync(versions)) {
      if (!name.startsWith(lockMark) || name === own) continue;
      const pid = Number(name.slice(lockMark.length));
      if (isOurs(pid))
        throw new ExplainedError(`Another command of writing-ant is under way (process ${pid}): wait for it.`);
      rmSync(path.join(versions, name), { force: true });
    }
    return await work();
  } finally {
    rmSync(path.join(versions, own), { force: true });
  }
}

/** Whether the process is one of ours still: after a restart of the machine, its number may be somebody else's. */
function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const running = `/proc/${pid}/cmdline`;
    return !existsSync(running) || readFileSync(running, 'utf8').includes('deployment/main.ts');
  } catch {
    return false;
  }
}
