import { execFile } from 'node:child_process';
import { copyFile, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { hourMs } from '../../../shared/durations.ts';
import { isRemote } from '../../config/backup.ts';

/** Where copies of dumps are kept, off this machine: a folder that is mounted, or a remote of rclone. */
interface SecondPlace {
  /** Whole there before it gets its name. */
  put(file: string): Promise<void>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** It could not be reached, or did not take what it was given. */
export class CopyFailed extends Error {}

/**
 * Removes from the second place whatever is over there, and copies files to it. Returns how many were removed; throws `CopyFailed` with
 * what the place has said.
 */
export async function copyTo(
  place: string,
  files: readonly string[],
  isOver: (name: string) => boolean,
): Promise<number> {
  const second = isRemote(place) ? remoteAt(place) : folderAt(place);
  const removeOver = async () => {
    const over = (await second.list()).filter(isOver);
    for (const name of over) await second.remove(name);
    return over.length;
  };
  try {
    // Before anything comes: a place that is full takes no more until something goes.
    const removed = await removeOver().catch(() => undefined);
    for (const file of files) await second.put(file);
    // What cannot be removed keeps no dump from its copy, and a remote folder may exist only now.
    return removed ?? (await removeOver());
  } catch (error) {
    throw new CopyFailed(explain(error, place), { cause: error });
  }
}

function folderAt(folder: string): SecondPlace {
  return {
    async put(file) {
      // The folder itself has to be there: one that is not mounted would fill this disk.
      await readdir(folder);
      const place = path.join(folder, path.basename(file));
      const draft = `${place}.new`;
      try {
        await copyFile(file, draft);
        const handle = await open(draft, 'r+');
        await handle.sync().finally(() => handle.close());
        await rename(draft, place);
      } finally {
        await rm(draft, { force: true });
      }
    },
    list: () => readdir(folder),
    remove: (name) => rm(path.join(folder, name), { force: true }),
  };
}

function remoteAt(remote: string): SecondPlace {
  const within = (name: string) => (/[:/]$/.test(remote) ? `${remote}${name}` : `${remote}/${name}`);
  return {
    put: async (file) => void (await rclone('copyto', file, within(path.basename(file)))),
    list: async () => (await rclone('lsf', '--files-only', remote)).split('\n').filter(Boolean),
    remove: async (name) => void (await rclone('deletefile', within(name))),
  };
}

/** Slow lines are used, too, but the next dump is due in an hour. */
const patienceMs = hourMs;

const run = promisify(execFile);

/** It asks nobody: what it has to know stands in its own settings. */
const rclone = async (...args: string[]): Promise<string> =>
  (await run('rclone', ['--ask-password=false', '--retries=3', ...args], { timeout: patienceMs, encoding: 'utf8' }))
    .stdout;

function explain(error: unknown, place: string): string {
  const { code, message, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT' && isRemote(place)) return 'rclone is not installed: apt-get install rclone';
  if (code === 'ENOENT') return 'There is no such folder: is it mounted?';
  return stderr?.trim().split('\n').at(-1) || message;
}
