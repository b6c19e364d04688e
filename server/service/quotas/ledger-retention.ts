import { type RawBuilder, sql } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import { fingerprintHours } from '../../../shared/business/text-service.ts';
import { hourMs } from '../../../shared/durations.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import { isHeld, type RetentionRule } from '../../contract/retention-rule.ts';
import { isPeriodOver } from '../../platform/retention/retention.ts';
import type { QuotasTables } from './quotas.tables.ts';

const usageMonths = retention.usageDataYears * 12;
/** The sum of a month stays as long as its last request: the period counts from the month's end. */
const counterMonths = usageMonths + 1;

/** Usage data is kept for two years (specification 9). */
export const usageRetention = createRule('usage-requests', {
  table: 'usage_requests',
  cutoff: (now) => findPeriodStart(now, usageMonths),
  hasExpired: (cutoff) =>
    sql`requested_at < ${cutoff} and ${isPeriodOver(sql.ref('requested_at'), { months: usageMonths })}
      and not ${isHeld(sql.ref('account_id'), 'usage')}`,
  removal: sql`delete from usage_requests`,
});

export const counterRetention = createRule('quota-counters', {
  table: 'quota_counters',
  cutoff: (now) => findPeriodStart(now, counterMonths),
  hasExpired: (cutoff) =>
    sql`cycle_start < ${cutoff} and ${isPeriodOver(sql.ref('cycle_start'), { months: counterMonths })}
      and not ${isHeld(sql.ref('account_id'), 'usage')}`,
  removal: sql`delete from quota_counters`,
});

/** By which a repeat is told from another request under the same id. */
export const fingerprintRetention = createRule('usage-fingerprints', {
  table: 'usage_requests',
  cutoff: (now) => new Date(now.getTime() - fingerprintHours * hourMs),
  hasExpired: (cutoff) => sql`requested_at < ${cutoff} and fingerprint is not null`,
  removal: sql`update usage_requests set fingerprint = null`,
});

interface ExpiringRows {
  table: keyof QuotasTables;
  cutoff: RetentionRule['cutoff'];
  hasExpired(cutoff: Date): RawBuilder<unknown>;
  /** What is done to them, as SQL up to its condition. */
  removal: RawBuilder<unknown>;
}

function createRule(name: string, { table, cutoff, hasExpired, removal }: ExpiringRows): RetentionRule {
  return {
    name,
    cutoff,
    async count(queries, before) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from ${sql.table(table)} where ${hasExpired(before)}`.execute(queries);
      return rows[0]!.count;
    },
    async remove(trx, before, limit) {
      const { numAffectedRows } = await sql`
        ${removal} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${hasExpired(before)} limit ${limit}::integer
            for update skip locked))`.execute(trx);
      return Number(numAffectedRows);
    },
  };
}
