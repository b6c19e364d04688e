import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { hourMs } from '../../../shared/durations.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { Database } from '../../database/database.ts';
import type { Queries } from '../../database/schema.ts';
import { findNewestRuns, insertRun } from './retention.queries.ts';
import type { RetentionRun } from './retention.tables.ts';

export { listTablesOfPeople, listTerms, type Term } from './kept-records.ts';
export { isHeldIn } from './retention.queries.ts';
export { findOverdue } from './verify.ts';

/** What one rule found or removed. */
export interface RetentionResult {
  rule: string;
  cutoff: Date;
  records: number;
  /** Why the rule failed; `records` were removed before. */
  error?: unknown;
}

/** Counts the expired records of each rule, and removes nothing. A rule that fails stops no other. */
export async function findExpired(
  { kysely }: Database,
  rules: readonly RetentionRule[],
  now: Date,
): Promise<RetentionResult[]> {
  return applyEach(rules, now, async (rule, cutoff, result) => {
    result.records = await rule.count(kysely, cutoff);
  });
}

/**
 * Removes the expired records of each rule and records how many there were, in batches with a transaction for each, so that
 * nobody waits long for a row. A rule that fails stops no other, and its failure is recorded too. `onlyFound` leaves out the
 * records of rules that found nothing.
 */
export async function removeExpired(
  { kysely }: Database,
  rules: readonly RetentionRule[],
  now: Date,
  { onlyFound = false } = {},
): Promise<RetentionResult[]> {
  const results = await applyEach(rules, now, async (rule, cutoff, result) => {
    for (let removed = batchSize; removed >= batchSize; ) {
      const isFirst = result.records === 0;
      removed = await kysely.transaction().execute(async (trx) => {
        const count = await rule.remove(trx, cutoff, batchSize, (fault) => {
          result.error ??= fault;
        });
        if (count || (isFirst && !onlyFound))
          await insertRun(trx, { ...runOf(rule.name, cutoff, now), removed: count, fault: null });
        return count;
      });
      result.records += removed;
    }
  });
  for (const { rule, cutoff, error } of results)
    if (error !== undefined)
      await insertRun(kysely, { ...runOf(rule, cutoff, now), removed: 0, fault: describeFault(error) });
  return results;
}

/** Of each table, in one transaction. */
const batchSize = 500;

/** Records go this long before their time is over, because the job that removes them runs once an hour: early, never late. */
const earlyMs = hourMs;

async function applyEach(
  rules: readonly RetentionRule[],
  now: Date,
  apply: (rule: RetentionRule, cutoff: Date, result: RetentionResult) => Promise<void>,
): Promise<RetentionResult[]> {
  const results: RetentionResult[] = [];
  for (const rule of rules) {
    const cutoff = rule.cutoff(new Date(now.getTime() + (rule.isExact ? 0 : earlyMs)));
    const result: RetentionResult = { rule: rule.name, cutoff, records: 0 };
    results.push(result);
    try {
      await apply(rule, cutoff, result);
    } catch (error) {
      result.error = error;
    }
  }
  return results;
}

/**
 * Whether a period in months that began at `start` is over for a row that goes early. The database's functions ask the same
 * of evidence: a cutoff alone would take rows of the day before the end of a month a few hours too soon.
 */
export const isPeriodOver = (start: RawBuilder<unknown>, { months }: { months: number }) =>
  sql<boolean>`${start} + ${`${months} months`}::interval < (select service_now()) + interval '1 hour'`;

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
