import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { Product } from '../../../shared/business/sales.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { findDue, restore } from './lifecycle-clock.ts';
import { endSubscription, endWithCredits, isPaid } from './lifecycle-end.ts';
import {
  addMonthsToDay,
  type Debt,
  type Effect,
  type Facts,
  findDebts,
  findNextTerm,
  findRenewal,
  findSuspensionDay,
  findUpgrade,
  noticeDayOf,
  offerOf,
  type Step,
} from './lifecycle-facts.ts';
import type { Subscription, Term } from './subscriptions.tables.ts';
import { findWithdrawal, type Withdrawal } from './withdrawal.ts';

export type Event =
  | { kind: 'clock' }
  | { kind: 'paid'; invoiceId: string }
  /** `receivedAt`: when it arrived, if that was earlier. */
  | { kind: 'cancel'; followedBy: 'free' | 'closed'; receivedAt?: Date }
  | { kind: 'resume' }
  | { kind: 'plan-change'; product: Product; months: number }
  | { kind: 'method'; method: Subscription['method'] }
  | ({ kind: 'withdraw' } & Withdrawal)
  | { kind: 'account-closed' }
  | { kind: 'account-kept' }
  | { kind: 'chargeback' }
  /** What was booked for it was somebody else's payment. */
  | { kind: 'unbooked' };

/**
 * What follows from an event; undefined where it changes nothing, or is not possible. Terms run in days of UTC, debts in days
 * of Zurich (billing.md, section 3).
 */
export function step(facts: Facts, event: Event, now: Date): Step | undefined {
  const { state } = facts.subscription;
  if (state === 'ended' && event.kind !== 'withdraw')
    return event.kind === 'account-kept' ? keepSubscription(facts, now) : undefined;
  switch (event.kind) {
    case 'clock':
      return findDue(facts, now);
    case 'paid':
      return settle(facts, event.invoiceId, now);
    case 'cancel':
      return cancel(facts, event.followedBy, now, event.receivedAt ?? now);
    case 'resume':
      return facts.subscription.ends_on && state === 'active'
        ? { event: 'resumed', effects: [{ do: 'set', changes: { ends_on: null, end_reason: null } }] }
        : undefined;
    case 'plan-change':
      return planChange(facts, event);
    case 'method':
      return state === 'active' && facts.subscription.method !== event.method
        ? { event: 'method-changed', effects: [{ do: 'set', changes: { method: event.method } }] }
        : undefined;
    case 'withdraw':
      return findWithdrawal(facts, event, now);
    case 'account-closed':
      return endSubscription(facts, 'account-closed', now, { event: 'ended', keepsTerm: state === 'active' });
    case 'account-kept':
      return undefined;
    case 'chargeback':
      return chargeback(facts);
    case 'unbooked':
      return unbooked(facts, now);
  }
}

/** What was paid for is owed again. A waiting upgrade is taken back: otherwise it would be served while a debt is open. */
function chargeback(facts: Facts): Step | undefined {
  const { state } = facts.subscription;
  if ((state !== 'active' && state !== 'grace') || !findDebts(facts).length) return undefined;
  const upgrade = findUpgrade(facts);
  const effects: Effect[] = upgrade ? [{ do: 'credit', invoiceId: upgrade.id, from: null }] : [];
  return { event: 'suspended', effects: [...effects, { do: 'set', changes: { state: 'suspended' } }] };
}

/** Dunning goes on from where it was; a customer who was not dunned yet is told first, and has the whole time to pay. */
function unbooked(facts: Facts, now: Date): Step | undefined {
  const { subscription, lastEvents } = facts;
  const [debt] = findDebts(facts);
  if (subscription.state !== 'active' || !debt || zurichDayOf(now) <= debt.dueOn) return undefined;
  const { suspended } = lastEvents;
  const wasSuspended = suspended !== undefined && zurichDayOf(suspended) >= findSuspensionDay(debt.dueOn);
  return wasSuspended
    ? { event: 'suspended', effects: [{ do: 'set', changes: { state: 'suspended' } }] }
    : { event: 'payment-overdue', effects: [{ do: 'set', changes: { state: 'grace' } }] };
}

function settle(facts: Facts, invoiceId: string, now: Date): Step | undefined {
  const { subscription } = facts;
  const invoice = facts.invoices.find(({ id }) => id === invoiceId);
  if (!invoice || invoice.openRappen > 0) return undefined;
  if (subscription.state === 'pending') {
    const from = utcDayOf(now);
    const until = addMonthsToDay(from, subscription.months);
    return {
      event: 'started',
      effects: [
        { do: 'set', changes: { state: 'active', anchor_on: from } },
        { do: 'begin-term', ...offerOf(subscription), from, until, invoiceId },
      ],
    };
  }
  const isWaitingUpgrade = invoice.kind === 'upgrade' && invoice.begunOn === null;
  const last = facts.terms.at(-1)!;
  // Its price was made for a term that is over: too late to begin, so that it goes back.
  const isLate = subscription.state !== 'active' || (invoice.issuedOn < last.from_on && last.from_on < utcDayOf(now));
  if (isWaitingUpgrade && isLate)
    return { event: 'upgrade-lapsed', effects: [{ do: 'credit', invoiceId, from: null }] };
  if (subscription.state === 'active')
    return isWaitingUpgrade ? upgrade(facts, { invoiceId, ...offerOf(invoice) }, now) : undefined;
  return findDebts(facts).length ? undefined : { event: 'restored', effects: restore(facts, now) };
}

/**
 * The running term is cut, and a new one begins from today; what was issued for the one after it is not true any more. A term that
 * begins on the same day is replaced, and its price taken back unless that was paid and taken off. Terms are renewed at midnight
 * in Zurich, an hour or two before their day begins.
 */
function upgrade(
  facts: Facts,
  { invoiceId, product, months }: { invoiceId: string; product: Product; months: number },
  now: Date,
): Step {
  const today = utcDayOf(now);
  const last = facts.terms.at(-1)!;
  const from = today > last.from_on ? today : last.from_on;
  const renewal = findRenewal(facts);
  const issuedOn = facts.invoices.find(({ id }) => id === invoiceId)?.issuedOn;
  const replaced = facts.invoices.find(
    ({ id, openRappen, isCredited }) =>
      id === last.invoice_id &&
      from === last.from_on &&
      !isCredited &&
      (openRappen > 0 || (issuedOn !== undefined && issuedOn < from)),
  );
  return {
    event: 'plan-changed',
    effects: [
      ...[renewal, replaced].flatMap((debt) =>
        debt ? [{ do: 'credit' as const, invoiceId: debt.id, from: null }] : [],
      ),
      { do: 'cut-term', until: from },
      { do: 'begin-term', product, months, from, until: addMonthsToDay(from, months), invoiceId },
      {
        do: 'set',
        changes: {
          product,
          months,
          anchor_on: from,
          next_product: null,
          next_months: null,
          ends_on: null,
          end_reason: null,
        },
      },
    ],
  };
}

function cancel(facts: Facts, reason: 'free' | 'closed', now: Date, receivedAt: Date): Step | undefined {
  const { subscription, terms } = facts;
  if (subscription.state !== 'active')
    return endSubscription(facts, reason, now, { event: 'ended', stopsAt: receivedAt });
  if (facts.leavesFree) return endAtOnce(facts, reason, now, receivedAt);
  const last = terms.at(-1)!;
  const receivedOn = zurichDayOf(receivedAt);
  const inTime = terms.find(({ until_on }) => receivedOn <= noticeDayOf(subscription, until_on));
  if (inTime && inTime !== last) return endAfter(facts, inTime, reason, now);
  const renewal = findRenewal(facts);
  const isLate = subscription.method === 'invoice' && !inTime;
  const ends_on = isLate ? (renewal ?? findNextTerm(facts)).until : last.until_on;
  // A letter in time may end earlier what was cancelled late.
  if (subscription.ends_on && subscription.ends_on <= ends_on) return undefined;
  const upgrade = findUpgrade(facts);
  const effects: Effect[] = upgrade ? [{ do: 'credit', invoiceId: upgrade.id, from: null }] : [];
  if (renewal && !isLate) effects.push({ do: 'credit', invoiceId: renewal.id, from: null });
  effects.push({ do: 'set', changes: { ends_on, end_reason: reason, next_product: null, next_months: null } });
  return { event: 'cancelled', effects };
}

/** Of a customer who may leave at any time: at once, and what is left of the running term is given back. */
function endAtOnce(facts: Facts, reason: 'free' | 'closed', now: Date, receivedAt: Date): Step {
  const last = facts.terms.at(-1)!;
  const day = utcDayOf(receivedAt);
  const from = day > last.from_on ? day : null;
  return endWithCredits(facts, reason, { now, stopsAt: receivedAt, event: 'ended' }, [
    { do: 'credit', invoiceId: last.invoice_id!, from },
  ]);
}

/** A cancellation that arrived in time, but was entered after the term had been renewed: the terms that followed are taken back. */
function endAfter(facts: Facts, term: Term, reason: 'free' | 'closed', now: Date): Step {
  const later = facts.terms.filter(({ number }) => number > term.number);
  const credits = later.map(({ invoice_id }) => ({ do: 'credit', invoiceId: invoice_id!, from: null }) as const);
  return endWithCredits(facts, reason, { now, stopsAt: now, event: 'ended' }, credits);
}

/** Plans a change that is no upgrade for the end of the term; to the present plan, it takes a planned change back. */
function planChange(facts: Facts, offer: Pick<Debt, 'product' | 'months'>): Step | undefined {
  const { subscription } = facts;
  if (subscription.state !== 'active' || subscription.ends_on || findDebts(facts).length) return undefined;
  const isSame = offer.product === subscription.product && offer.months === subscription.months;
  if (isSame && subscription.next_product === null) return undefined;
  const renewal = findRenewal(facts);
  return {
    event: isSame ? 'change-undone' : 'change-planned',
    effects: [
      ...(renewal ? [{ do: 'credit' as const, invoiceId: renewal.id, from: null }] : []),
      {
        do: 'set',
        changes: { next_product: isSame ? null : offer.product, next_months: isSame ? null : offer.months },
      },
    ],
  };
}

/** The account is kept: what is left of a paid term is served, and then the subscription ends. */
function keepSubscription({ subscription, terms, invoices }: Facts, now: Date): Step | undefined {
  const last = terms.at(-1);
  if (
    subscription.end_reason !== 'account-closed' ||
    !last ||
    !isPaid(invoices, last) ||
    last.until_on <= utcDayOf(now)
  )
    return undefined;
  const changes = { state: 'active', ended_at: null, ends_on: last.until_on, end_reason: 'free' } as const;
  return { event: 'kept', effects: [{ do: 'set', changes }] };
}
