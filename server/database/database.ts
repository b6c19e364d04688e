import type { Kysely, Transaction } from 'kysely';
import type { JobRunner, OnBackgroundFault } from '../jobs/jobs.ts';
import type { Schema } from './schema.ts';
import type { DatabaseContents, TableRules } from './tables.ts';

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
  /** What its tables say about themselves. */
  tables: TableRules;
  /** Opens the queues of background work without running anything yet. Stop them before `close`. */
  openJobs(options?: JobOptions): Promise<JobRunner>;
  /** Throws unless the database answers, and the application works on it under its own role. */
  requireAnswer(): Promise<void>;
  /** A transaction with all rights over the tables, for the few things that the application itself must not do. */
  asOwner<Result>(work: (owner: Transaction<unknown>) => Promise<Result>): Promise<Result>;
  /** Waits for queries under way. The embedded database then releases its folder. */
  close(): Promise<void>;
}

interface JobOptions {
  /** False where nothing may happen on its own: no schedule, no maintenance of the queues. */
  byItself?: boolean;
}
