import { type ExpressionBuilder, sql } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import { isHeld } from '../../contract/retention-rule.ts';
import type { OpenTransaction, Queries, Schema } from '../../database/schema.ts';
import { isPeriodOver } from '../../platform/retention/retention.ts';

/** That still have personal data, and ended at `cutoff` or before. */
export async function countEndedAccounts(queries: Queries, cutoff: Date): Promise<number> {
  const { count } = await queries
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended_at', '<=', cutoff)
    .where('email', 'is not', null)
    .where(sql<boolean>`not ${isHeld(sql.ref('id'), 'account')}`)
    .executeTakeFirstOrThrow();
  return count;
}

/** Their ids; those on which another process works are left to it, and those of which something was held just now. */
export async function lockEndedAccounts(trx: OpenTransaction, cutoff: Date, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('accounts')
    .select('id')
    .where('ended_at', '<=', cutoff)
    .where('email', 'is not', null)
    .where(sql<boolean>`not ${isHeld(sql.ref('id'), 'account')}`)
    .orderBy('ended_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  if (!rows.length) return [];
  // A hold may have been placed after the first look and before the lock, which a look of its own sees.
  const free = await trx
    .selectFrom('accounts')
    .select('id')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .where(sql<boolean>`not ${isHeld(sql.ref('id'), 'account')}`)
    .orderBy('ended_at')
    .execute();
  return free.map(({ id }) => id);
}

/** Also those whose acceptances go before: they have the same time, and anything that is held of an account keeps both. */
export async function countStubs(queries: Queries, cutoff: Date): Promise<number> {
  const { count } = await queries
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((where) => where.and([isSpentStub(where, cutoff), where.or([hasNoAcceptances(where), haveExpired])]))
    .executeTakeFirstOrThrow();
  return count;
}

export async function removeStubs(trx: OpenTransaction, cutoff: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('accounts')
    .where('id', 'in', (select) =>
      select
        .selectFrom('accounts')
        .select('accounts.id')
        .where((where) => where.and([isSpentStub(where, cutoff), hasNoAcceptances(where)]))
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** An erased account that ended before `cutoff`. Nothing else knows the user whom the login provider has yet to remove. */
function isSpentStub(where: ExpressionBuilder<Schema, 'accounts'>, cutoff: Date) {
  return where.and([
    where('ended_at', '<', cutoff),
    where('email', 'is', null),
    where('login_removed_at', 'is not', null),
    sql<boolean>`not exists (select from legal_holds where account_id = accounts.id and lifted_at is null)`,
  ]);
}

const hasNoAcceptances = (where: ExpressionBuilder<Schema, 'accounts'>) =>
  where.not(
    where.exists(where.selectFrom('acceptances').select('id').whereRef('acceptances.account_id', '=', 'accounts.id')),
  );

const haveExpired = isPeriodOver(sql.ref('ended_at'), { months: retention.policyAcceptanceMonthsAfterAccount });

const mayStillSignIn = (queries: Queries, cutoff: Date) =>
  queries
    .selectFrom('accounts')
    .where('ended_at', '<=', cutoff)
    .where('email', 'is', null)
    .where('login_removed_at', 'is', null);

/** Erased accounts that ended at `cutoff` or before, whose user the login provider may still have, oldest end first. */
export async function findLoginsToRemove(queries: Queries, cutoff: Date, limit: number): Promise<string[]> {
  const rows = await mayStillSignIn(queries, cutoff)
    .select('id')
    .orderBy('ended_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countLoginsToRemove(queries: Queries, cutoff: Date): Promise<number> {
  const { count } = await mayStillSignIn(queries, cutoff)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** False where nobody waits for it. */
export async function isLoginToRemove(queries: Queries, cutoff: Date, id: string): Promise<boolean> {
  return (await mayStillSignIn(queries, cutoff).where('id', '=', id).select('id').executeTakeFirst()) !== undefined;
}
