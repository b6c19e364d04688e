import type { Kysely } from 'kysely';
import type { JobRunner, OnBackgroundFault } from '../jobs/jobs.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgresql } from './postgresql.ts';
import type { Schema } from './schema.ts';
import type { DatabaseContents } from './tables.ts';

/** How a database is opened, whichever it is. */
export interface OpeningOptions {
  contents: DatabaseContents;
  mustExist: boolean;
  onFault: OnBackgroundFault;
}

/** The open, migrated database. Both kinds take the same SQL and give the same types. */
export interface Database {
  kysely: Kysely<Schema>;
  kind: 'pglite' | 'postgresql';
  /** Opens the queues of background work; runs nothing yet. To be stopped before `close`. */
  openJobs(options?: JobOptions): Promise<JobRunner>;
  /** Waits for queries under way. The embedded database then gives its folder free. */
  close(): Promise<void>;
}

export interface JobOptions {
  /** False where nothing is to happen by itself: no schedule, no upkeep of the queues. */
  byItself?: boolean;
}

interface DatabaseOptions {
  /** PostgreSQL; without it the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  /** The same database with a login that owns its tables, where that of `databaseUrl` does not. */
  databaseMigrationUrl?: string | undefined;
  dataDir: string;
  /** What the features keep in it. */
  contents: DatabaseContents;
  /** Refuses to make a new database where there is none. */
  mustExist?: boolean;
  /** Told of lost connections and of failures of the job queue. */
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
