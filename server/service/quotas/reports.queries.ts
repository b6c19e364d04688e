import { sql } from 'kysely';
import type { Queries } from '../../database/schema.ts';
import type { Allowance } from './quotas.queries.ts';
import type { UsageRequest } from './quotas.tables.ts';

/** A recording that was made into text before anybody could ask whether it may be. */
export type NewReport = Pick<
  UsageRequest,
  'account_id' | 'request_id' | 'operation' | 'recording_seconds' | 'requested_at' | 'settled_at' | 'language' | 'model'
> & { outcome: string };

/**
 * Enters a report, counted as far as the quota goes and beyond it uncounted, in one statement. Undefined where its id is known;
 * of two at once with the same id, the later one fails as not unique.
 */
export async function enterReport(
  queries: Queries,
  report: NewReport,
  { pool, cycleStart, limit }: Allowance,
): Promise<'counted' | 'over-quota' | undefined> {
  const { account_id: account, request_id: id } = report;
  const { rows } = await sql<{ state: 'counted' | 'over-quota' }>`
    with known as (select 1 from usage_requests where account_id = ${account} and request_id = ${id}::uuid),
    counted as (
      insert into quota_counters as c (account_id, pool, cycle_start, used, open)
        select ${account}::text, ${pool}::text, ${cycleStart}::timestamptz, 1, 0
          where not exists (select 1 from known) and ${limit}::integer > 0
        on conflict (account_id, pool, cycle_start) do update set used = c.used + 1
          where c.used < ${limit}::integer
        returning used)
    insert into usage_requests (account_id, request_id, feature, operation, pool, cycle_start, state, attempts,
        recording_seconds, requested_at, settled_at, language, model, outcome)
      select ${account}::text, ${id}::uuid, 'speech-to-text', ${report.operation}::text, ${pool}::text,
          ${cycleStart}::timestamptz,
          case when exists (select 1 from counted) then 'counted' else 'over-quota' end, 1,
          ${report.recording_seconds}::integer, ${report.requested_at}::timestamptz, ${report.settled_at}::timestamptz,
          ${report.language}::text, ${report.model}::text, ${report.outcome}::text
        where not exists (select 1 from known)
      returning state`.execute(queries);
  return rows[0]?.state;
}
