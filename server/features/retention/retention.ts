import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { findNewestRuns, insertRun } from './retention.queries.ts';
import type { RetentionRun } from './retention.tables.ts';

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
  /** Removes them and returns how many there were. */
  remove(trx: OpenTransaction, cutoff: Date): Promise<number>;
}

/** What one rule found or removed. */
export interface RetentionResult {
  rule: string;
  cutoff: Date;
  records: number;
  /** Why the rule failed; it then removed nothing. */
  error?: unknown;
}

/** Counts the expired records of each rule, and removes nothing. A rule that fails stops no other. */
export async function findExpired(
  { kysely }: Database,
  rules: readonly RetentionRule[],
  now: Date,
): Promise<RetentionResult[]> {
  return applyEach(rules, now, (rule, cutoff) => rule.count(kysely, cutoff));
}

/**
 * Removes the expired records of each rule and records how many there were, each rule in a transaction of its own: one
 * that fails stops no other, and its failure is recorded too. `onlyFound` leaves out the records of rules that found
 * nothing.
 */
export async function removeExpired(
  { kysely }: Database,
  rules: readonly RetentionRule[],
  now: Date,
  { onlyFound = false } = {},
): Promise<RetentionResult[]> {
  const results = await applyEach(rules, now, (rule, cutoff) =>
    kysely.transaction().execute(async (trx) => {
      const removed = await rule.remove(trx, cutoff);
      if (removed || !onlyFound) await insertRun(trx, { ...runOf(rule.name, cutoff, now), removed, fault: null });
      return removed;
    }),
  );
  for (const { rule, cutoff, error } of results)
    if (error !== undefined)
      await insertRun(kysely, { ...runOf(rule, cutoff, now), removed: 0, fault: describeFault(error) });
  return results;
}

/** Records go this long before their time is over, because the job that removes them runs once an hour: early, never late. */
const earlyMs = 60 * 60 * 1000;

async function applyEach(
  rules: readonly RetentionRule[],
  now: Date,
  apply: (rule: RetentionRule, cutoff: Date) => Promise<number>,
): Promise<RetentionResult[]> {
  const results: RetentionResult[] = [];
  for (const rule of rules) {
    const cutoff = new Date(rule.cutoff(now).getTime() + (rule.isExact ? 0 : earlyMs));
    const found = { rule: rule.name, cutoff };
    try {
      results.push({ ...found, records: await apply(rule, found.cutoff) });
    } catch (error) {
      results.push({ ...found, records: 0, error });
    }
  }
  return results;
}

const runOf = (rule: string, cutoff: Date, now: Date) => ({ id: randomUUID(), rule, cutoff, performed_at: now });

/** The kind of error and the database's code, but not its message, which may contain what was to be removed. */
function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error ? `${error.name} ${error.code}` : error.name;
}

/** The newest runs, newest first. */
export async function listRuns(queries: Queries, limit: number): Promise<RetentionRun[]> {
  return findNewestRuns(queries, limit);
}
