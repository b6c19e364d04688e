import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/** Migrations that concern several features. */
const sharedFolder = path.join(import.meta.dirname, 'migrations');

const migrationFile = /^(\d{4})-[a-z\d-]+\.ts$/;

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

/**
 * Runs all pending migrations in one transaction. Throws when one fails, and when the database was migrated by a newer
 * version of this software.
 */
export async function migrate(owner: Kysely<unknown>, folders: readonly string[]): Promise<void> {
  const migrator = new Migrator({ db: owner, provider: { getMigrations: () => loadMigrations(folders) } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName;
  const reason = error instanceof Error ? error.message : String(error);
  throw new Error(
    failed
      ? `The database could not be migrated by ${failed}: ${reason}`
      : `The database was made by another, probably newer version of this software: ${reason}`,
    { cause: error },
  );
}

async function loadMigrations(folders: readonly string[]): Promise<Record<string, Migration>> {
  const loaded = [...listMigrations(folders)].map(async ([name, file]): Promise<[string, Migration]> => {
    const { up } = await import(pathToFileURL(file).href);
    if (typeof up !== 'function') throw new Error(`The migration ${file} exports no function "up".`);
    return [name, { up }];
  });
  return Object.fromEntries(await Promise.all(loaded));
}
