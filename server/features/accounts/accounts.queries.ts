import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Account } from './accounts.tables.ts';

export async function findAccount(queries: Queries, id: string): Promise<Account | undefined> {
  return queries.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function upsertAccount(trx: OpenTransaction, account: Omit<Account, 'ended_at'>): Promise<void> {
  const { id: _id, created_at: _createdAt, ...changes } = account;
  await trx
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changes, ended_at: null }))
    .execute();
}

/** Notes when the account of this id has ended; `null` when it goes on. */
export async function setAccountEnd(trx: OpenTransaction, id: string, endedAt: Date | null): Promise<void> {
  await trx.updateTable('accounts').set({ ended_at: endedAt }).where('id', '=', id).execute();
}

/** Several users can have given the same address; letter case does not matter. */
export async function findAccountsByEmail(queries: Queries, email: string): Promise<Account[]> {
  return queries
    .selectFrom('accounts')
    .selectAll()
    .where((builder) => builder(builder.fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('created_at')
    .execute();
}
