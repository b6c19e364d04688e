import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { holdReviewMonths } from '../../../shared/business/holds.ts';
import { retention } from '../../../shared/business/retention.ts';
import { addMonths, findPeriodStart } from '../../../shared/months.ts';
import { type AccountPart, eraseNoLongerHeld } from '../../contract/account-part.ts';
import type { HoldKind, RetentionRule } from '../../contract/retention-rule.ts';
import type { WaitingKind } from '../../contract/waiting.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import { isPeriodOver } from '../../platform/retention/retention.ts';
import type { LegalHold } from './holds.tables.ts';

export const findReviewTime = (from: Date): Date => addMonths(from, holdReviewMonths);

/** Undefined where the account is not there, or the same is held already. */
export async function placeHold(
  trx: OpenTransaction,
  given: { accountId: string; kind: HoldKind; reason: string; at: Date },
): Promise<LegalHold | undefined> {
  if (!(await lockAccount(trx, given.accountId))) return undefined;
  const hold: LegalHold = {
    id: randomUUID(),
    account_id: given.accountId,
    kind: given.kind,
    reason: given.reason,
    placed_at: given.at,
    review_at: findReviewTime(given.at),
    reminded_at: null,
    lifted_at: null,
  };
  const added = await trx
    .insertInto('legal_holds')
    .values(hold)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length ? hold : undefined;
}

export const lockHold = (trx: OpenTransaction, id: string): Promise<LegalHold | undefined> =>
  trx.selectFrom('legal_holds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function changeHold(
  trx: OpenTransaction,
  id: string,
  change: Partial<Pick<LegalHold, 'review_at' | 'reminded_at' | 'lifted_at'>>,
): Promise<void> {
  await trx.updateTable('legal_holds').set(change).where('id', '=', id).execute();
}

/**
 * Ends a hold. What the account's erasure left because of it goes now, where there was one; whatever else is due is removed by the
 * rules, which the caller runs. Whoever erases the account at the same time is waited for.
 */
export async function liftHold(
  trx: OpenTransaction,
  { id, account_id }: LegalHold,
  parts: readonly AccountPart[],
  at: Date,
): Promise<void> {
  const account = await lockAccount(trx, account_id);
  await changeHold(trx, id, { lifted_at: at });
  if (account?.ended_at && account.email === null) await eraseNoLongerHeld(parts, trx, account_id);
}

/** Those in force, the next to be looked at first. */
export const findHolds = (queries: Queries): Promise<LegalHold[]> =>
  queries
    .selectFrom('legal_holds')
    .selectAll()
    .where('lifted_at', 'is', null)
    .orderBy('review_at')
    .orderBy('id')
    .execute();

export const holdsToReview: WaitingKind = {
  name: 'holds',
  settledBy: ['hold review <id>', 'hold lift <id>'],
  select: sql`select id::text as id, review_at as since, review_at as due, kind as about
    from legal_holds where lifted_at is null and review_at <= service_now()`,
};

const months = retention.legalHoldYears * 12;
const hasExpired = (cutoff: Date) =>
  sql`lifted_at < ${cutoff}::timestamptz and ${isPeriodOver(sql.ref('lifted_at'), { months })}`;

/** That something was held. */
export const holdRetention: RetentionRule = {
  name: 'legal-holds',
  cutoff: (now) => findPeriodStart(now, months),
  async count(queries, cutoff) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from legal_holds where ${hasExpired(cutoff)}`.execute(queries);
    return rows[0]!.count;
  },
  async remove(trx, cutoff, limit) {
    const { numAffectedRows } = await sql`
      delete from legal_holds where id in (
        select id from legal_holds where ${hasExpired(cutoff)} limit ${limit}::integer for update skip locked)`.execute(
      trx,
    );
    return Number(numAffectedRows);
  },
};
