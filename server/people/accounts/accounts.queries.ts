import { sql } from 'kysely';
import type { AccountStatus } from '../../../shared/api/account.ts';
import { isHeld } from '../../contract/retention-rule.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Account } from './accounts.tables.ts';

export async function findAccount(queries: Queries, id: string): Promise<Account | undefined> {
  return queries.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Until the transaction ends, nobody else changes the account. */
export async function lockAccount(trx: OpenTransaction, id: string): Promise<Account | undefined> {
  return trx.selectFrom('accounts').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function upsertAccount(
  trx: OpenTransaction,
  account: Omit<
    Account,
    'ended_at' | 'status' | 'ended_by' | 'login_removed_at' | 'restricted_at' | 'objected_at' | 'suspended_at'
  >,
): Promise<void> {
  const { id: _id, created_at: _createdAt, ...changes } = account;
  await trx
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute();
}

export type AccountRights = Partial<Pick<Account, 'objected_at' | 'restricted_at'>>;

export async function setAccountStatus(
  trx: OpenTransaction,
  id: string,
  status: Pick<Account, 'status' | 'ended_at' | 'ended_by'> & AccountRights,
): Promise<void> {
  await trx.updateTable('accounts').set(status).where('id', '=', id).execute();
}

/** An account that has ended or was suspended goes on, suspended where there is still a reason. */
export async function setGoingOn(trx: OpenTransaction, id: string, rights: AccountRights): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({
      status: sql<AccountStatus>`case when suspended_at is not null or is_suspended_by_measure(id) then 'suspended' else 'active' end`,
      ended_at: null,
      ended_by: null,
      // A closing that was announced is still to come, unless it is what is taken back.
      closes_at: sql<Date | null>`case when ended_by is distinct from 'company' then closes_at end`,
      ...rights,
    })
    .where('id', '=', id)
    .execute();
}

/** What is decided about it. */
export async function changeAccount(
  trx: OpenTransaction,
  id: string,
  change: Partial<
    Pick<
      Account,
      'full_name' | 'country' | 'updated_at' | 'restricted_at' | 'objected_at' | 'closes_at' | 'suspended_at'
    >
  >,
): Promise<void> {
  await trx.updateTable('accounts').set(change).where('id', '=', id).execute();
}

/** Those that began at `since` or later and are not erased, the oldest first. */
export async function findAccountsSince(queries: Queries, since: Date): Promise<Account[]> {
  return queries
    .selectFrom('accounts')
    .selectAll()
    .where('created_at', '>=', since)
    .where('email', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Several users may have given the same address; case is ignored. */
export async function findAccountsByEmail(queries: Queries, email: string): Promise<Account[]> {
  return queries
    .selectFrom('accounts')
    .selectAll()
    .where((builder) => builder(builder.fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('created_at')
    .execute();
}

/** Leaves of an ended account its id, times and end, which its acceptances refer to. */
export async function eraseAccountData(trx: OpenTransaction, id: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({
      full_name: null,
      email: null,
      country: null,
      ip_address: null,
      user_agent: null,
      restricted_at: null,
      objected_at: null,
      closes_at: null,
      suspended_at: null,
    })
    .where('id', '=', id)
    .where('ended_at', 'is not', null)
    .execute();
}

export async function markLoginRemoved(queries: Queries, id: string, at: Date): Promise<void> {
  await queries.updateTable('accounts').set({ login_removed_at: at }).where('id', '=', id).execute();
}

/** What of accounts was kept for security alone, of everybody who objects to that and of whom nothing is held for a dispute. */
export async function forgetTracesOfObjectingAccounts(trx: OpenTransaction): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ ip_address: null, user_agent: null })
    .where('objected_at', 'is not', null)
    .where((where) => where.or([where('ip_address', 'is not', null), where('user_agent', 'is not', null)]))
    .where(sql<boolean>`not ${isHeld(sql.ref('id'), 'account')}`)
    .execute();
}
