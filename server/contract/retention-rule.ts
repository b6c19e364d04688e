import { type RawBuilder, sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { OpenTransaction, Queries } from '../database/schema.ts';

/** One kind of records and when they expire. The periods are in shared/business/retention.ts. */
export interface RetentionRule {
  /** Its name in reports. */
  name: string;
  /** Its records go once their time is over, to the minute, because they are promised until then; others go early. */
  isExact?: true;
  /** At `now`, the period of everything older than this is over. */
  cutoff(now: Date): Date;
  /** How many have expired. */
  count(queries: Queries, cutoff: Date): Promise<number>;
  /**
   * Removes those that `count` counts, at most `limit` of each table, and returns how many there were; less than `limit` when
   * none is left but those on which another process works. `tell` takes failures that the others of the batch survive.
   */
  remove(trx: OpenTransaction, cutoff: Date, limit: number, tell?: (fault: unknown) => void): Promise<number>;
}

/** What can be held for a dispute, for one account each. */
export const holdKinds = ['account', 'downloads', 'acceptances', 'usage', 'mails'] as const;
export type HoldKind = (typeof holdKinds)[number];

/** Whether records of this kind and account are held for a dispute, beyond their time. */
export const isHeld = (account: RawBuilder<unknown>, kind: HoldKind) => sql<boolean>`is_held(${account}, ${kind})`;

/** What is still kept of one table although its promise is over. */
export interface Overdue {
  rule: string;
  table: string;
  records: number;
  /** Of the oldest of them. */
  ids: string[];
}

/** What no term can tell, because it is about files, or about somebody else. */
export type PromiseCheck = (
  deps: { database: Database; config: Pick<Config, 'dataDir'> },
  now: Date,
) => Promise<Overdue[]>;
