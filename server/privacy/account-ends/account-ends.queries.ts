import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Account } from '../../people/accounts/accounts.ts';
import type { AccountEnd } from './account-ends.tables.ts';

/** Oldest first. */
export const findAllEnds = (queries: Queries): Promise<AccountEnd[]> =>
  queries.selectFrom('account_ends').selectAll().orderBy('recorded_at').orderBy('id').execute();

/** Those recorded then or later, oldest first. */
export const findEndsSince = (queries: Queries, since: Date): Promise<AccountEnd[]> =>
  queries
    .selectFrom('account_ends')
    .selectAll()
    .where('recorded_at', '>=', since)
    .orderBy('recorded_at')
    .orderBy('id')
    .execute();

/** Does nothing where it is known. */
export async function insertEnd(trx: OpenTransaction, end: AccountEnd): Promise<void> {
  await trx
    .insertInto('account_ends')
    .values(end)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

type EndingAccount = Pick<Account, 'id' | 'email' | 'ended_at' | 'objected_at' | 'restricted_at'>;

/** The account whose id has this hash, locked. */
export async function lockAccountByHash(trx: OpenTransaction, sha256: string): Promise<EndingAccount | undefined> {
  return trx
    .selectFrom('accounts')
    .select(['id', 'email', 'ended_at', 'objected_at', 'restricted_at'])
    .where(sql<boolean>`encode(sha256(convert_to(id, 'UTF8')), 'hex') = ${sha256}`)
    .forUpdate()
    .executeTakeFirst();
}

export async function countExpiredEnds(queries: Queries, cutoff: Date): Promise<number> {
  const { count } = await queries
    .selectFrom('account_ends')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('recorded_at', '<', cutoff)
    .executeTakeFirstOrThrow();
  return count;
}

export async function removeExpiredEnds(trx: OpenTransaction, cutoff: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select remove_expired_account_ends(${cutoff}, ${limit}::integer) as removed`.execute(trx);
  return rows[0]!.removed;
}
