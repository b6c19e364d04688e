import type { Kysely } from 'kysely';
import type { Jobs, OnBackgroundFault } from '../jobs/jobs.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgresql } from './postgresql.ts';
import type { Schema } from './schema.ts';

/** How a database is opened, whichever it is. */
export interface OpeningOptions {
  mustExist: boolean;
  onFault: OnBackgroundFault;
}

/** The open, migrated database. Both kinds take the same SQL and give the same types. */
export interface Database {
  kysely: Kysely<Schema>;
  kind: 'pglite' | 'postgresql';
  /** Starts background work. Jobs are stopped by their own `stop`, before `close`. */
  startJobs(): Promise<Jobs>;
  /** Waits for queries under way. The embedded database then gives its folder free. */
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** PostgreSQL; without it the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Refuses to make a new database where there is none. */
  mustExist?: boolean;
  /** Told of lost connections and of failures of the job queue. */
  onFault?: OnBackgroundFault;
}

/** Opens and migrates the database. Throws a sentence for the operator when that cannot be done. */
export async function openDatabase({
  databaseUrl,
  dataDir,
  mustExist = false,
  onFault = () => {},
}: DatabaseOptions): Promise<Database> {
  return databaseUrl
    ? openPostgresql(databaseUrl, { mustExist, onFault })
    : openEmbedded(dataDir, { mustExist, onFault });
}
