import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isThere } from '../file-access.ts';
import { ensurePrivateFolder } from '../private-folder.ts';

const sqliteBusy = 5;

/** An open lock that nobody refers to any more would be closed by the garbage collector, and so given back. */
const held = new Set<DatabaseSync>();

/** Code of the error when another process holds the folder. */
export const dataFolderInUse = 'DATA_FOLDER_IN_USE';

/**
 * Takes the only lock of a data folder, or throws a sentence that names its holder. Returns the function that releases
 * it.
 *
 * The embedded database has no lock of its own, and a second process would silently lose writes. This is a lock of the
 * operating system, held through an open SQLite transaction on `database.lock`: it ends with the process, however that
 * dies, so no lock is ever stale, and it also works between containers, where process ids mean nothing.
 */
export function lockDataFolder(dataDir: string): () => void {
  ensurePrivateFolder(dataDir);
  const holderFile = path.join(dataDir, 'database.holder');
  const lockFile = path.join(dataDir, 'database.lock');
  // SQLite does not say why it cannot open a file.
  if (isThere(lockFile)) accessSync(lockFile, constants.R_OK | constants.W_OK);
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    const sentence =
      `The data folder ${dataDir} is in use by ${readHolder(holderFile)}. ` +
      'Stop that process, choose another folder with DATA_DIR, or use PostgreSQL with DATABASE_URL.';
    throw Object.assign(new Error(sentence), { code: dataFolderInUse });
  }
  // Only for the sentence above: the lock itself does not depend on it.
  writeFileSync(holderFile, `process ${process.pid}`);
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

function readHolder(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8') || 'another process';
  } catch {
    return 'another process';
  }
}
