import { sql } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import { bookDayOf } from '../../contract/kept.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';

/**
 * Ten years after the end of the business year (OR 958f): invoices, payments, contracts, and what proves them. A payment counts by
 * the last booking that it proves, its invoice's or its refund's.
 */
export const bookRetention: RetentionRule = {
  name: 'books',
  cutoff: (now) => findPeriodStart(now, retention.bookkeepingYears * 12),
  async count(queries, cutoff) {
    const { rows } = await sql<{ count: number }>`
      select (
        (select count(*) from invoices where end_of_business_year(issued_on) < ${cutoff}::timestamptz)
        + (select count(*) from payments where end_of_business_year(received_on) < ${cutoff}::timestamptz
          and end_of_business_year(last_day_of_payment(payments)) < ${cutoff}::timestamptz)
        + (select count(*) from subscriptions
          where end_of_business_year(${sql.raw(bookDayOf('ended_at'))}) < ${cutoff}::timestamptz)
        + (select count(*) from notices
          where end_of_business_year(${sql.raw(bookDayOf('received_at'))}) < ${cutoff}::timestamptz)
        )::integer as count`.execute(queries);
    return rows[0]!.count;
  },
  async remove(trx, cutoff, limit) {
    const { rows } = await sql<{ removed: number }>`
      select remove_expired_books(${cutoff}::timestamptz, ${limit}::integer)::integer as removed`.execute(trx);
    return rows[0]!.removed;
  },
};
