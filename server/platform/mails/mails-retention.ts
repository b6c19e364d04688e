import { sql } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs } from '../../../shared/durations.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import { isPeriodOver } from '../retention/retention.ts';
import {
  countOldLetters,
  countOldMailsOfNobody,
  emptyOldLetters,
  markReturned,
  removeOldMailsOfNobody,
} from './mails.queries.ts';
import { countOldReturned, removeOldReturned } from './returned-mails.queries.ts';

const cutoff = (now: Date) => new Date(now.getTime() - retention.mailDays * dayMs);

/** What mails said and to whom. The record of one goes with the row of its account, by a foreign key. */
export const mailRetention: RetentionRule = {
  name: 'mails',
  cutoff,
  count: countOldLetters,
  remove: emptyOldLetters,
};

export const mailsOfNobodyRetention: RetentionRule = {
  name: 'mails-of-nobody',
  cutoff,
  count: countOldMailsOfNobody,
  remove: removeOldMailsOfNobody,
};

/** As long as the words of the mail that they are about, which has not arrived as long as nobody has said that it has. */
export const returnedRetention: RetentionRule = {
  name: 'returned-mails',
  cutoff,
  count: countOldReturned,
  async remove(trx, cutoff, limit) {
    const removed = await removeOldReturned(trx, cutoff, limit);
    for (const { mail_id, arrived_at, decided_at } of removed)
      if (mail_id && !decided_at) await markReturned(trx, mail_id, 'returned, and nobody looked', arrived_at);
    return removed.length;
  },
};

const suppressionHasExpired = (cutoff: Date) =>
  sql<boolean>`suppressed_at < ${cutoff}::timestamptz
    and ${isPeriodOver(sql.ref('suppressed_at'), { months: retention.mailSuppressionMonths })}`;

export const suppressionRetention: RetentionRule = {
  name: 'mail-suppressions',
  cutoff: (now) => findPeriodStart(now, retention.mailSuppressionMonths),
  async count(queries, cutoff) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from mail_suppressions where ${suppressionHasExpired(cutoff)}`.execute(queries);
    return rows[0]!.count;
  },
  async remove(trx, cutoff, limit) {
    const { numAffectedRows } = await sql`
      delete from mail_suppressions where ctid = any(array(
        select ctid from mail_suppressions where ${suppressionHasExpired(cutoff)} limit ${limit}::integer
          for update skip locked))`.execute(trx);
    return Number(numAffectedRows);
  },
};
