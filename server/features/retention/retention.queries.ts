import { sql } from 'kysely';
import type { Queries } from '../../database/schema.ts';
import type { Term } from './kept-terms.ts';
import type { RetentionRun } from './retention.tables.ts';

export async function insertRun(queries: Queries, run: RetentionRun): Promise<void> {
  await queries.insertInto('retention_runs').values(run).execute();
}

/** Newest first. */
export async function findNewestRuns(queries: Queries, limit: number): Promise<RetentionRun[]> {
  return queries
    .selectFrom('retention_runs')
    .selectAll()
    .orderBy('performed_at', 'desc')
    .orderBy('rule')
    .limit(limit)
    .execute();
}

const shownIds = 5;

/** How many rows are there after the end of their term, and the first ids. Names in `term` are the code's own. */
export async function findPastTerm(
  queries: Queries,
  { table, id, start, account, period, empties, onMachineTime }: Term,
  now: Date,
): Promise<{ records: number; ids: string[] }> {
  const from = account
    ? sql`${sql.ref(table)} as kept join accounts as owner on owner.id = kept.${sql.ref(account)}`
    : sql`${sql.ref(table)} as kept`;
  const begin = account ? sql.ref(`owner.${start}`) : sql.raw(start);
  const time = onMachineTime ? sql`now()` : sql`${now}::timestamptz`;
  const isKept = empties
    ? sql.join(
        empties.map((column) => sql`coalesce(kept.${sql.ref(column)}::text, '[]') <> '[]'`),
        sql` or `,
      )
    : sql`true`;
  const { rows } = await sql<{ id: string; records: number }>`
    select kept.${sql.ref(id)}::text as id, count(*) over () as records from ${from}
      where ${begin} + ${period}::interval < ${time} and (${isKept})
      order by ${begin} limit ${shownIds}`.execute(queries);
  return { records: rows[0]?.records ?? 0, ids: rows.map((row) => row.id) };
}
