import { type RawBuilder, sql } from 'kysely';
import type { HoldKind } from '../../contract/retention-rule.ts';
import type { Queries } from '../../database/schema.ts';
import type { Term } from './kept-records.ts';
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
  term: Term,
  now: Date,
): Promise<{ records: number; ids: string[] }> {
  const { table, id, start, account, period, empties, onMachineTime } = term;
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
  const held = findHeld(term);
  const { rows } = await sql<{ id: string; records: number }>`
    select kept.${sql.ref(id)}::text as id, count(*) over () as records from ${from}
      where ${begin} + ${period}::interval < ${time} and (${isKept}) and not ${held}
      order by ${begin} limit ${shownIds}`.execute(queries);
  return { records: rows[0]?.records ?? 0, ids: rows.map((row) => row.id) };
}

const heldAs: Readonly<Record<string, HoldKind>> = {
  accounts: 'account',
  account_addresses: 'account',
  downloads: 'downloads',
  download_progress: 'downloads',
  acceptances: 'acceptances',
  usage_requests: 'usage',
  quota_counters: 'usage',
  plan_grants: 'usage',
  mails: 'mails',
  returned_mails: 'mails',
};

/** Whether the row `kept` stays for a dispute. */
function findHeld({ rule, table, account }: Term): RawBuilder<boolean> {
  const kind = heldAs[table];
  const owner =
    table === 'download_progress'
      ? sql`(select account_id from downloads where downloads.id = kept.download_id)`
      : sql.ref(`kept.${account ?? (table === 'accounts' ? 'id' : 'account_id')}`);
  // What is left of an account stays for whatever is held of it, and an account that is held as a whole is not erased.
  if (rule === 'account-stubs')
    return sql<boolean>`exists (select from legal_holds where account_id = ${owner} and lifted_at is null)`;
  if (rule === 'ended-accounts') return isHeldIn(table, owner);
  return kind ? sql<boolean>`is_held(${owner}, ${kind})` : sql<boolean>`false`;
}

/** Whether what is erased of an ended account stays in this table: it is held as a whole, or this kind of records is. */
export function isHeldIn(table: string, owner: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`is_held(${owner}, ${heldAs[table] ?? 'account'})`;
}
