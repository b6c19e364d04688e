import type { Kysely, Transaction } from 'kysely';
import type { JobRunner, OnBackgroundFault } from '../jobs/jobs.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgresql } from './postgresql.ts';
import type { Schema } from './schema.ts';
import type { DatabaseContents } from './tables.ts';

/** How to open a database of either kind. */
export interface OpeningOptions {
  contents: DatabaseContents;
  mustExist: boolean;
  onFault: OnBackgroundFault;
}

/** The open, migrated database. Both kinds accept the same SQL and return the same types. */
export interface Database {
  kysely: Kysely<Schema>;
  kind: 'pglite' | 'postgresql';
  /** Opens the queues of background work without running anything yet. Stop them before `close`. */
  openJobs(options?: JobOptions): Promise<JobRunner>;
  /** Throws unless the database answers, and the application works on it under its own role. */
  requireAnswer(): Promise<void>;
  /** A transaction with all rights over the tables, for the few things that the application itself must not do. */
  asOwner<Result>(work: (owner: Transaction<unknown>) => Promise<Result>): Promise<Result>;
  /** Waits for queries under way. The embedded database then releases its folder. */
  close(): Promise<void>;
}

export interface JobOptions {
  /** False where nothing may happen on its own: no schedule, no maintenance of the queues. */
  byItself?: boolean;
}

interface DatabaseOptions {
  /** PostgreSQL; if unset, the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  /** The same database through the login that owns its tables, if `databaseUrl` does not. */
  databaseMigrationUrl?: string | undefined;
  dataDir: string;
  /** What the features store in it. */
  contents: DatabaseContents;
  /** Refuses to make a new database where there is none. */
  mustExist?: boolean;
  /** Receives lost connections and failures of the job queue. */
  onFault?: OnBackgroundFault;
}

/** Opens and migrates the database. Throws a sentence for the operator when that cannot be done. */
export async function openDatabase({
  databaseUrl,
  databaseMigrationUrl = databaseUrl,
  dataDir,
  contents,
  mustExist = false,
  onFault = () => {},
}: DatabaseOptions): Promise<Database> {
  return databaseUrl && databaseMigrationUrl
    ? openPostgresql({ databaseUrl, databaseMigrationUrl }, { contents, mustExist, onFault })
    : openEmbedded(dataDir, { contents, mustExist, onFault });
}
