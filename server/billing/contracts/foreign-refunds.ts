import type { Act } from '../../contract/act.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import {
  allocate,
  bookDashboardRefund,
  findInvoicesPaidBy,
  findPaymentByReference,
  lessenUnsentRefunds,
} from '../payments/payments.ts';
import { catchUp, creditInvoice } from './engine.ts';
import { mailCreditNote } from './subscription-mails.ts';
import { findSubscription } from './subscriptions.queries.ts';

/**
 * Books what a person gave back of a charge at the card provider itself: it is taken off what it paid, the newest first, which is
 * credited as far, so that nobody is asked for it again. Safe to repeat; a charge of somebody else is none of ours.
 */
export async function noteRefund(
  act: Act,
  { charge, amountRappen, providerRef }: { charge: string; amountRappen: number; providerRef: string },
): Promise<void> {
  const { trx, now } = act;
  const payment = await findPaymentByReference(trx, charge);
  if (!payment) return;
  if (payment.account_id !== null) await lockAccount(trx, payment.account_id);
  if (!(await bookDashboardRefund(trx, { paymentId: payment.id, amountRappen, providerRef }, now))) return;
  let left = amountRappen;
  for (const paid of (await findInvoicesPaidBy(trx, payment.id)).reverse()) {
    const { invoiceId } = paid;
    const part = Math.min(left, paid.amountRappen);
    if (part <= 0) break;
    left -= part;
    await allocate(trx, { paymentId: payment.id, invoiceId, amountRappen: -part }, now);
    const credited = await creditInvoice(trx, { invoiceId, from: null, totalRappen: part }, now);
    if (!credited) continue;
    await mailCreditNote(act, { ...credited, refundRappen: credited.refundRappen + part });
    const { note } = credited;
    const live = note.subscription_id && (await findSubscription(trx, note.subscription_id));
    if (live && live.state !== 'ended') await catchUp(act, live.id);
  }
  await lessenUnsentRefunds(trx, payment.id, left);
}
