import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import type { Overdue, PromiseCheck, RetentionRule } from '../../contract/retention-rule.ts';
import type { Database } from '../../database/database.ts';
import { listMigrations } from '../../database/migrations.ts';
import { openDatabase } from '../../database/open-database.ts';
import type { DatabaseContents } from '../../database/tables.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';
import { doubtDue } from '../../platform/mails/mails.ts';
import { findOverdue, removeExpired } from '../../platform/retention/retention.ts';
import { copyAllEnds, type FollowEnd, replayEnds } from '../account-ends/account-ends.ts';
import { type DumpHead, dumpLines, requireUsable, restoreLines } from './dump.ts';
import {
  draftTimeOf,
  dumpTimeOf,
  findOldFiles,
  keepDumpFile,
  makeProofFolder,
  readDumpFile,
  removeOldFiles,
  zipLines,
} from './dump-file.ts';

/** The job that removes dumps runs once an hour: early, never late. */
const earlyMs = hourMs;

/** Dumps made then or before are gone at `now`, and so are unfinished ones: no dump takes a day. */
const findCutoffs = (now: Date) => ({
  made: new Date(now.getTime() - retention.backupDays * dayMs),
  begun: new Date(now.getTime() - dayMs),
});

/** Removes dumps whose time is over, and what crashes have left. Returns how many there were. */
export const removeExpiredDumps = (dataDir: string, now: Date): Promise<number> =>
  removeOldFiles(dataDir, findCutoffs(new Date(now.getTime() + earlyMs)));

/** Whether the dump of this name, or what a crash has left of one, is over, wherever it is kept; false for whatever is none. */
export function isOver(name: string, now: Date): boolean {
  const { made, begun } = findCutoffs(new Date(now.getTime() + earlyMs));
  const isBefore = (time: Date | undefined, cutoff: Date) => time !== undefined && time <= cutoff;
  return isBefore(dumpTimeOf(name), made) || isBefore(draftTimeOf(name), begun);
}

/** Those that are still there. */
export const dumpCheck: PromiseCheck = async ({ config }, now) => {
  const files = await findOldFiles(config.dataDir, findCutoffs(now));
  const ids = files.slice(0, shownFiles).map((file) => path.basename(file));
  return files.length ? [{ rule: 'dumps', table: 'files', records: files.length, ids }] : [];
};

const shownFiles = 5;

interface DumpOptions {
  dataDir: string;
  version: string;
  recipient: string | undefined;
  now: Date;
}

interface KeptDump {
  file: string;
  bytes: number;
}

/**
 * Writes one dump of the database as it is at this moment. `look` is called with a file of its bytes in clear once it is kept, maybe
 * encrypted for somebody else, and returns what was seen; that file is gone afterwards.
 */
export async function backUp<Seen = undefined>(
  database: Database,
  options: DumpOptions,
  look?: (clear: string) => Promise<Seen>,
): Promise<KeptDump & { seen?: Seen }> {
  const { dataDir, recipient, now } = options;
  const keep = (zipped: Readable) => keepDumpFile(dataDir, zipped, { madeAt: now, recipient });
  if (!look) return readDatabase(database, options, keep);
  const folder = await makeProofFolder(dataDir, now);
  try {
    const clear = path.join(folder, 'dump.gz');
    await readDatabase(database, options, (zipped) => pipeline(zipped, createWriteStream(clear, { mode: 0o600 })));
    const kept = await keep(createReadStream(clear));
    return { ...kept, seen: await look(clear) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readDatabase<Result>(
  database: Database,
  { dataDir, version, now }: DumpOptions,
  write: (zipped: Readable) => Promise<Result>,
): Promise<Result> {
  // All of them: what a minute's copy has missed, such as entries of another server's replay, must not be missing beside a dump.
  await copyAllEnds(database, dataDir, now);
  return database.asOwner(async (owner) => {
    await sql`set transaction isolation level repeatable read`.execute(owner);
    return write(zipLines(dumpLines(owner, { version, madeAt: now, rules: database.tables })));
  });
}

interface Restoration {
  head: DumpHead;
  rows: number;
  /** What the file beside the dumps knew and the dump did not. */
  replayed: number;
}

interface Place {
  dataDir: string;
  now: Date;
  follow?: FollowEnd;
}

/**
 * Fills an empty database from a dump, ends the accounts that have ended since, and removes whatever is not to be there any more: nobody
 * is served anybody who is gone. Throws `UnusableDump`.
 */
export async function restore(
  database: Database,
  { file, identity, ...place }: Place & { file: string; identity: string | undefined },
  rules: readonly RetentionRule[],
): Promise<Restoration> {
  const { dataDir, now } = place;
  const { head, rows } = await restoreLines(database, readDumpFile(file, identity), (owner) => doubtDue(owner, now));
  const replayed = await replayEnds(database, place);
  // Also where nobody has ended since: the time of other records is over too.
  await removeOrThrow(database, rules, now);
  await copyAllEnds(database, dataDir, now);
  return { head, rows: Object.values(rows).reduce((sum, count) => sum + count, 0), replayed };
}

/** At each start, which cannot know whether somebody has filled the database with other tools than `restore`. */
export async function bringUpToDate(
  database: Database,
  place: Place,
  rules: readonly RetentionRule[],
): Promise<number> {
  const { dataDir, now } = place;
  const replayed = await replayEnds(database, place);
  if (replayed) await removeOrThrow(database, rules, now);
  await copyAllEnds(database, dataDir, now);
  return replayed;
}

async function removeOrThrow(database: Database, rules: readonly RetentionRule[], now: Date): Promise<void> {
  const failed = (await removeExpired(database, rules, now, { onlyFound: true })).find(({ error }) => error);
  if (failed) throw failed.error;
}

interface ProofContents {
  databaseContents: DatabaseContents;
  retentionRules: readonly RetentionRule[];
}

export interface Proof extends Restoration {
  seconds: number;
  overdue: Overdue[];
}

/** Restores a dump into a database of its own, which is gone afterwards, and looks whether anything in it should not be there. */
export async function prove(
  { file, identity, dataDir, now }: { file: string; identity: string | undefined; dataDir: string; now: Date },
  { databaseContents, retentionRules }: ProofContents,
): Promise<Proof> {
  const started = performance.now();
  // Making a database takes longer than reading a dump that none can take.
  const migrations = [...listMigrations(databaseContents.migrationFolders).keys()];
  await requireUsable(readDumpFile(file, identity), migrations);
  const folder = await makeProofFolder(dataDir, now);
  try {
    const database = await openDatabase({ dataDir: folder, contents: databaseContents });
    try {
      const clock = await openServiceClock(database);
      if (now > clock.now()) await clock.moveTo(now);
      const restored = await restoreLines(database, readDumpFile(file, identity));
      const replayed = await replayEnds(database, { dataDir, now });
      await removeExpired(database, retentionRules, now);
      return {
        head: restored.head,
        rows: Object.values(restored.rows).reduce((sum, count) => sum + count, 0),
        replayed,
        overdue: await findOverdue(database, now),
        seconds: (performance.now() - started) / 1000,
      };
    } finally {
      await database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
