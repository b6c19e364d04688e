import { readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';

/** Migrations that concern several features. */
const sharedFolder = path.join(import.meta.dirname, 'migrations');

const migrationFile = /^(\d{4})-[a-z\d-]+\.ts$/;

/** Up to here every migration closes the way back: versions of that time refuse a database with any other. */
const lastThatClosed = 41;

/** What a migration's file exports. */
interface MigrationFile {
  up(owner: Kysely<unknown>): Promise<void>;
  /** Why no version that does not know it may work on the database; missing where it only adds. */
  closesWayBack?: string;
  /** Why former versions still work although it changes something that was there; read by a test alone. */
  keepsWayBack?: string;
}

/** A database was expected, but there is none of ours. */
export class DatabaseMissing extends Error {}

/** Throws `DatabaseMissing` when no migration has ever run. */
export async function requireMigrated(owner: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(owner);
  if (!rows[0]?.exists)
    throw new DatabaseMissing('The database of DATABASE_URL is empty: no server has worked on it yet.');
}

/**
 * The migration files of all folders by their names, in the order of their numbers, each `NNNN-what-it-does.ts`. A
 * released one is never edited; SQL is written for PostgreSQL 15. Throws a sentence when a number is missing or given
 * twice: two databases could then have come about in different ways.
 */
export function listMigrations(folders: readonly string[]): Map<string, string> {
  const files = [sharedFolder, ...folders]
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .toSorted((one, other) => path.basename(one).localeCompare(path.basename(other)));
  for (const [index, file] of files.entries()) {
    const number = migrationFile.exec(path.basename(file))?.[1];
    const expected = String(index + 1).padStart(4, '0');
    if (number !== expected)
      throw new Error(`The migration ${file} should have the number ${expected}: numbers have no gap and no double.`);
  }
  return new Map(files.map((file) => [path.basename(file, '.ts'), file]));
}

/** Loads one file that `listMigrations` names. */
export async function loadMigration(file: string): Promise<MigrationFile> {
  const loaded: Partial<MigrationFile> = await import(pathToFileURL(file).href);
  if (typeof loaded.up !== 'function') throw new Error(`The migration ${file} exports no function "up".`);
  return loaded as MigrationFile;
}

const numberOf = (name: string) => Number(name.slice(0, 4));

/** Whether versions that do not know the migration must not work on a database that has it. */
export const closesWayBack = (name: string, { closesWayBack: reason }: MigrationFile): boolean =>
  numberOf(name) <= lastThatClosed || reason !== undefined;

/**
 * Runs all pending migrations in one transaction. A database that a newer version has migrated is left as it is and worked on,
 * as long as that one has only added to it (decision 0057). Throws a sentence when a migration fails, and when the
 * database is not one that this version can work on.
 */
export async function migrate(owner: Kysely<unknown>, folders: readonly string[]): Promise<void> {
  const known = listMigrations(folders);
  const newer = await whileOthersWork(owner, async (trx) => {
    await ensureRecords(trx);
    const { closing, added } = await readRecords(trx);
    const done = new Set([...closing, ...added]);
    const unknown = requireWayBack(known, { closing, added });
    const pending = [...known].filter(([name]) => !done.has(name));
    if (unknown.length && pending.length) throw madeByAnother(unknown[0]!);
    for (const [name, file] of pending) await run(trx, name, file);
    return unknown;
  });
  if (newer.length) console.log(`A newer version has added to the database, which is left alone: ${newer.join(', ')}.`);
}

/**
 * Does `work` in one transaction beside processes that serve. Whoever waits for a lock keeps everybody waiting who comes after, and in a deadlock
 * PostgreSQL ends whoever has waited for a second, which may be a visitor: so it gives up before that, and tries again.
 */
async function whileOthersWork<Result>(
  owner: Kysely<unknown>,
  work: (trx: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried++)
    try {
      return await owner.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = ${sql.lit(lockPatience.eachMs)}`.execute(trx);
        return work(trx);
      });
    } catch (error) {
      if (tried === lockPatience.tries || !isLockConflict(error)) throw error;
      await wait(lockPatience.pauseMs);
    }
}

/** A dump reads for minutes what a migration wants to change. */
const lockPatience = { eachMs: 500, pauseMs: 500, tries: 300 };

/** The codes of a lock that was not had in time, and of a deadlock. */
const lockConflicts: readonly unknown[] = ['55P03', '40P01'];

const isLockConflict = (error: unknown): boolean =>
  error instanceof Error && (lockConflicts.includes((error as { code?: unknown }).code) || isLockConflict(error.cause));

/**
 * Names of the migrations that made the database what it is. Those that close the way back stand where versions up to 0041 look, which
 * refuse what they do not know; those that only add stand where these versions see nothing.
 */
export async function readMigrations(owner: Kysely<unknown>): Promise<string[]> {
  const { closing, added } = await readRecords(owner);
  return [...closing, ...added].toSorted();
}

/** What a start would do to the database, without doing it: `isEmpty` where nothing has ever worked on it. Throws as `migrate` does. */
export async function findPending(
  owner: Kysely<unknown>,
  folders: readonly string[],
): Promise<{ isEmpty: boolean; pending: string[]; closing: string[] }> {
  const known = listMigrations(folders);
  const { rows } = await sql<{ tables: number }>`
    select count(*)::int as tables from unnest(array['kysely_migration', 'kysely_migration_additions']) as name
    where to_regclass(name) is not null`.execute(owner);
  if (!rows[0]?.tables) return { isEmpty: true, pending: [...known.keys()], closing: [] };
  const records =
    rows[0].tables === 2 ? await readRecords(owner) : { closing: await namesIn(owner, 'kysely_migration'), added: [] };
  requireWayBack(known, records);
  const done = new Set([...records.closing, ...records.added]);
  const pending = [...known.keys()].filter((name) => !done.has(name));
  const closing: string[] = [];
  for (const name of pending) if (closesWayBack(name, await loadMigration(known.get(name)!))) closing.push(name);
  return { isEmpty: false, pending, closing };
}

interface Records {
  closing: readonly string[];
  added: readonly string[];
}

async function ensureRecords(trx: Kysely<unknown>): Promise<void> {
  // As Kysely's Migrator makes it, which versions up to 0041 ask.
  await sql`create table if not exists kysely_migration
    (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(trx);
  // Its name begins like the one before: that is how versions up to 0041 tell such tables from the product's.
  await sql`create table if not exists kysely_migration_additions
    (name text primary key, added_at timestamptz not null)`.execute(trx);
}

async function readRecords(owner: Kysely<unknown>): Promise<Records> {
  return {
    closing: await namesIn(owner, 'kysely_migration'),
    added: await namesIn(owner, 'kysely_migration_additions'),
  };
}

async function namesIn(owner: Kysely<unknown>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(owner);
  return rows.map(({ name }) => name);
}

/** Those of a newer version, all of which only add. Throws a sentence where there are others. */
function requireWayBack(known: ReadonlyMap<string, string>, { closing, added }: Records): string[] {
  const strangers = closing.filter((name) => !known.has(name));
  if (strangers[0] && numberOf(strangers[0]) > known.size)
    throw new Error(
      `The database was made by a newer version of this software, and its migration ${strangers.join(', ')} closes the way back: ` +
        'start that version or a newer one, or restore a dump of this one into another database.',
    );
  if (strangers[0]) throw madeByAnother(strangers[0]);
  const unknown = added.filter((name) => !known.has(name));
  const misplaced = unknown.find((name) => numberOf(name) <= known.size);
  if (misplaced) throw madeByAnother(misplaced);
  return unknown;
}

const madeByAnother = (name: string) =>
  new Error(`The database was made by another version of this software, whose migration ${name} is none of this one.`);

async function run(trx: Kysely<unknown>, name: string, file: string): Promise<void> {
  const migration = await loadMigration(file);
  try {
    await migration.up(trx);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The database could not be migrated by ${name}: ${reason}`, { cause: error });
  }
  if (!closesWayBack(name, migration)) {
    await sql`insert into kysely_migration_additions values (${name}, now())`.execute(trx);
    return;
  }
  // Kysely's Migrator wants times that rise with the names.
  await sql`
    insert into kysely_migration select ${name}, to_char(
      greatest(clock_timestamp(), max(timestamp)::timestamptz + interval '1 millisecond') at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from kysely_migration`.execute(trx);
}
