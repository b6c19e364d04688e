import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ExplainedFault } from './stand-in.ts';

/** Where a stand-in keeps what it must not forget. */
interface Place {
  /** Absolute; a folder of its own inside DATA_DIR. */
  folder: string;
  /** The stand-in, as its faults call it. */
  owner: string;
  /** Each brings the tables of the version before to the next; only ever appended to. */
  steps: readonly string[];
}

/** Another process holds the folder. */
class FolderInUseError extends ExplainedFault {
  constructor({ owner, folder }: Place) {
    super(`Another ${owner} is already using ${folder}. Stop it, or set another DATA_DIR.`);
  }
}

/** A later version has written there; this one would not understand it. */
export class FolderTooNewError extends ExplainedFault {
  constructor({ owner, folder }: Place) {
    super(`${folder} was written by a newer ${owner}. Update the project, or set another DATA_DIR.`);
  }
}

/** How long a start waits for a predecessor that is just ending. */
const lockWaitMs = 3000;

/**
 * Opens a stand-in's database, a file named after the folder. What a statement has written is on disk when it returns, so an answered request
 * survives kill -9 and loss of power. The operating system holds the lock and drops it with the process. Throws
 * `FolderInUseError` and `FolderTooNewError`.
 */
export function openStore(place: Place): DatabaseSync {
  const { folder } = place;
  mkdirSync(path.dirname(folder), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${path.basename(folder)}.db`);
  closeSync(openSync(file, 'a', 0o600));
  syncFolder(folder);
  const database = new DatabaseSync(file, { timeout: lockWaitMs });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    database.exec('BEGIN EXCLUSIVE');
    takeSteps(database, place);
    database.exec('COMMIT');
  } catch (error) {
    database.close();
    if (/locked|busy/i.test((error as Error).message)) throw new FolderInUseError(place);
    throw error;
  }
  return database;
}

/** Brings the tables of an older version to the present shape, and keeps what is in them. */
function takeSteps(database: DatabaseSync, place: Place): void {
  const { steps } = place;
  const { user_version: taken } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (taken > steps.length) throw new FolderTooNewError(place);
  for (const step of steps.slice(taken)) database.exec(step);
  database.exec(`PRAGMA user_version = ${steps.length}`);
}

/** Runs `work` as one transaction: all of it is kept, or nothing. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** Makes the folder's list of names durable; file systems that cannot are left as they are. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}
