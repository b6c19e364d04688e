import { randomUUID } from 'node:crypto';
import type { Day } from '../../../shared/days.ts';
import type { Act } from '../../contract/act.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import type { TakenBack } from '../cards/cards.ts';
import { findBalance, type Invoice } from '../invoices/invoices.ts';
import {
  allocate,
  bookPayment,
  bringBack,
  isBooked,
  type NewPayment,
  type Settlement,
  takeBack,
} from '../payments/payments.ts';
import { applyEvent, catchUp, creditInvoice } from './engine.ts';
import { mailCardPayment } from './payment-mails.ts';
import { mailCreditNote } from './subscription-mails.ts';
import { findSubscription } from './subscriptions.queries.ts';

type Received = Omit<NewPayment, 'accountId' | 'method'> & { invoiceId: string; method: 'card' | 'invoice' };

/**
 * Books a payment for an invoice, and applies what follows once it is paid whole. A card pays all of it or nothing; of a
 * transfer, what is too much stays with the payment.
 */
export async function settleInvoice(act: Act, given: Received): Promise<Settlement> {
  const { trx, now } = act;
  const known = await findBalance(trx, given.invoiceId);
  if (!known) return 'refund';
  const { account_id: accountId } = known.invoice;
  await lockAccount(trx, accountId);
  if (given.providerRef && (await isBooked(trx, given.providerRef))) return 'already';
  const openRappen = Math.max(0, (await findBalance(trx, given.invoiceId))!.openRappen);
  if (given.method === 'card' && given.amountRappen !== openRappen) return 'refund';
  const source = methodOf(given);
  const paymentId = await bookPayment(trx, { ...given, accountId, method: source }, now);
  if (!paymentId) return 'already';
  const amountRappen = Math.min(openRappen, given.amountRappen);
  if (amountRappen > 0) await allocate(trx, { paymentId, invoiceId: given.invoiceId, amountRappen }, now);
  const { subscription_id } = known.invoice;
  const before = subscription_id && (await findSubscription(trx, subscription_id));
  await notePaid(act, { invoiceId: given.invoiceId, paymentId });
  if (before && given.method === 'card')
    await mailCardPayment(act, { invoiceId: given.invoiceId, payment: { ...given, id: paymentId }, before });
  return 'settled';
}

/**
 * Applies what follows from a payment that is booked and allocated. Safe to repeat. True where it began a subscription, of
 * which the customer is then told.
 */
export async function notePaid(
  act: Act,
  { invoiceId, paymentId }: { invoiceId: string; paymentId: string },
): Promise<boolean> {
  const { trx } = act;
  const id = (await findBalance(trx, invoiceId))?.invoice.subscription_id;
  const before = id && (await findSubscription(trx, id));
  if (!id || !before) return false;
  // An upgrade replaces the term that runs now.
  if (before.state === 'active') await catchUp(act, id);
  await applyEvent(act, { id, event: { kind: 'paid', invoiceId }, source: `payment ${paymentId}` });
  await catchUp(act, id);
  return before.state === 'pending' && (await findSubscription(trx, id))?.state === 'active';
}

const methodOf = ({ method, operatorRef }: Received): NewPayment['method'] => {
  if (method === 'card') return 'card';
  return operatorRef === undefined ? 'bank' : 'manual';
};

/**
 * Takes back an invoice, or what is not served from a day on, because a person decided so. The account is locked. Undefined
 * where nothing is left of it.
 */
export async function creditByHand(
  act: Act,
  { invoiceId, from }: { invoiceId: string; from: Day | null },
): Promise<Invoice | undefined> {
  const { trx, now } = act;
  const credited = await creditInvoice(trx, { invoiceId, from }, now);
  if (!credited) return undefined;
  await mailCreditNote(act, credited);
  const { note } = credited;
  const live = note.subscription_id && (await findSubscription(trx, note.subscription_id));
  if (live && live.state !== 'ended') await catchUp(act, live.id);
  return note;
}

/** A bank took a card's payment back, or a part of it: that is owed again, and nothing is served until it is paid. */
export async function noteChargeback(act: Act, { invoiceId, providerRef, amountRappen }: TakenBack): Promise<void> {
  const { trx, now } = act;
  const known = await findBalance(trx, invoiceId);
  if (!known?.invoice.subscription_id) return;
  await takeBack(trx, { invoiceId, providerRef, amountRappen }, now);
  const event = { kind: 'chargeback' } as const;
  await applyEvent(act, {
    id: known.invoice.subscription_id,
    event,
    source: `chargeback ${providerRef} ${randomUUID()}`,
  });
}

/** A bank gave back what it had taken: it is paid again. */
export async function noteReturn(act: Act, returned: TakenBack): Promise<void> {
  const { trx, now } = act;
  const { invoiceId } = returned;
  const paymentId = await bringBack(trx, returned, now);
  if (paymentId) await notePaid(act, { invoiceId, paymentId });
}
