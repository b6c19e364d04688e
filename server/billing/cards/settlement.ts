import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { Act } from '../../contract/act.ts';
import { type Charge, msSincePaid } from '../../integrations/card-payments.ts';
import { bookPayment, isBooked, type Settlement, wantRefund } from '../payments/payments.ts';
import type { ChargedContracts } from './card-dependencies.ts';
import type { PaymentAttempt } from './cards.tables.ts';
import { findPaidInvoices, findTakenBack } from './settlement.queries.ts';

/**
 * Books what an attempt was charged, and what follows from it. What fits nothing that is owed is booked as well, and given
 * back: another amount than was asked for, an order that was paid before, an invoice that was paid or credited meanwhile. Safe
 * to repeat.
 */
export async function settleAttempt(
  act: Act,
  contracts: ChargedContracts,
  attempt: PaymentAttempt,
  charge: Pick<Charge, 'id' | 'amountRappen' | 'paidAt'> & { isOurs: boolean },
): Promise<void> {
  const { trx, now } = act;
  const { id: providerRef, amountRappen } = charge;
  if (await isBooked(trx, providerRef)) return;
  // After a fault it may be booked days later, and in another year.
  const receivedOn = zurichDayOf(new Date(now.getTime() - msSincePaid(charge)));
  const received = { providerRef, amountRappen, receivedOn };
  const isAsAsked = charge.isOurs && amountRappen === attempt.amount_rappen;
  if (isAsAsked && (await settle(act, contracts, attempt, received)) !== 'refund') return;
  const paymentId = (await bookPayment(trx, { ...received, accountId: attempt.account_id, method: 'card' }, now))!;
  await wantRefund(trx, { paymentId, amountRappen, reason: 'It fits nothing that is owed.' }, now);
}

type Received = Omit<Parameters<ChargedContracts['settleOrder']>[1], 'orderId'>;

async function settle(
  act: Act,
  contracts: ChargedContracts,
  { order_id: orderId, invoice_id: invoiceId }: PaymentAttempt,
  received: Received,
): Promise<Settlement> {
  if (orderId !== null) return contracts.settleOrder(act, { ...received, orderId });
  return invoiceId === null ? 'refund' : contracts.settleInvoice(act, { ...received, invoiceId });
}

/** The bank takes a payment back: what it was for is owed again. Returns the invoices of which that is news. */
export async function takeBackCharge(act: Act, contracts: ChargedContracts, charge: string): Promise<string[]> {
  const invoices = await findPaidInvoices(act.trx, charge);
  for (const invoiceId of invoices) await contracts.noteChargeback(act, { invoiceId, providerRef: charge });
  return invoices;
}

/** What a bank took back came back. Returns the invoices of which that is news. */
export async function returnCharge(act: Act, contracts: ChargedContracts, charge: string): Promise<string[]> {
  const invoices = await findTakenBack(act.trx, charge);
  for (const invoiceId of invoices) await contracts.noteReturn(act, { invoiceId, providerRef: charge });
  return invoices;
}
