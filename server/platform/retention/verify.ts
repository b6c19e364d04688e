import { randomUUID } from 'node:crypto';
import type { Overdue, PromiseCheck } from '../../contract/retention-rule.ts';
import type { Database } from '../../database/database.ts';
import { listTerms } from './kept-records.ts';
import { findPastTerm, insertRun } from './retention.queries.ts';

/**
 * Looks for records that are past their promise at `now`, without using the rules that remove them: what these overlook by
 * mistake is found here. The promise is taken to the letter, without the time by which rules act early.
 */
export async function findOverdue({ kysely, tables }: Database, now: Date): Promise<Overdue[]> {
  const found: Overdue[] = [];
  for (const term of listTerms(tables)) {
    const { records, ids } = await findPastTerm(kysely, term, now);
    if (records) found.push({ rule: term.rule, table: term.table, records, ids });
  }
  return found;
}

/** All of them, and notes the outcome beside the runs of the rules, where `retention report` shows it. */
export async function verifyPromises(
  deps: Parameters<PromiseCheck>[0],
  now: Date,
  checks: readonly PromiseCheck[],
): Promise<Overdue[]> {
  const { database } = deps;
  const overdue = await findOverdue(database, now);
  for (const check of checks) overdue.push(...(await check(deps, now)));
  const records = overdue.reduce((sum, each) => sum + each.records, 0);
  const fault = records ? `${records} past their promise` : null;
  await insertRun(database.kysely, {
    id: randomUUID(),
    rule: 'verify',
    cutoff: now,
    removed: 0,
    fault,
    performed_at: now,
  });
  return overdue;
}
