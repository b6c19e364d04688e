import { randomUUID } from 'node:crypto';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { Day } from '../../../shared/days.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { lockAccount } from '../accounts/accounts.ts';
import type { KnownCustomer } from '../customers/customers.ts';
import type { FeatureDependencies } from '../feature.ts';
import { findBalance, type Invoice } from '../invoices/invoices.ts';
import type { MailDependencies } from '../mails/mails.ts';
import { allocate, bookPayment, bringBack, type NewPayment, takeBack } from '../payments/payments.ts';
import { creditInvoice, happen, loadFacts } from './engine.ts';
import type { Event } from './lifecycle.ts';
import { findDebts, findUpgrade } from './lifecycle-facts.ts';
import { mailCardPayment } from './payment-mails.ts';
import { mailCreditNote } from './subscription-mails.ts';
import {
  findDueSubscriptions,
  findLatest,
  findLive,
  findOfEndedAccounts,
  findSubscription,
  insertEvent,
  insertSubscription,
  isSourceKnown,
} from './subscriptions.queries.ts';
import type { Subscription } from './subscriptions.tables.ts';
import { priceUpgrade } from './upgrade-price.ts';
import { findWithdrawable } from './withdrawal.ts';

export { type AccountPlan, findPlanAt } from './account-plan.ts';
export { describeChanges, findInvoiceIds } from './changes.ts';
export { happen } from './engine.ts';
export type { Event } from './lifecycle.ts';
export { addMonthsToDay } from './lifecycle-facts.ts';
export { findLive, findTerms, findToClose } from './subscriptions.queries.ts';
export type { Subscription } from './subscriptions.tables.ts';
export { findWithdrawDay } from './withdrawal.ts';

type NewSubscription = Pick<Subscription, 'account_id' | 'order_id' | 'product' | 'months' | 'method'>;

/** Begins to exist and waits for its first payment. The account is locked, and has no other. */
export async function openSubscription(trx: OpenTransaction, given: NewSubscription, now: Date): Promise<string> {
  const id = randomUUID();
  await insertSubscription(trx, {
    ...given,
    id,
    state: 'pending',
    anchor_on: null,
    ends_on: null,
    end_reason: null,
    ended_at: null,
    next_product: null,
    next_months: null,
    next_check_on: zurichDayOf(now),
    created_at: now,
  });
  return id;
}

/**
 * What a change of the subscription to something better costs today, once everything has happened that is due by now. `owing`:
 * something else has to be paid first; `waiting`: another upgrade waits for its transfer.
 */
export async function priceUpgradeOf(
  trx: OpenTransaction,
  deps: MailDependencies,
  id: string,
  offer: Pick<Subscription, 'product' | 'months'>,
  customer: KnownCustomer,
): Promise<Awaited<ReturnType<typeof priceUpgrade>> | 'owing' | 'waiting'> {
  await catchUp(trx, deps, id);
  const subscription = await findSubscription(trx, id);
  if (!subscription || subscription.state === 'ended' || subscription.ends_on) return undefined;
  const facts = await loadFacts(trx, subscription);
  if (subscription.state !== 'active' || findDebts(facts).length) return 'owing';
  return findUpgrade(facts) ? 'waiting' : priceUpgrade(trx, facts, offer, customer, deps.clock());
}

/** `known`: this request was carried out before. */
export type ActResult = 'done' | 'known' | 'not-possible';

/** Lets an event happen to the live subscription of an account, once for its source. What is due by then happens first. */
export async function act(
  trx: OpenTransaction,
  deps: MailDependencies,
  { accountId, event, source }: { accountId: string; event: Event; source: string },
): Promise<ActResult> {
  await lockAccount(trx, accountId);
  const live = await findLive(trx, accountId);
  if (!live) return 'not-possible';
  if (await isSourceKnown(trx, live.id, source)) return 'known';
  await catchUp(trx, deps, live.id);
  return (await happen(trx, deps, { id: live.id, event, source })) ? 'done' : 'not-possible';
}

/**
 * Withdraws from the newest order of the live subscription of an account, once for its source, as it was possible when the
 * withdrawal arrived. With `alsoEnded`, from that of the latest where none is live.
 */
export async function withdraw(
  trx: OpenTransaction,
  deps: MailDependencies,
  given: { accountId: string; receivedAt: Date; source: string; alsoEnded?: boolean },
): Promise<ActResult> {
  const { accountId, receivedAt, source, alsoEnded = false } = given;
  await lockAccount(trx, accountId);
  const live = await findLive(trx, accountId);
  const found = live ?? (alsoEnded ? await findLatest(trx, accountId) : undefined);
  if (!found) return 'not-possible';
  if (await isSourceKnown(trx, found.id, source)) return 'known';
  const order = await findWithdrawable(trx, found, receivedAt);
  if (!order) return 'not-possible';
  const { invoiceId, startedOnRequest } = order;
  const event = { kind: 'withdraw', invoiceId, startedOnRequest, receivedAt } as const;
  if (live) await catchUp(trx, deps, live.id);
  return (await happen(trx, deps, { id: found.id, event, source })) ? 'done' : 'not-possible';
}

/** No subscription has more to be done at once; a fault in the rules must not last for ever. */
const mostSteps = 200;

/** Everything that time has brought about. */
async function catchUp(trx: OpenTransaction, deps: MailDependencies, id: string): Promise<void> {
  for (let steps = 0; steps < mostSteps; steps++)
    if (!(await happen(trx, deps, { id, event: { kind: 'clock' }, source: 'clock' }))) return;
  throw new Error(`The subscription ${id} does not come to rest.`);
}

const batchSize = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Everything that is due by now, each subscription in a transaction of its own; one that fails stops no other. Before that,
 * what was bought with an account that has ended ends, whoever ended it. Returns those that failed.
 */
export async function runClock({ database: { kysely }, log, ...deps }: FeatureDependencies): Promise<string[]> {
  const failed: string[] = [];
  const tryOn = async (id: string, work: (trx: OpenTransaction) => Promise<void>) => {
    try {
      await kysely.transaction().execute(work);
    } catch (error) {
      failed.push(id);
      log.error({ err: error, subscription: id }, 'a subscription is not carried on');
    }
  };
  for (const { id, account_id } of await findOfEndedAccounts(kysely, batchSize))
    await tryOn(id, (trx) => endForClosing(trx, deps, account_id));

  const today = zurichDayOf(deps.clock());
  let after = { day: '1970-01-01', id: firstId };
  for (;;) {
    const due = await findDueSubscriptions(kysely, today, after, batchSize);
    for (const { id, account_id } of due)
      await tryOn(id, async (trx) => {
        await lockAccount(trx, account_id);
        await catchUp(trx, deps, id);
      });
    const last = due.at(-1);
    if (!last || due.length < batchSize) return failed;
    after = { day: last.next_check_on, id: last.id };
  }
}

/** `refund`: it is for nothing any more, and was not booked. */
export type Settlement = 'settled' | 'already' | 'refund';

type Received = Omit<NewPayment, 'accountId' | 'method'> & { invoiceId: string; method: 'card' | 'invoice' };

/**
 * Books a payment for an invoice, and lets happen what follows once it is paid whole. A card pays all of it or nothing; of a
 * transfer, what is too much stays with the payment.
 */
export async function settleInvoice(
  trx: OpenTransaction,
  deps: MailDependencies,
  given: Received,
): Promise<Settlement> {
  const now = deps.clock();
  const known = await findBalance(trx, given.invoiceId);
  if (!known) return 'refund';
  const { account_id: accountId } = known.invoice;
  await lockAccount(trx, accountId);
  if (given.providerRef && (await isPaymentKnown(trx, given.providerRef))) return 'already';
  const openRappen = Math.max(0, (await findBalance(trx, given.invoiceId))!.openRappen);
  if (given.method === 'card' && given.amountRappen !== openRappen) return 'refund';
  const source = methodOf(given);
  const paymentId = await bookPayment(trx, { ...given, accountId, method: source }, now);
  if (!paymentId) return 'already';
  const amountRappen = Math.min(openRappen, given.amountRappen);
  if (amountRappen > 0) await allocate(trx, { paymentId, invoiceId: given.invoiceId, amountRappen }, now);
  const { subscription_id } = known.invoice;
  const before = subscription_id && (await findSubscription(trx, subscription_id));
  await notePaid(trx, deps, { invoiceId: given.invoiceId, paymentId });
  if (before && given.method === 'card')
    await mailCardPayment(trx, deps, { invoiceId: given.invoiceId, paymentId, before });
  return 'settled';
}

/**
 * Lets happen what follows from a payment that is booked and allocated. Safe to repeat. True where it began a subscription, of
 * which the customer is then told.
 */
export async function notePaid(
  trx: OpenTransaction,
  deps: MailDependencies,
  { invoiceId, paymentId }: { invoiceId: string; paymentId: string },
): Promise<boolean> {
  const id = (await findBalance(trx, invoiceId))?.invoice.subscription_id;
  const before = id && (await findSubscription(trx, id));
  if (!id || !before) return false;
  // An upgrade replaces the term that runs now.
  if (before.state === 'active') await catchUp(trx, deps, id);
  await happen(trx, deps, { id, event: { kind: 'paid', invoiceId }, source: `payment ${paymentId}` });
  await catchUp(trx, deps, id);
  return before.state === 'pending' && (await findSubscription(trx, id))?.state === 'active';
}

const methodOf = ({ method, operatorRef }: Received): NewPayment['method'] => {
  if (method === 'card') return 'card';
  return operatorRef === undefined ? 'bank' : 'manual';
};

async function isPaymentKnown(trx: OpenTransaction, providerRef: string): Promise<boolean> {
  const row = await trx.selectFrom('payments').select('id').where('provider_ref', '=', providerRef).executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes back an invoice, or what is not served from a day on, because a person decided so. The account is locked. Undefined
 * where nothing is left of it.
 */
export async function creditByHand(
  trx: OpenTransaction,
  deps: MailDependencies,
  { invoiceId, from }: { invoiceId: string; from: Day | null },
): Promise<Invoice | undefined> {
  const credited = await creditInvoice(trx, invoiceId, from, deps.clock());
  if (!credited) return undefined;
  await mailCreditNote(trx, deps, credited);
  const { note } = credited;
  const live = note.subscription_id && (await findSubscription(trx, note.subscription_id));
  if (live && live.state !== 'ended') await catchUp(trx, deps, live.id);
  return note;
}

/** A bank took a card's payment back: it is owed again, and nothing is served until it is paid. */
export async function noteChargeback(
  trx: OpenTransaction,
  deps: MailDependencies,
  { invoiceId, providerRef }: { invoiceId: string; providerRef: string },
): Promise<void> {
  const known = await findBalance(trx, invoiceId);
  if (!known?.invoice.subscription_id) return;
  await lockAccount(trx, known.invoice.account_id);
  await takeBack(trx, invoiceId, providerRef, deps.clock());
  const event = { kind: 'chargeback' } as const;
  await happen(trx, deps, { id: known.invoice.subscription_id, event, source: `chargeback ${providerRef}` });
}

/** A bank gave back what it had taken: it is paid again. */
export async function noteReturn(
  trx: OpenTransaction,
  deps: MailDependencies,
  { invoiceId, providerRef }: { invoiceId: string; providerRef: string },
): Promise<void> {
  const known = await findBalance(trx, invoiceId);
  if (!known) return;
  await lockAccount(trx, known.invoice.account_id);
  const paymentId = await bringBack(trx, invoiceId, providerRef, deps.clock());
  if (paymentId) await notePaid(trx, deps, { invoiceId, paymentId });
}

/** The account of a subscription that ended with it is closed now, and not again. */
export async function markAccountClosed(trx: OpenTransaction, subscriptionId: string, now: Date): Promise<void> {
  await insertEvent(trx, {
    id: randomUUID(),
    subscription_id: subscriptionId,
    source: 'closing',
    event: 'account-closed',
    data: '{}',
    at: now,
  });
}

/** What a closed account has bought ends; what was paid for can be had again as long as the account can be kept. */
export async function endForClosing(trx: OpenTransaction, deps: MailDependencies, accountId: string): Promise<void> {
  const source = `account ${deps.clock().toISOString()}`;
  await act(trx, deps, { accountId, event: { kind: 'account-closed' }, source });
}

export async function goOnForKeeping(trx: OpenTransaction, deps: MailDependencies, accountId: string): Promise<void> {
  const latest = await findLatestEnded(trx, accountId);
  if (!latest) return;
  const source = `account ${deps.clock().toISOString()}`;
  await happen(trx, deps, { id: latest.id, event: { kind: 'account-kept' }, source });
}

async function findLatestEnded(trx: OpenTransaction, accountId: string): Promise<Subscription | undefined> {
  const latest = await findLatest(trx, accountId);
  return latest?.state === 'ended' ? latest : undefined;
}
