import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { Act } from '../../contract/act.ts';
import { type Charge, msSincePaid } from '../../integrations/card-payments.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import {
  bookPayment,
  findInvoicesPaidBy,
  findPaymentByReference,
  isBooked,
  returnToRefunds,
  type Settlement,
  takeFromRefunds,
  wantRefund,
} from '../payments/payments.ts';
import type { ChargedContracts } from './card-dependencies.ts';
import type { PaymentAttempt } from './cards.tables.ts';
import { findTakenBack, findTakenRappen } from './settlement.queries.ts';

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

/**
 * Books that banks hold `takenRappen` of a charge, of all disputes about it: what is more than before is what was to be refunded
 * anyway, and the rest is owed again, the newest invoice first; what is less came back, to invoices first. Returns the invoices of
 * which that is news. Safe to repeat.
 */
export async function settleDisputed(
  act: Act,
  contracts: ChargedContracts,
  { charge: providerRef, takenRappen }: { charge: string; takenRappen: number },
): Promise<string[]> {
  const { trx, now } = act;
  const payment = await findPaymentByReference(trx, providerRef);
  if (!payment) return [];
  if (payment.account_id !== null) await lockAccount(trx, payment.account_id);
  const invoices = new Set<string>();
  let more = takenRappen - (await findTakenRappen(trx, providerRef));
  while (more < 0) {
    const parts = await findTakenBack(trx, providerRef);
    const part = parts.find(({ amountRappen }) => amountRappen <= -more) ?? parts[0];
    // Of one that is larger, the rest is taken again.
    if (part) {
      await contracts.noteReturn(act, { ...part, providerRef });
      invoices.add(part.invoiceId);
      more += part.amountRappen;
      continue;
    }
    const returned = await returnToRefunds(trx, payment.id, now);
    if (returned === 0) break;
    more += returned;
  }
  if (more > 0) more -= await takeFromRefunds(trx, { paymentId: payment.id, amountRappen: more }, now);
  for (const { invoiceId, amountRappen } of (await findInvoicesPaidBy(trx, payment.id)).reverse()) {
    const part = Math.min(more, amountRappen);
    if (part <= 0) break;
    await contracts.noteChargeback(act, { invoiceId, providerRef, amountRappen: part });
    invoices.add(invoiceId);
    more -= part;
  }
  return [...invoices];
}
