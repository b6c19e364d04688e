import { type Insertable, sql } from 'kysely';
import type { OpenTransaction, Queries, Schema } from '../../database/schema.ts';
import type { StoredEntry } from './bank.queries.ts';
import type { KnownChain } from './bank-chain.ts';

/** Until the transaction is over, nobody else imports a statement: each continues the one before. */
export async function lockStatements(trx: OpenTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bank statements'))`.execute(trx);
}

export async function isFileKnown(queries: Queries, iban: string, sha256: string): Promise<boolean> {
  const row = await queries
    .selectFrom('bank_statements')
    .select('id')
    .where('iban', '=', iban)
    .where('file_sha256', '=', sha256)
    .executeTakeFirst();
  return row !== undefined;
}

/** The statements of an account that have balances, newest first. */
const selectChain = (queries: Queries, iban: string) =>
  queries
    .selectFrom('bank_statements')
    .selectAll()
    .where('iban', '=', iban)
    .where('closing_rappen', 'is not', null)
    .orderBy('until_on', 'desc')
    .orderBy('imported_at', 'desc')
    .orderBy('number', (order) => order.desc().nullsLast());

/** What was imported of the account that a statement from `day` on can continue or tell again, and the number of the next one. */
export async function findChain(
  queries: Queries,
  iban: string,
  day: string,
): Promise<KnownChain & { nextNumber: number }> {
  const last = await selectChain(queries, iban).executeTakeFirst();
  const found = (await selectChain(queries, iban).where('until_on', '>=', day).execute()).toReversed();
  const reaching = [];
  for (const { id, message_id, from_on, until_on, opening_rappen, closing_rappen, number } of found)
    reaching.push({
      id: message_id,
      from: from_on,
      until: until_on,
      openingRappen: Number(opening_rappen),
      closingRappen: Number(closing_rappen),
      isWhole: number !== null,
      bookings: await findBookings(queries, id),
    });
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from bank_statements where iban = ${iban}`.execute(queries);
  return {
    last: last && { until: last.until_on, closingRappen: Number(last.closing_rappen) },
    reaching,
    nextNumber: rows[0]!.next,
  };
}

/** Everything that a statement told, as it told it. */
async function findBookings(queries: Queries, statementId: string) {
  const { rows } = await sql<{
    fingerprint: string | null;
    amount: string;
    bookedOn: string;
    reference: string | null;
  }>`
    select fingerprint, amount_rappen::text as amount, booked_on::text as "bookedOn", bank_reference as reference
      from bank_entries where statement_id = ${statementId}::uuid and instead_of is null
    union all
    select fingerprint, (-amount_rappen)::text, booked_on::text, bank_reference
      from bank_debits where statement_id = ${statementId}::uuid`.execute(queries);
  return rows.map(({ amount, reference, ...row }) => ({
    ...row,
    amountRappen: Number(amount),
    bankReference: reference,
  }));
}

export async function insertStatement(
  trx: OpenTransaction,
  statement: Insertable<Schema['bank_statements']>,
): Promise<void> {
  await trx.insertInto('bank_statements').values(statement).execute();
}

export async function insertEntry(trx: OpenTransaction, entry: Insertable<Schema['bank_entries']>): Promise<void> {
  await trx.insertInto('bank_entries').values(entry).execute();
}

export async function insertDebit(trx: OpenTransaction, debit: Insertable<Schema['bank_debits']>): Promise<void> {
  await trx.insertInto('bank_debits').values(debit).execute();
}

/** An entry of a statement, with what took its place, and whether a person has said what it is for. */
export type KnownWhole = StoredEntry & { details: { fingerprint: string | null }[]; isDecided: boolean };

/**
 * Entries of statements that details may be of, oldest first: the bank calls them so, or they are of that day and amount. Nobody else
 * changes them until the transaction is over.
 */
export async function lockWholes(
  trx: OpenTransaction,
  { bankReference, amountRappen, bookedOn }: { bankReference: string | null; amountRappen: number; bookedOn: string },
): Promise<KnownWhole[]> {
  const found = await trx
    .selectFrom('bank_entries')
    .selectAll()
    .where('instead_of', 'is', null)
    .where((where) =>
      where.or([
        where(sql<string>`coalesce(bank_reference, entry_key)`, '=', bankReference),
        where.and([where('amount_rappen', '=', amountRappen), where('booked_on', '=', bookedOn)]),
      ]),
    )
    .orderBy('booked_on')
    .orderBy('id')
    .forUpdate()
    .execute();
  const wholes = [];
  for (const one of found) {
    const details = await trx
      .selectFrom('bank_entries')
      .select('fingerprint')
      .where('instead_of', '=', one.id)
      .execute();
    const decision = await trx
      .selectFrom('bank_decisions')
      .select('place')
      .where('entry_id', '=', one.id)
      .where('undone_at', 'is', null)
      .executeTakeFirst();
    wholes.push({ ...one, details, isDecided: decision !== undefined });
  }
  return wholes;
}
