import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Allocation, NewRefund, Payment } from './payments.tables.ts';

/** False where its reference is known. */
export async function insertPayment(trx: OpenTransaction, payment: Payment): Promise<boolean> {
  const added = await trx
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function insertAllocation(trx: OpenTransaction, allocation: Allocation): Promise<void> {
  await trx.insertInto('allocations').values(allocation).execute();
}

export async function insertRefund(trx: OpenTransaction, refund: NewRefund): Promise<void> {
  await trx.insertInto('refunds').values(refund).execute();
}

/** A bank gave back what it had taken of a payment from an invoice. False where it had taken no such sum. */
export async function removeChargeback(
  trx: OpenTransaction,
  { paymentId, invoiceId, amountRappen }: { paymentId: string; invoiceId: string; amountRappen: number },
): Promise<boolean> {
  const { rows } = await sql`
    delete from refunds where id = (
      select r.id from refunds r join allocations a on a.payment_id = r.payment_id
          and a.amount_rappen = -r.amount_rappen and a.allocated_at = r.wanted_at
        where r.payment_id = ${paymentId}::uuid and r.reason = 'chargeback' and a.invoice_id = ${invoiceId}::uuid
          and r.amount_rappen = ${amountRappen}::integer limit 1)
      returning id`.execute(trx);
  return rows.length > 0;
}

export async function findPaymentByReference(queries: Queries, providerRef: string): Promise<Payment | undefined> {
  return queries.selectFrom('payments').selectAll().where('provider_ref', '=', providerRef).executeTakeFirst();
}

/** Whether a charge of the card provider is in the books. */
export async function isBooked(queries: Queries, providerRef: string): Promise<boolean> {
  return (await findPaymentByReference(queries, providerRef)) !== undefined;
}

/** Whether a refund of the card provider is in the books. */
export async function isRefundBooked(queries: Queries, providerRef: string): Promise<boolean> {
  const row = await queries
    .selectFrom('refunds')
    .select('id')
    .where('provider_ref', '=', providerRef)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Asks less of what was to be given back of a payment and is not sent, because it went back in another way. Returns by how much less, at
 * most `byRappen`.
 */
export async function lessenUnsentRefunds(trx: OpenTransaction, paymentId: string, byRappen: number): Promise<number> {
  const unsent = await trx
    .selectFrom('refunds')
    .select(['id', 'amount_rappen'])
    .where('payment_id', '=', paymentId)
    .where('provider_ref', 'is', null)
    .where('state', 'in', ['wanted', 'failed'])
    .orderBy('wanted_at')
    .forUpdate()
    .execute();
  let left = byRappen;
  for (const { id, amount_rappen } of unsent) {
    const rest = Math.max(0, amount_rappen - left);
    left -= amount_rappen - rest;
    if (rest === 0) await trx.deleteFrom('refunds').where('id', '=', id).execute();
    else await trx.updateTable('refunds').set({ amount_rappen: rest }).where('id', '=', id).execute();
  }
  return byRappen - left;
}

/** Takes out of the books what banks have taken of a payment, from whatever it was. Returns how much that is. */
export async function removeChargebacks(trx: OpenTransaction, paymentId: string): Promise<number> {
  const removed = await trx
    .deleteFrom('refunds')
    .where('payment_id', '=', paymentId)
    .where('reason', '=', 'chargeback')
    .returning('amount_rappen')
    .execute();
  return removed.reduce((sum, { amount_rappen }) => sum + amount_rappen, 0);
}

/** How much of a payment is neither for an invoice nor given back or to be given back. */
export async function findUnspent(queries: Queries, paymentId: string): Promise<number> {
  const { rows } = await sql<{ unspent: number }>`
    select p.amount_rappen
        - (select coalesce(sum(amount_rappen), 0)::integer from allocations where payment_id = p.id)
        - (select coalesce(sum(amount_rappen), 0)::integer from refunds where payment_id = p.id) as unspent
      from payments p where p.id = ${paymentId}::uuid`.execute(queries);
  return Math.max(0, rows[0]!.unspent);
}

interface Allocated {
  paymentId: string;
  method: Payment['method'];
  amountRappen: number;
}

/** Which invoices a payment is for, each with how much of it. */
export async function findInvoicesPaidBy(
  queries: Queries,
  paymentId: string,
): Promise<{ invoiceId: string; subscriptionId: string | null; amountRappen: number }[]> {
  const { rows } = await sql<{ invoiceId: string; subscriptionId: string | null; amountRappen: number }>`
    select i.id as "invoiceId", i.subscription_id as "subscriptionId", sum(a.amount_rappen)::integer as "amountRappen"
      from allocations a join invoices i on i.id = a.invoice_id where a.payment_id = ${paymentId}::uuid
      group by i.id having sum(a.amount_rappen) > 0 order by i.year, i.number`.execute(queries);
  return rows;
}

/** How much of which payment is for an invoice, newest payment first. */
export async function findAllocated(queries: Queries, invoiceId: string): Promise<Allocated[]> {
  const { rows } = await sql<Allocated>`
    select payment_id as "paymentId", payments.method, sum(allocations.amount_rappen)::integer as "amountRappen"
      from allocations join payments on payments.id = payment_id where invoice_id = ${invoiceId}::uuid
      group by payment_id, payments.method, payments.booked_at having sum(allocations.amount_rappen) > 0
      order by payments.booked_at desc, payment_id`.execute(queries);
  return rows;
}

/** The value date of the newest payment for an invoice. */
export async function findPaidOn(queries: Queries, invoiceId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('allocations')
    .innerJoin('payments', 'payments.id', 'allocations.payment_id')
    .select('payments.received_on')
    .where('allocations.invoice_id', '=', invoiceId)
    .orderBy('payments.received_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.received_on;
}

/** Payments with what they are for, and refunds. */
export async function exportPayments(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> {
  const payments = await trx
    .selectFrom('payments')
    // A booking made by mistake is shown, but not from whom the money came.
    .leftJoin('bank_entries', (join) =>
      join.onRef('bank_entries.id', '=', 'payments.bank_entry_id').on('bank_entries.state', '<>', 'ignored'),
    )
    .select([
      'payments.id',
      'payments.method',
      'payments.amount_rappen',
      'payments.received_on',
      'payments.provider_ref',
      'payments.bank_entry_id',
      'payments.operator_ref',
      'payments.booked_at',
      'bank_entries.booked_on',
      'bank_entries.value_on',
      'bank_entries.debtor_name',
      'bank_entries.debtor_iban',
      'bank_entries.message',
      'bank_entries.reference',
    ])
    .where('account_id', '=', accountId)
    .orderBy('payments.booked_at')
    .execute();
  const exported = [];
  for (const payment of payments)
    exported.push({
      ...payment,
      allocations: await trx
        .selectFrom('allocations')
        .select(['invoice_id', 'amount_rappen', 'allocated_at'])
        .where('payment_id', '=', payment.id)
        .orderBy('allocated_at')
        .execute(),
      refunds: await trx
        .selectFrom('refunds')
        .select(['amount_rappen', 'reason', 'state', 'wanted_at', 'sent_at'])
        .where('payment_id', '=', payment.id)
        .orderBy('wanted_at')
        .execute(),
    });
  return exported;
}
