import { randomUUID } from 'node:crypto';
import type { OpenTransaction, Queries, RetentionRun } from '../../database/schema.ts';
import { findNewestRuns, insertRun } from './retention.queries.ts';

/** One kind of records and when its time is over. The times stand in shared/business/retention.ts. */
export interface RetentionRule {
  /** As reports have it. */
  name: string;
  /** What is from before then has expired at `now`. */
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
}

/** Counts what has expired by each rule, and removes nothing. */
export async function findExpired(
  queries: Queries,
  rules: readonly RetentionRule[],
  now: Date,
): Promise<RetentionResult[]> {
  const results: RetentionResult[] = [];
  for (const rule of rules) {
    const cutoff = rule.cutoff(now);
    results.push({ rule: rule.name, cutoff, records: await rule.count(queries, cutoff) });
  }
  return results;
}

/** Removes what has expired by each rule and keeps how much that was, all or nothing. */
export async function removeExpired(
  trx: OpenTransaction,
  rules: readonly RetentionRule[],
  now: Date,
): Promise<RetentionResult[]> {
  const results: RetentionResult[] = [];
  for (const rule of rules) {
    const cutoff = rule.cutoff(now);
    const records = await rule.remove(trx, cutoff);
    await insertRun(trx, { id: randomUUID(), rule: rule.name, cutoff, removed: records, performed_at: now });
    results.push({ rule: rule.name, cutoff, records });
  }
  return results;
}

/** The newest runs, newest first. */
export async function listRuns(queries: Queries, limit: number): Promise<RetentionRun[]> {
  return findNewestRuns(queries, limit);
}

/** The same day of the month and time, or the month's last day where there is no such day (UTC). */
export function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCDate(1);
  before.setUTCMonth(before.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate();
  before.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return before;
}
