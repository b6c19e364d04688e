import type { PossibleAction, SubscriptionAnswer } from '../../../shared/api/subscription.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import {
  findAudience,
  findPrice,
  isSold,
  isUpgrade,
  periods,
  products,
  type SalesAudience,
} from '../../../shared/business/sales.ts';
import { utcDayOf } from '../../../shared/days.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { findAccount } from '../../people/accounts/accounts.ts';
import { findLatestAttempt, type PaymentAttempt } from '../cards/cards.ts';
import type { KnownCustomer } from '../customers/customers.ts';
import { findCustomer, findKnownCustomer } from '../customers/customers.ts';
import { type Balance, describeOpen, findBalance, findOldestOpen } from '../invoices/invoices.ts';
import { findPlanAt } from './account-plan.ts';
import { loadFacts } from './engine.ts';
import { endsForGoodOn } from './lifecycle-end.ts';
import {
  type Facts,
  findDebts,
  findEndsOn,
  findNextTerm,
  findNoticeDay,
  findRenewal,
  findSuspensionDay,
  findUpgrade,
} from './lifecycle-facts.ts';
import { findLive } from './subscriptions.queries.ts';
import { priceUpgrade, withTax } from './upgrade-price.ts';
import { findWithdrawable } from './withdrawal.ts';

interface Context {
  salesOpen: readonly SalesAudience[];
  now: Date;
  /** The card provider has just been asked and did not answer. */
  isProviderSilent: boolean;
}

/** Where the subscription of an account stands, and what can be done. */
export async function describeSubscription(
  trx: OpenTransaction,
  accountId: string,
  { salesOpen, now, isProviderSilent }: Context,
): Promise<SubscriptionAnswer> {
  const plan = await findPlanAt(trx, accountId, now);
  const customer = await findKnownCustomer(trx, accountId);
  const live = await findLive(trx, accountId);
  const facts = live && (await loadFacts(trx, live));
  const account = await findAccount(trx, accountId);
  const isRestricted = Boolean(account?.restricted_at);
  // What `lockActiveAccount` refuses is not offered.
  const isActive = !isRestricted && (account === undefined || account.status === 'active');
  const isOpen =
    isActive &&
    (customer ? salesOpen.includes(findAudience(customer)) : mayBeSold(salesOpen, account?.country ?? null));
  const [debt] = facts ? findDebts(facts) : [];
  const renewal = facts?.subscription.state === 'active' ? findNextCharge(facts) : undefined;
  const withdrawable = live && (await findWithdrawable(trx, live, now));
  const left = facts ? undefined : await findOldestOpen(trx, accountId);
  const listed = facts && customer ? await listActions(trx, facts, customer, { isOpen, now }) : [];
  const actions = listed.filter(({ action }) => isActive || action === 'pay' || action === 'cancel');
  if (left) actions.push({ ...nothing, action: 'pay', dueNowRappen: left.openRappen });
  if (withdrawable && facts) {
    // An upgrade that is not yet paid can be withdrawn on its own.
    const upgrade = findUpgrade(facts);
    const { product, months } = upgrade?.id === withdrawable.invoiceId ? upgrade : facts.subscription;
    actions.push({ ...nothing, action: 'withdraw', product, months, effectiveOn: zurichDayOf(now) });
  }
  return {
    state: facts ? (facts.subscription.state as Exclude<SubscriptionAnswer['state'], 'free'>) : 'free',
    today: zurichDayOf(now),
    plan: plan?.heldAs ?? 'free',
    offlineAddOn: plan?.offlineAddOn ?? false,
    sales: { isOpen, audiences: [...salesOpen] },
    isRestricted,
    subscription: facts ? describeTerms(facts) : null,
    nextCharge:
      renewal && facts && customer
        ? {
            on: renewal.from,
            // What its invoice says, once that is issued.
            amountRappen:
              findRenewal(facts)?.openRappen ??
              (await withTax(trx, customer, findPrice(renewal.product, renewal.months)!, renewal.from)),
            method: facts.subscription.method,
          }
        : null,
    card: await describeCard(trx, accountId),
    payment: await describePayment(trx, accountId, { facts, left, isProviderSilent }),
    deadlines: {
      noticeBy: facts?.subscription.state === 'active' && !facts.subscription.ends_on ? findNoticeDay(facts)! : null,
      suspendsOn: debt && facts?.subscription.state === 'grace' ? findSuspensionDay(debt.dueOn) : null,
      endsForGoodOn: debt && facts?.subscription.state === 'suspended' ? endsForGoodOn(facts, debt) : null,
      withdrawBy: withdrawable?.by ?? null,
    },
    actions,
  };
}

/** Without billing data, the country is all that may be known of a customer. */
const mayBeSold = (salesOpen: readonly SalesAudience[], country: string | null): boolean =>
  salesOpen.some((audience) => country === null || (audience === 'ch') === (country === 'CH'));

function describeTerms(facts: Facts): SubscriptionAnswer['subscription'] {
  const { subscription, terms } = facts;
  const last = terms.at(-1);
  return {
    product: subscription.product,
    months: subscription.months,
    method: subscription.method,
    priceRappen: findPrice(subscription.product, subscription.months) ?? 0,
    term: last ? { from: last.from_on, until: last.until_on } : null,
    endsOn: subscription.ends_on,
    endsWith: subscription.ends_on ? (subscription.end_reason === 'closed' ? 'close' : 'free') : null,
    next:
      subscription.next_product && subscription.next_months
        ? { product: subscription.next_product, months: subscription.next_months }
        : null,
  };
}

/** None where it ends with this term, and none for what is paid ahead. */
function findNextCharge(facts: Facts) {
  const next = findNextTerm(facts);
  const renewal = findRenewal(facts);
  if (findEndsOn(facts) === next.from || (renewal && renewal.openRappen <= 0)) return undefined;
  return next;
}

async function describeCard(queries: Queries, accountId: string): Promise<SubscriptionAnswer['card']> {
  const row = await findCustomer(queries, accountId);
  if (!row?.card_brand || !row.card_last4 || !row.card_expires_on) return null;
  return { brand: row.card_brand, last4: row.card_last4, expiresOn: row.card_expires_on };
}

/** What is owed or waits for money: the oldest debt before what is not due yet. `left` is owed for something that has ended. */
async function describePayment(
  queries: Queries,
  accountId: string,
  { facts, left, isProviderSilent }: { facts: Facts | undefined; left: Balance | undefined; isProviderSilent: boolean },
): Promise<SubscriptionAnswer['payment']> {
  const attempt = await findLatestAttempt(queries, accountId);
  const isPending = facts?.subscription.state === 'pending';
  const renewal = facts && !isPending ? findRenewal(facts) : undefined;
  const waiting = facts
    ? (findDebts(facts)[0] ?? findUpgrade(facts) ?? (isPending ? facts.invoices[0] : undefined) ?? renewal)
    : undefined;
  const isOwed = waiting !== undefined && waiting.openRappen > 0;
  const balance = isOwed ? await findBalance(queries, waiting.id) : left;
  const invoice = balance ? await describeOpen(queries, balance) : null;
  const form = attempt ? await describeForm(queries, attempt, facts) : null;
  const isCharged = attempt?.kind === 'charge' && (attempt.state === 'open' || attempt.state === 'created');
  if ((form || isCharged) && isProviderSilent) return { state: 'provider-silent', invoice, form: null };
  if (isCharged) return { state: 'checking', invoice, form: null };
  if (form) return { state: 'awaiting-card', invoice, form };
  if (!invoice) return null;
  if (!facts) return { state: 'owed', invoice, form: null };
  const begins = waiting?.id === findUpgrade(facts)?.id ? waiting?.product : undefined;
  return { state: stateOfOpen(facts, invoice.id, attempt), invoice, form: null, ...(begins && { begins }) };
}

/** What is unpaid and has not been tried yet is charged automatically, provided that a card is kept. */
function stateOfOpen({ subscription, card }: Facts, invoiceId: string, attempt: PaymentAttempt | undefined) {
  if (subscription.method === 'invoice') return 'awaiting-transfer';
  if (attempt?.invoice_id !== invoiceId || attempt.state !== 'failed') return card ? 'charge-due' : 'awaiting-card';
  return attempt.needs_authentication ? 'confirm' : 'failed';
}

/** The card form that the customer was sent to and has not completed. */
async function describeForm(
  queries: Queries,
  { kind, state, pay_at: payAt, order_id, amount_rappen: amountRappen }: PaymentAttempt,
  facts: Facts | undefined,
): Promise<NonNullable<SubscriptionAnswer['payment']>['form']> {
  if (kind !== 'checkout' || state !== 'open' || !payAt) return null;
  const order = order_id
    ? await queries.selectFrom('orders').select('product').where('id', '=', order_id).executeTakeFirst()
    : facts?.subscription;
  return order ? { payAt, product: order.product, amountRappen } : null;
}

/** The day on which it would end if it were cancelled now. */
function findEnd(facts: Facts, now: Date): string {
  if (facts.leavesFree) return zurichDayOf(now);
  const isLate = facts.subscription.method === 'invoice' && zurichDayOf(now) > findNoticeDay(facts)!;
  return isLate ? (findRenewal(facts) ?? findNextTerm(facts)).until : facts.terms.at(-1)!.until_on;
}

const nothing = { product: null, months: null, dueNowRappen: 0, termRappen: 0, effectiveOn: null } as const;

async function listActions(
  queries: Queries,
  facts: Facts,
  customer: KnownCustomer,
  { isOpen, now }: { isOpen: boolean; now: Date },
): Promise<PossibleAction[]> {
  const { subscription, terms } = facts;
  const debts = findDebts(facts);
  // One payment is for one invoice, the oldest (`changeSubscription`).
  const pay: PossibleAction[] = debts
    .slice(0, 1)
    .map(({ openRappen }) => ({ ...nothing, action: 'pay', dueNowRappen: openRappen }));
  if (subscription.state !== 'active') return [...pay, { ...nothing, action: 'cancel', effectiveOn: zurichDayOf(now) }];
  const until = terms.at(-1)!.until_on;
  const card: PossibleAction[] = subscription.method === 'card' ? [{ ...nothing, action: 'card' }] : [];
  if (subscription.ends_on)
    return [...pay, { ...nothing, action: 'resume', effectiveOn: subscription.ends_on }, ...card];
  const actions: PossibleAction[] = [
    ...pay,
    {
      ...nothing,
      action: 'cancel',
      effectiveOn: findEnd(facts, now),
    },
    { ...nothing, action: 'method' },
    ...card,
  ];
  if (debts.length) return actions;
  for (const product of products)
    for (const months of periods) {
      const offer = { product, months };
      const isSame = product === subscription.product && months === subscription.months;
      if (!isSold(offer)) continue;
      if (isSame && !subscription.next_product) continue;
      const isNow = isUpgrade(subscription, offer);
      const from = isNow ? utcDayOf(now) : until;
      const termRappen = await withTax(queries, customer, findPrice(product, months)!, from);
      const change = { ...offer, action: 'change', termRappen, effectiveOn: from } as const;
      if (!isNow) {
        actions.push({ ...change, dueNowRappen: 0 });
        continue;
      }
      const price =
        isOpen && !findUpgrade(facts) ? await priceUpgrade(queries, facts, offer, customer, now) : undefined;
      if (price) actions.push({ ...change, dueNowRappen: price.totalRappen });
    }
  return actions;
}
