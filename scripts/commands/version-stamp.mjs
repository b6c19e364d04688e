import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where the server finds it (server/config/version.ts): part of what is deployed, unlike the history. */
const stampFile = 'dist/version';

/**
 * Writes which version of the software the folder `root` holds. Where that cannot be known, nothing is left that says
 * otherwise.
 */
export function stampVersion(root) {
  const version = findVersion(root);
  const file = path.join(root, stampFile);
  if (!version) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${version}\n`);
  // A server that starts at this moment reads the one or the other.
  renameSync(unfinished, file);
}

/**
 * The same for a clone, with each command: code that is run as it stands need not have been built. What came without its
 * history keeps the stamp of whoever built it.
 */
export function stampClone(root) {
  if (!hasHistory(root)) return;
  try {
    stampVersion(root);
  } catch {
    // No command fails for that: the folder is read-only, or the disk full.
  }
}

/** A folder above could be the clone of another project. */
const hasHistory = (root) => existsSync(path.join(root, '.git'));

/** Day (UTC) and hash of the commit, and whether files have been changed, added or removed since; undefined without git. */
function findVersion(root) {
  if (!hasHistory(root)) return undefined;
  // Others may be working in the same clone.
  const git = (...args) =>
    execFileSync('git', ['--no-optional-locks', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 28,
    }).trim();
  try {
    const [hash = '', seconds] = git('log', '-1', '--format=%H %ct').split(' ');
    const day = new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
    return `${day}-${hash.slice(0, 10)}${git('status', '--porcelain') ? '-changed' : ''}`;
  } catch {
    return undefined;
  }
}
