import type { Insertable, Selectable } from 'kysely';
import type { OpenTransaction, Queries, Schema } from '../../database/schema.ts';

type StoredStatement = Selectable<Schema['bank_statements']>;
export type StoredEntry = Selectable<Schema['bank_entries']>;

/** The last statement of an account that was imported; undefined before the first. */
export const findLastStatement = (queries: Queries, iban: string): Promise<StoredStatement | undefined> =>
  queries
    .selectFrom('bank_statements')
    .selectAll()
    .where('iban', '=', iban)
    .where('closing_rappen', 'is not', null)
    .orderBy('until_on', 'desc')
    .orderBy('imported_at', 'desc')
    .executeTakeFirst();

/** Whether this statement of the account, or a file with the same bytes, was imported before. */
export async function isStatementKnown(
  queries: Queries,
  { iban, id, sha256, until }: { iban: string; id: string; sha256: string; until: string },
): Promise<boolean> {
  const row = await queries
    .selectFrom('bank_statements')
    .select('id')
    .where('iban', '=', iban)
    .where((where) =>
      where.or([
        where('message_id', '=', id),
        where.and([where('file_sha256', '=', sha256), where('until_on', '=', until)]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertStatement(
  trx: OpenTransaction,
  statement: Insertable<Schema['bank_statements']>,
): Promise<void> {
  await trx.insertInto('bank_statements').values(statement).execute();
}

/** False for one that is known already. */
export async function insertEntry(trx: OpenTransaction, entry: Insertable<Schema['bank_entries']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('bank_entries')
    .values(entry)
    .onConflict((conflict) => conflict.column('entry_key').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Nobody else changes it until the transaction is over. */
export const lockEntryWithKey = (trx: OpenTransaction, key: string): Promise<StoredEntry | undefined> =>
  trx.selectFrom('bank_entries').selectAll().where('entry_key', '=', key).forUpdate().executeTakeFirst();

export const lockEntry = (trx: OpenTransaction, id: string): Promise<StoredEntry | undefined> =>
  trx.selectFrom('bank_entries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function changeEntry(
  trx: OpenTransaction,
  id: string,
  change: Partial<Pick<StoredEntry, 'state' | 'note' | 'reference'>>,
): Promise<void> {
  await trx.updateTable('bank_entries').set(change).where('id', '=', id).execute();
}

/** Those that a person has to look at, oldest first: nothing was found for them, or they are to be sent back. */
export const findUnsettled = (queries: Queries, limit: number): Promise<StoredEntry[]> =>
  queries
    .selectFrom('bank_entries')
    .selectAll()
    .where('state', 'in', ['open', 'to-refund'])
    .orderBy('booked_on')
    .orderBy('id')
    .limit(limit)
    .execute();
