import { randomUUID } from 'node:crypto';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { findBalance } from '../invoices/invoices.ts';
import {
  findAllocated,
  findInvoicesPaidBy,
  findPaymentByReference,
  findUnspent,
  insertAllocation,
  insertPayment,
  insertRefund,
  isRefundBooked,
  lessenUnsentRefunds,
  removeChargeback,
  removeChargebacks,
} from './payments.queries.ts';
import type { Payment } from './payments.tables.ts';

export {
  findInvoicesPaidBy,
  findPaidOn,
  findPaymentByReference,
  isBooked,
  lessenUnsentRefunds,
} from './payments.queries.ts';
export type { Refund } from './payments.tables.ts';

/** Marks an entry in which the bank has booked several payments as one. Only its individual payments can be assigned. */
export const sumNote = 'a sum of several payments: import its details (camt.054)';

/** The beginning of the notes of every entry that may hold several payments. */
export const sumMark = 'a sum of several payments';

/** How we know of a payment: exactly one of the three. */
interface PaymentSource {
  /** The provider's id of the charge. */
  providerRef?: string;
  bankEntryId?: string;
  /** What an operator saw, such as a receipt. */
  operatorRef?: string;
}

export type NewPayment = PaymentSource &
  Pick<Payment, 'method'> & { accountId: string | null; amountRappen: number; receivedOn: string };

/** What became of money for an invoice or an order; `refund`: nothing is left to pay, and it was not booked. */
export type Settlement = 'settled' | 'already' | 'refund';

/** Its id; null where it is known already. */
export async function bookPayment(trx: OpenTransaction, given: NewPayment, now: Date): Promise<string | null> {
  const payment: Payment = {
    id: randomUUID(),
    account_id: given.accountId,
    method: given.method,
    amount_rappen: given.amountRappen,
    received_on: given.receivedOn,
    provider_ref: given.providerRef ?? null,
    bank_entry_id: given.bankEntryId ?? null,
    operator_ref: given.operatorRef ?? null,
    booked_at: now,
  };
  return (await insertPayment(trx, payment)) ? payment.id : null;
}

/** Treats what is not worth claiming as if it had been paid; a whole invoice is a loss in the books. */
export async function writeOff(
  trx: OpenTransaction,
  { invoiceId, amountRappen }: { invoiceId: string; amountRappen: number },
  now: Date,
): Promise<string> {
  const { invoice } = (await findBalance(trx, invoiceId))!;
  const payment = {
    accountId: invoice.account_id,
    method: 'write-off',
    amountRappen,
    receivedOn: zurichDayOf(now),
  } as const;
  const paymentId = (await bookPayment(trx, { ...payment, operatorRef: `write-off ${randomUUID()}` }, now))!;
  await allocate(trx, { paymentId, invoiceId, amountRappen }, now);
  return paymentId;
}

/** Says what a payment is for; negative takes it back. */
export async function allocate(
  trx: OpenTransaction,
  allocation: { paymentId: string; invoiceId: string; amountRappen: number },
  now: Date,
): Promise<void> {
  await insertAllocation(trx, {
    id: randomUUID(),
    payment_id: allocation.paymentId,
    invoice_id: allocation.invoiceId,
    amount_rappen: allocation.amountRappen,
    allocated_at: now,
  });
}

/** Takes what was paid off an invoice; the answer allocates it to the one that takes its place. */
export async function moveAllocations(
  trx: OpenTransaction,
  invoiceId: string,
  now: Date,
): Promise<(to: string) => Promise<void>> {
  const allocated = await findAllocated(trx, invoiceId);
  for (const { paymentId, amountRappen } of allocated)
    await allocate(trx, { paymentId, invoiceId, amountRappen: -amountRappen }, now);
  return async (to) => {
    for (const { paymentId, amountRappen } of allocated)
      await allocate(trx, { paymentId, invoiceId: to, amountRappen }, now);
  };
}

/** Notes that money is to be refunded: to a card by the server, by transfer by the operator. */
export async function wantRefund(
  trx: OpenTransaction,
  wanted: { paymentId: string; amountRappen: number; reason: string },
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await insertRefund(trx, {
    id,
    payment_id: wanted.paymentId,
    amount_rappen: wanted.amountRappen,
    reason: wanted.reason,
    state: 'wanted',
    provider_ref: null,
    wanted_at: now,
    sent_at: null,
  });
  return id;
}

/**
 * Gives back what an invoice was paid too much, newest payment first, and only what is not open of other invoices that are owed.
 * Returns how much went where.
 */
export async function giveBackSurplus(
  trx: OpenTransaction,
  { invoiceId, reason, owed }: { invoiceId: string; reason: string; owed: readonly string[] },
  now: Date,
): Promise<{ refundRappen: number; settledRappen: number }> {
  const balance = await findBalance(trx, invoiceId);
  let surplus = balance ? -balance.openRappen : 0;
  let [refundRappen, settledRappen] = [0, 0];
  for (const { paymentId, method, amountRappen } of await findAllocated(trx, invoiceId)) {
    if (surplus <= 0) break;
    const part = Math.min(surplus, amountRappen);
    await allocate(trx, { paymentId, invoiceId, amountRappen: -part }, now);
    surplus -= part;
    // What was written off, nobody has paid.
    if (method === 'write-off') continue;
    let left = part;
    for (const id of owed) {
      const used = Math.min(left, Math.max(0, (await findBalance(trx, id))?.openRappen ?? 0));
      if (used > 0) await allocate(trx, { paymentId, invoiceId: id, amountRappen: used }, now);
      left -= used;
    }
    settledRappen += part - left;
    refundRappen += left;
    if (left > 0) await wantRefund(trx, { paymentId, amountRappen: left, reason }, now);
  }
  return { refundRappen, settledRappen };
}

/**
 * Takes a payment off whatever it is for, and with it what was written off of that. Returns what is owed again, and of which
 * subscriptions.
 */
export async function takeOff(trx: OpenTransaction, paymentId: string, now: Date) {
  const paid = await findInvoicesPaidBy(trx, paymentId);
  for (const { invoiceId } of paid)
    for (const part of await findAllocated(trx, invoiceId))
      if (part.paymentId === paymentId || part.method === 'write-off')
        await allocate(trx, { paymentId: part.paymentId, invoiceId, amountRappen: -part.amountRappen }, now);
  return paid;
}

/** A payment was booked by mistake. It stays in the books, and is taken out of them on the same day. */
export async function undoPayment(trx: OpenTransaction, payment: Payment): Promise<void> {
  const on = new Date(`${payment.received_on}T12:00:00Z`);
  await insertRefund(trx, {
    id: randomUUID(),
    payment_id: payment.id,
    amount_rappen: payment.amount_rappen,
    reason: 'undone',
    state: 'sent',
    provider_ref: null,
    wanted_at: on,
    sent_at: on,
  });
}

/** Somebody made it at the card provider itself. */
export const dashboardReason = 'dashboard';

/**
 * Books a refund that a person made at the card provider, which is still to confirm it. False where it is booked.
 */
export async function bookDashboardRefund(
  trx: OpenTransaction,
  made: { paymentId: string; amountRappen: number; providerRef: string },
  now: Date,
): Promise<boolean> {
  if (await isRefundBooked(trx, made.providerRef)) return false;
  await insertRefund(trx, {
    id: randomUUID(),
    payment_id: made.paymentId,
    amount_rappen: made.amountRappen,
    reason: dashboardReason,
    state: 'sending',
    provider_ref: made.providerRef,
    wanted_at: now,
    sent_at: null,
  });
  return true;
}

const disputeWon = 'dispute-won';

/** How much of a card's payment a bank took back from an invoice. */
interface TakenBack {
  invoiceId: string;
  providerRef: string;
  amountRappen: number;
}

/** Takes a payment off what it was for, as far as a bank took the money back. */
export async function takeBack(
  trx: OpenTransaction,
  { invoiceId, providerRef, amountRappen }: TakenBack,
  now: Date,
): Promise<void> {
  const payment = (await findPaymentByReference(trx, providerRef))!;
  await allocate(trx, { paymentId: payment.id, invoiceId, amountRappen: -amountRappen }, now);
  await insertChargeback(trx, { paymentId: payment.id, amountRappen }, now);
}

const insertChargeback = (
  trx: OpenTransaction,
  { paymentId, amountRappen }: { paymentId: string; amountRappen: number },
  now: Date,
) =>
  insertRefund(trx, {
    id: randomUUID(),
    payment_id: paymentId,
    amount_rappen: amountRappen,
    reason: 'chargeback',
    state: 'sent',
    provider_ref: null,
    wanted_at: now,
    sent_at: now,
  });

/**
 * A bank gave the customer what was to be given back anyway: it is not given back twice. Returns how much of `amountRappen` that was.
 */
export async function takeFromRefunds(
  trx: OpenTransaction,
  { paymentId, amountRappen }: { paymentId: string; amountRappen: number },
  now: Date,
): Promise<number> {
  const taken = await lessenUnsentRefunds(trx, paymentId, amountRappen);
  if (taken > 0) await insertChargeback(trx, { paymentId, amountRappen: taken }, now);
  return taken;
}

/** The bank has returned all that was taken from refunds: they are to be made again. Returns how much. */
export async function returnToRefunds(trx: OpenTransaction, paymentId: string, now: Date): Promise<number> {
  const returned = await removeChargebacks(trx, paymentId);
  const amountRappen = Math.min(returned, await findUnspent(trx, paymentId));
  if (amountRappen > 0) await wantRefund(trx, { paymentId, amountRappen, reason: disputeWon }, now);
  return returned;
}

/**
 * What was taken back came back: it is for its invoice again as far as that is open, and the rest goes back to the customer. The
 * id of the payment; undefined where nothing was taken.
 */
export async function bringBack(
  trx: OpenTransaction,
  { invoiceId, providerRef, amountRappen: taken }: TakenBack,
  now: Date,
): Promise<string | undefined> {
  const payment = await findPaymentByReference(trx, providerRef);
  if (!payment) return undefined;
  const isRemoved = await removeChargeback(trx, { paymentId: payment.id, invoiceId, amountRappen: taken });
  if (!isRemoved) return undefined;
  // Somebody may have given it back in the provider's dashboard before it was known that it came back.
  const came = Math.min(taken, await findUnspent(trx, payment.id));
  const openRappen = Math.max(0, (await findBalance(trx, invoiceId))?.openRappen ?? 0);
  const used = Math.min(openRappen, came);
  if (used > 0) await allocate(trx, { paymentId: payment.id, invoiceId, amountRappen: used }, now);
  const rest = came - used;
  if (rest > 0) await wantRefund(trx, { paymentId: payment.id, amountRappen: rest, reason: disputeWon }, now);
  return payment.id;
}
