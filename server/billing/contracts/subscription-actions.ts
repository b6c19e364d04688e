import { randomUUID } from 'node:crypto';
import type { SubscriptionRequest } from '../../../shared/api/subscription.ts';
import { billing } from '../../../shared/business/billing.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { isSold, isUpgrade } from '../../../shared/business/sales.ts';
import { addDays, utcDayOf } from '../../../shared/days.ts';
import { type Act, act } from '../../contract/act.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import { lockActiveAccount, lockLivingAccount } from '../../people/accounts/accounts.ts';
import type { CheckoutPurpose } from '../cards/cards.ts';
import type { KnownCustomer } from '../customers/customers.ts';
import { findCustomer, findKnownCustomer } from '../customers/customers.ts';
import { bringInvoice, findOldestOpen, writeNumber } from '../invoices/invoices.ts';
import { mailBilling } from '../texts/texts.ts';
import { applyEvent } from './engine.ts';
import type { Event } from './lifecycle.ts';
import { issueForOrder, supplyOn, upgradeLines } from './order-invoices.ts';
import { findOrderByKey, insertOrder } from './orders.queries.ts';
import type { Order } from './orders.tables.ts';
import { isToPay } from './payable.ts';
import { isCarriedOut, requireSameUnderKey, sourceOf } from './repeated-requests.ts';
import { refreshVatNumber, requireSales, requireTax } from './sale-rules.ts';
import { findLive } from './subscriptions.queries.ts';
import type { Subscription } from './subscriptions.tables.ts';
import { type ActResult, applyOnce, priceTermOf, priceUpgradeOf, withdraw } from './subscriptions.ts';

type Change = Extract<SubscriptionRequest, { action: 'change' }>;

/**
 * Does what was asked, once for its key. Answers with what a card has to be asked for, or null. Throws
 * `change-not-possible` where the subscription does not allow it.
 */
export async function changeSubscription(
  deps: FeatureDependencies,
  accountId: string,
  request: SubscriptionRequest,
  key: string,
): Promise<CardPurpose | null> {
  if (request.action === 'change') await refreshVatNumber(deps, accountId);
  return act(deps, async (act) => {
    const { trx, now } = act;
    // Also while the company has suspended the account: whoever leaves, or pays what is owed from before (decision 0052).
    const isAlways = ['cancel', 'withdraw', 'pay'].includes(request.action);
    await (isAlways ? lockLivingAccount : lockActiveAccount)(trx, accountId);
    const sha256 = await requireSameUnderKey(trx, { accountId, key, content: request });
    const source = sourceOf(sha256, key);
    if (await isCarriedOut(trx, accountId, source)) return null;
    const doIt = async (event: Event) => {
      requireDone(await applyOnce(act, { accountId, event, source }));
      return null;
    };
    switch (request.action) {
      case 'cancel':
        return doIt({ kind: 'cancel', followedBy: request.followedBy === 'close' ? 'closed' : 'free' });
      case 'withdraw':
        requireDone(await withdraw(act, { accountId, receivedAt: now, source, from: request.from }));
        return null;
      case 'resume':
        return doIt({ kind: 'resume' });
      case 'method':
        return changeMethod(trx, accountId, request.method, doIt);
      case 'change':
        return change(act, { accountId, request, key, sha256 }, doIt);
      case 'pay':
        return findDebt(trx, accountId);
      case 'card':
        return anotherCard(trx, accountId);
    }
  });
}

/** What a card is asked for. */
type CardPurpose = Omit<CheckoutPurpose, 'accountId'>;

async function findDebt(trx: OpenTransaction, accountId: string): Promise<CardPurpose> {
  const debt = await findOldestOpen(trx, accountId);
  if (!debt) throw new Problem('change-not-possible');
  return { invoiceId: debt.invoice.id, amountRappen: debt.openRappen };
}

type DoIt = (event: Event) => Promise<null>;

function requireDone(result: ActResult): void {
  if (result === 'not-possible') throw new Problem('change-not-possible');
}

/** A card that is not known yet has to be given first. */
async function changeMethod(
  trx: OpenTransaction,
  accountId: string,
  method: 'card' | 'invoice',
  doIt: DoIt,
): Promise<CardPurpose | null> {
  const customer = await findCustomer(trx, accountId);
  if (method === 'card' && !customer?.card_payment_method) return { amountRappen: 0 };
  return doIt({ kind: 'method', method });
}

/** Of whoever pays by transfer, a card is asked for by a change of the method. */
async function anotherCard(trx: OpenTransaction, accountId: string): Promise<CardPurpose> {
  if ((await findLive(trx, accountId))?.method === 'invoice') throw new Problem('change-not-possible');
  return { amountRappen: 0 };
}

interface ChangeOf {
  accountId: string;
  request: Change;
  key: string;
  sha256: string;
}

async function change(act: Act, given: ChangeOf, doIt: DoIt): Promise<CardPurpose | null> {
  const { trx } = act;
  const { accountId, request } = given;
  const { product, months } = request;
  const earlier = await findOrderByKey(trx, accountId, given.key);
  if (earlier) return earlier.method === 'card' && (await isToPay(act, earlier)) ? purposeOf(earlier) : null;
  if (product === 'free') {
    requireShown(request, { totalRappen: 0, termRappen: 0 });
    return doIt({ kind: 'cancel', followedBy: 'free' });
  }
  const live = await findLive(trx, accountId);
  const offer = { product, months };
  if (live?.state !== 'active' || !isSold(offer)) throw new Problem('change-not-possible');
  const customer = await findKnownCustomer(trx, accountId);
  const termRappen = customer && (await priceTermOf(act, live.id, offer, customer));
  if (!customer || termRappen === undefined) throw new Problem('change-not-possible');
  if (isUpgrade(live, offer)) return placeUpgrade(act, given, { live, customer, termRappen });
  requireShown(request, { totalRappen: 0, termRappen });
  return doIt({ kind: 'plan-change', ...offer });
}

/** What the person was shown is what it costs. */
function requireShown(shown: Change, costs: { totalRappen: number; termRappen: number }): void {
  const { totalRappen, termRappen = costs.termRappen } = shown;
  if (totalRappen !== costs.totalRappen || termRappen !== costs.termRappen) throw new Problem('order-changed');
}

const purposeOf = ({ id: orderId, total_rappen: amountRappen }: Order): CardPurpose => ({ orderId, amountRappen });

/** By transfer it counts from its payment on, and lapses without one. */
async function placeUpgrade(
  act: Act,
  { accountId, request, key, sha256 }: ChangeOf,
  { live, customer, termRappen }: { live: Subscription; customer: KnownCustomer; termRappen: number },
): Promise<CardPurpose | null> {
  const { trx, now } = act;
  const { id: subscriptionId, method, ends_on, product, months } = live;
  if (ends_on !== null || request.product === 'free') throw new Problem('change-not-possible');
  const offer = { product: request.product, months: request.months };
  requireSales(act.config.salesOpen, customer, offer);
  await requireTax(trx, { accountId, customer }, now);
  const price = await priceUpgradeOf(act, subscriptionId, offer, customer);
  if (price === 'owing') throw new Problem('debt-open');
  if (price === 'waiting') throw new Problem('payment-pending');
  if (!price) throw new Problem('change-not-possible');
  requireShown(request, { totalRappen: price.totalRappen, termRappen });
  const { vatState: _state, locale, ...buyer } = customer;
  const order: Order = {
    ...offer,
    id: randomUUID(),
    account_id: accountId,
    kind: 'upgrade',
    subscription_id: subscriptionId,
    method,
    net_rappen: price.netRappen,
    vat_permille: price.vatPermille,
    vat_rappen: price.vatRappen,
    total_rappen: price.totalRappen,
    buyer,
    texts: [],
    locale,
    idempotency_key: key,
    request_sha256: sha256,
    placed_at: now,
  };
  await insertOrder(trx, order);
  // By card, the invoice comes with the payment.
  if (method === 'card') return purposeOf(order);
  const lines = await upgradeLines(trx, order, now);
  const lapsesOn = addDays(zurichDayOf(now), billing.upgradeLapsesDays);
  // It lapses with the term that it would replace.
  const dueOn = lapsesOn < price.until ? lapsesOn : addDays(price.until, -1);
  const supplied = await supplyOn(trx, order, utcDayOf(now));
  const invoice = await issueForOrder(trx, supplied, subscriptionId, { dueOn, lines }, now);
  await applyEvent(act, { id: subscriptionId, event: { kind: 'clock' }, source: 'clock' });
  await mailBilling(act, 'upgrade-invoiced', {
    accountId,
    to: buyer.email,
    locale,
    about: invoice.id,
    facts: {
      oldPlan: { product, months },
      plan: offer,
      total: invoice.total_rappen,
      number: writeNumber(invoice),
      dueOn: invoice.due_on,
      reference: invoice.reference,
    },
    brought: await bringInvoice(trx, invoice),
  });
  return null;
}
