import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { up as createAccountsAndDownloads } from './migrations/0001-accounts-and-downloads.ts';
import { up as createOperatorActions } from './migrations/0002-operator-actions.ts';
import { up as addOriginOfDownloads } from './migrations/0003-origin-of-downloads.ts';
import { up as addTextsShown } from './migrations/0004-texts-shown.ts';
import { up as createDownloadProgress } from './migrations/0005-download-progress.ts';
import { up as createConsentsAndStatistics } from './migrations/0006-consents-and-statistics.ts';

/** Every migration by its file name, in order. A released one is never edited; SQL is written for PostgreSQL 15. */
const migrations: Record<string, Migration> = {
  '0001-accounts-and-downloads': { up: createAccountsAndDownloads },
  '0002-operator-actions': { up: createOperatorActions },
  '0003-origin-of-downloads': { up: addOriginOfDownloads },
  '0004-texts-shown': { up: addTextsShown },
  '0005-download-progress': { up: createDownloadProgress },
  '0006-consents-and-statistics': { up: createConsentsAndStatistics },
};

/** Where a database was expected there is none of ours. */
export class DatabaseMissing extends Error {}

/** Throws `DatabaseMissing` when no migration has ever run. */
export async function requireMigrated(owner: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(owner);
  if (!rows[0]?.exists)
    throw new DatabaseMissing('The database of DATABASE_URL is empty: no server has worked on it yet.');
}

/**
 * Runs the migrations that have not run yet, all in one transaction. Throws when one fails, and when the database was
 * migrated by a newer version of this software.
 */
export async function migrate(owner: Kysely<unknown>): Promise<void> {
  const migrator = new Migrator({ db: owner, provider: { getMigrations: async () => migrations } });
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
