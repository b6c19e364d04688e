import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Locale } from '../../../shared/locales.ts';
import type { WaitingKind } from '../../contract/waiting.ts';
import type { OpenTransaction, Queries, Schema } from '../../database/schema.ts';

export type StoredEntry = Selectable<Schema['bank_entries']>;

/** Nobody else changes it until the transaction is over. */
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

/** What nothing was found for, or is to be sent back. */
export const unsettledEntries: WaitingKind = {
  name: 'bank',
  settledBy: ['bank assign', 'bank returned (bank list has the names and words)'],
  select: sql`select id::text as id, booked_on::timestamptz as since, null::timestamptz as due,
      state || ', CHF ' || to_char(amount_rappen / 100.0, 'FM999999990.00') as about
    from bank_entries where state = 'to-refund' or (state = 'open' and note is not null)`,
};

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

/** Of the invoice that is paid with a reference, or of the one that was issued in its place. */
export async function findInvoiceId(queries: Queries, reference: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select coalesce((select newer.id from invoices newer
        where newer.kind = 'invoice' and newer.subscription_id = i.subscription_id and newer.total_rappen = i.total_rappen
          and newer.order_id is not distinct from i.order_id and newer.term_number is not distinct from i.term_number
          and (newer.year, newer.number) > (i.year, i.number)
          and exists (select from invoices c where c.corrects = i.id and c.total_rappen = -i.total_rappen)
        order by newer.year desc, newer.number desc limit 1), i.id) as id
      from invoices i where i.reference = ${reference} and i.kind = 'invoice'`.execute(queries);
  return rows[0]?.id;
}

/** How much of what an entry brought is neither allocated nor given back; undefined where it is not booked. */
export async function findSurplus(
  queries: Queries,
  entryId: string,
): Promise<{ paymentId: string; accountId: string | null; surplusRappen: number } | undefined> {
  const { rows } = await sql<{ paymentId: string; accountId: string | null; surplusRappen: number }>`
    select p.id as "paymentId", p.account_id as "accountId", (p.amount_rappen
        - coalesce((select sum(amount_rappen) from allocations where payment_id = p.id), 0)
        - coalesce((select sum(amount_rappen) from refunds where payment_id = p.id), 0))::integer as "surplusRappen"
      from payments p where p.bank_entry_id = ${entryId}::uuid`.execute(queries);
  return rows[0];
}

/**
 * The payment of that amount by transfer that the bank takes back: the newest that waits to be sent back whole, or of which something is
 * allocated to the invoice, or else to be given back or used for another one.
 */
export async function findEntryOfPayment(
  trx: OpenTransaction,
  { invoiceId, reference, amountRappen }: { invoiceId: string; reference: string; amountRappen: number },
): Promise<{ paymentId: string; entryId: string } | undefined> {
  const { rows } = await sql<{ paymentId: string; entryId: string }>`
    select * from (
      select p.id as "paymentId", p.bank_entry_id as "entryId", p.booked_at, e.state = 'to-refund' as waits, e.reference,
          coalesce((select sum(a.amount_rappen) from allocations a
            where a.payment_id = p.id and a.invoice_id = ${invoiceId}::uuid), 0)::integer as "allocatedRappen",
          exists (select from allocations a where a.payment_id = p.id and a.invoice_id = ${invoiceId}::uuid)
            and (exists (select from refunds r where r.payment_id = p.id and r.state = 'wanted')
              or (select sum(a.amount_rappen) from allocations a where a.payment_id = p.id) > 0) as returns
        from payments p join bank_entries e on e.id = p.bank_entry_id
        where p.method = 'bank' and p.amount_rappen = ${amountRappen}) as paid
      where "allocatedRappen" > 0 or returns or (waits and reference = ${reference})
      order by waits and "allocatedRappen" = 0 desc, "allocatedRappen" > 0 desc, booked_at desc limit 1`.execute(trx);
  return rows[0];
}

/** It has gone back already: the bank took it (`chargeback`), or an operator sent what was too much (`surplus`). */
export async function insertGone(
  trx: OpenTransaction,
  { paymentId, amountRappen, reason }: { paymentId: string; amountRappen: number; reason: 'chargeback' | 'surplus' },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('refunds')
    .values({
      id: randomUUID(),
      payment_id: paymentId,
      amount_rappen: amountRappen,
      reason,
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

/** Refunds by hand that were made after `since`, with whom to tell. What was never ours to keep goes back without a mail. */
export async function findRefundsMade(
  trx: OpenTransaction,
  since: Date,
): Promise<{ id: string; amount_rappen: number; account_id: string; email: string; locale: Locale }[]> {
  const { rows } = await sql<{ id: string; amount_rappen: number; account_id: string; email: string; locale: Locale }>`
    select r.id, r.amount_rappen, c.account_id, c.email, c.locale
      from refunds r join payments p on p.id = r.payment_id join customers c on c.account_id = p.account_id
      where (p.method <> 'card' or r.provider_ref is null) and r.state = 'sent' and r.reason not in ('chargeback', 'surplus', 'undone') and r.sent_at > ${since}::timestamptz
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

/** A refund that an operator has made by a transfer. */
export const findTransferOf = (queries: Queries, id: string) =>
  queries
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('refunds.id')
    .where('refunds.id', '=', id)
    .where('refunds.state', '=', 'sent')
    .where((where) => where.or([where('payments.method', '<>', 'card'), where('refunds.provider_ref', 'is', null)]))
    .executeTakeFirst();

export type RefundByHand = Awaited<ReturnType<typeof findRefundsByHand>>[number];

export async function changeRefund(
  trx: OpenTransaction,
  id: string,
  change: Partial<Selectable<Schema['refunds']>>,
): Promise<void> {
  await trx.updateTable('refunds').set(change).where('id', '=', id).execute();
}
