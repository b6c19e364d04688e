import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { AccountEnd } from './account-ends.tables.ts';

/** Oldest first. */
export const findAllEnds = (queries: Queries): Promise<AccountEnd[]> =>
  queries.selectFrom('account_ends').selectAll().orderBy('recorded_at').orderBy('id').execute();

/** Does nothing where it is known. */
export async function insertEnd(trx: OpenTransaction, end: AccountEnd): Promise<void> {
  await trx
    .insertInto('account_ends')
    .values(end)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The account whose id has this hash, locked. */
export async function lockAccountByHash(
  trx: OpenTransaction,
  sha256: string,
): Promise<{ id: string; email: string | null; hasEnded: boolean } | undefined> {
  const { rows } = await sql<{ id: string; email: string | null; hasEnded: boolean }>`
    select id, email, ended_at is not null as "hasEnded" from accounts
      where encode(sha256(convert_to(id, 'UTF8')), 'hex') = ${sha256} for update`.execute(trx);
  return rows[0];
}

/** Of whoever objected or restricted before the dump, since when stays. Null leaves it as it is. */
export async function setRights(
  trx: OpenTransaction,
  id: string,
  { has_objected, is_restricted, recorded_at }: AccountEnd,
): Promise<void> {
  const since = (column: 'objected_at' | 'restricted_at', isOn: boolean | null) =>
    isOn === null ? {} : { [column]: isOn ? sql`coalesce(${sql.ref(column)}, ${recorded_at}::timestamptz)` : null };
  const rights = { ...since('objected_at', has_objected), ...since('restricted_at', is_restricted) };
  if (Object.keys(rights).length) await trx.updateTable('accounts').set(rights).where('id', '=', id).execute();
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
