import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { findBalance } from '../invoices/invoices.ts';
import { allocate, bookPayment, type PaymentAttempt, takeBack, wantRefund } from '../payments/payments.ts';
import { findPaidInvoices, isBooked, isOrderPaid } from './settlement.queries.ts';

/**
 * Books what an attempt was charged. What fits nothing that is owed is booked as well, and given back: another amount than
 * was asked for, an order that was paid before, an invoice that was paid or credited meanwhile. Safe to repeat.
 */
export async function settleAttempt(
  trx: OpenTransaction,
  attempt: PaymentAttempt,
  charge: { id: string; amountRappen: number; isOurs: boolean },
  now: Date,
): Promise<void> {
  const { id: providerRef, amountRappen } = charge;
  if (await isBooked(trx, providerRef)) return;
  const owedRappen = charge.isOurs ? await findOwed(trx, attempt) : 0;
  const receivedOn = zurichDayOf(now);
  const payment = { accountId: attempt.account_id, method: 'card', providerRef, amountRappen, receivedOn } as const;
  const paymentId = (await bookPayment(trx, payment, now))!;
  if (amountRappen !== owedRappen || amountRappen !== attempt.amount_rappen)
    await wantRefund(trx, { paymentId, amountRappen, reason: 'It fits nothing that is owed.' }, now);
  else if (attempt.invoice_id !== null)
    await allocate(trx, { paymentId, invoiceId: attempt.invoice_id, amountRappen }, now);
}

async function findOwed(trx: OpenTransaction, attempt: PaymentAttempt): Promise<number> {
  if (attempt.invoice_id !== null) return (await findBalance(trx, attempt.invoice_id))?.openRappen ?? 0;
  return attempt.order_id !== null && (await isOrderPaid(trx, attempt.order_id)) ? 0 : attempt.amount_rappen;
}

/** The bank takes a payment back: what it was for is owed again. Returns the invoices of which that is news. */
export async function takeBackCharge(trx: OpenTransaction, charge: string, now: Date): Promise<string[]> {
  const invoices = await findPaidInvoices(trx, charge);
  for (const invoiceId of invoices) await takeBack(trx, invoiceId, charge, now);
  return invoices;
}
