import { sql } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';

/** What the card provider told us, as it arrived. */
export const providerEventRetention: RetentionRule = {
  name: 'provider-events',
  cutoff: (now) => new Date(now.getTime() - retention.providerEventDays * dayMs),
  async count(queries, cutoff) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from provider_events where received_at < ${cutoff}::timestamptz`.execute(
      queries,
    );
    return rows[0]!.count;
  },
  async remove(trx, cutoff, limit) {
    const { numAffectedRows } = await sql`
      delete from provider_events where id = any(array(
        select id from provider_events where received_at < ${cutoff}::timestamptz
          limit ${limit}::integer for update skip locked))`.execute(trx);
    return Number(numAffectedRows);
  },
};
