import { sql } from 'kysely';
import type { UsageAnswer } from '../../../shared/api/usage.ts';
import type { QuotaPool } from '../../../shared/business/text-service.ts';
import type { Queries } from '../../database/schema.ts';

interface UsedMonth {
  used: Record<QuotaPool, number>;
  /** What each day (UTC) has added to that, oldest first. */
  days: UsageAnswer['days'];
}

/**
 * What a month of quotas has used, and on which days: in one statement, so that no request comes between the two. Every entry of
 * a month was asked for in it (quotas.ts, speech.ts), which is how the index finds them.
 */
export async function findUsedMonth(queries: Queries, account: string, cycleStart: Date): Promise<UsedMonth> {
  const { rows } = await sql<{ pool: QuotaPool; used: number; day: string | null; requests: number | null }>`
    with entered as (
      select pool, to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::integer as requests
        from usage_requests
        where account_id = ${account} and requested_at >= ${cycleStart}::timestamptz
          and cycle_start = ${cycleStart}::timestamptz and state in ('open', 'counted')
        group by 1, 2)
    select pool, used, day, requests from quota_counters left join entered using (pool)
      where account_id = ${account} and cycle_start = ${cycleStart}::timestamptz
      order by day, pool`.execute(queries);
  const used = { online: 0, offline: 0 };
  const days: UsageAnswer['days'] = [];
  for (const row of rows) {
    used[row.pool] = row.used;
    if (row.day !== null) days.push({ day: row.day, pool: row.pool, requests: row.requests! });
  }
  return { used, days };
}
