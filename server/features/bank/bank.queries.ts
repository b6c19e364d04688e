import { randomUUID } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Locale } from '../../../shared/locales.ts';
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

/** New entries, oldest first: nobody has said anything of them yet. */
export async function findToBook(queries: Queries, limit: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('bank_entries')
    .select('id')
    .where('state', '=', 'open')
    .where('note', 'is', null)
    .orderBy('booked_on')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Of the invoice that is paid with a reference. */
export async function findInvoiceId(queries: Queries, reference: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('invoices')
    .select('id')
    .where('reference', '=', reference)
    .where('kind', '=', 'invoice')
    .executeTakeFirst();
  return row?.id;
}

/** The newest payment of that amount by transfer of which something is still allocated to the invoice, or else to be given back. */
export async function findEntryOfPayment(
  trx: OpenTransaction,
  invoiceId: string,
  amountRappen: number,
): Promise<{ paymentId: string; entryId: string; allocatedRappen: number } | undefined> {
  const { rows } = await sql<{ paymentId: string; entryId: string; allocatedRappen: number }>`
    select p.id as "paymentId", p.bank_entry_id as "entryId", sum(a.amount_rappen)::integer as "allocatedRappen"
      from payments p join allocations a on a.payment_id = p.id
      where a.invoice_id = ${invoiceId} and p.method = 'bank' and p.amount_rappen = ${amountRappen}
      group by p.id, p.bank_entry_id, p.booked_at having sum(a.amount_rappen) > 0
        or exists (select from refunds r where r.payment_id = p.id and r.state = 'wanted')
      order by sum(a.amount_rappen) > 0 desc, p.booked_at desc limit 1`.execute(trx);
  return rows[0];
}

/** The bank has taken it back already. */
export async function wantBack(
  trx: OpenTransaction,
  { paymentId, amountRappen, now }: { paymentId: string; amountRappen: number; now: Date },
): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({
      id: randomUUID(),
      payment_id: paymentId,
      amount_rappen: amountRappen,
      reason: 'chargeback',
      state: 'sent',
      provider_ref: null,
      wanted_at: now,
      sent_at: now,
    })
    .execute();
}

/** Refunds of a payment that nobody has made yet are made with it. Returns their sum. */
export async function giveBackWanted(trx: OpenTransaction, paymentId: string, now: Date): Promise<number> {
  const rows = await trx
    .updateTable('refunds')
    .set({ state: 'sent', reason: 'chargeback', sent_at: now })
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'wanted')
    .returning('amount_rappen')
    .execute();
  return rows.reduce((sum, { amount_rappen }) => sum + amount_rappen, 0);
}

/** Refunds by hand that were made after `since`, with whom to tell. */
export async function findRefundsMade(
  trx: OpenTransaction,
  since: Date,
): Promise<{ id: string; amount_rappen: number; account_id: string; email: string; locale: Locale }[]> {
  const { rows } = await sql<{ id: string; amount_rappen: number; account_id: string; email: string; locale: Locale }>`
    select r.id, r.amount_rappen, c.account_id, c.email, c.locale
      from refunds r join payments p on p.id = r.payment_id join customers c on c.account_id = p.account_id
      where (p.method <> 'card' or r.provider_ref is null) and r.state = 'sent' and r.reason <> 'chargeback' and r.sent_at > ${since}::timestamptz
        and c.email is not null and c.locale is not null
        and not exists (select from mails m where m.dedupe_key = 'refund-sent ' || r.id)`.execute(trx);
  return rows;
}

/** Oldest first: those of transfers that are owed, and those of cards that failed. */
export const findRefundsByHand = (trx: OpenTransaction) =>
  trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .leftJoin('bank_entries', 'bank_entries.id', 'payments.bank_entry_id')
    .select(['refunds.id', 'refunds.amount_rappen', 'refunds.reason', 'method', 'debtor_name', 'debtor_iban'])
    .where((where) =>
      where.or([
        where.and([where('payments.method', '<>', 'card'), where('refunds.state', '=', 'wanted')]),
        where.and([where('payments.method', '=', 'card'), where('refunds.state', '=', 'failed')]),
      ]),
    )
    .orderBy('refunds.wanted_at')
    .execute();

export type RefundByHand = Awaited<ReturnType<typeof findRefundsByHand>>[number];

export async function changeRefund(
  trx: OpenTransaction,
  id: string,
  change: Partial<Selectable<Schema['refunds']>>,
): Promise<void> {
  await trx.updateTable('refunds').set(change).where('id', '=', id).execute();
}
