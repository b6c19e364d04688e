import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

/** Whether there is something at `place`. Throws where that cannot be seen: what is hidden is not missing. */
export function isThere(place: string): boolean {
  try {
    statSync(place);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

/** The name of a user of this machine, or `user <number>` where it has none. */
export function nameOfUser(uid: number): string {
  try {
    return execFileSync('id', ['-un', String(uid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return `user ${uid}`;
  }
}

/** A sentence for a file or folder that this process may not use, if that is what `error` tells of. */
export function explainFileFault(error: unknown): string | undefined {
  const { code, path: place } = (error ?? {}) as NodeJS.ErrnoException;
  const own = process.geteuid?.();
  if ((code !== 'EACCES' && code !== 'EPERM') || !place || own === undefined) return undefined;
  const { found, uid, mode } = findNearest(path.resolve(place));
  const user = nameOfUser(own);
  const owner = uid === own ? user : nameOfUser(uid);
  return (
    `${place} cannot be used: ${found} belongs to ${owner} (mode ${mode}), and this process runs as ${user}. ` +
    (uid === own ? `Allow it: chmod u+rwX ${found}` : `Let that user have it: chown -R ${user} ${found}`)
  );
}

/** The file itself, or the last of the folders on the way to it that can be seen. */
function findNearest(place: string): { found: string; uid: number; mode: string } {
  for (let found = place; ; found = path.dirname(found))
    try {
      const { uid, mode } = statSync(found);
      return { found, uid, mode: (mode & 0o7777).toString(8) };
    } catch (error) {
      if (path.dirname(found) === found) throw error;
    }
}
