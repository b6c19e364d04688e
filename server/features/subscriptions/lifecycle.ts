import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { Product } from '../../../shared/business/sales.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { end, findDue, isPaid } from './lifecycle-clock.ts';
import {
  addMonthsToDay,
  type Debt,
  type Effect,
  type Facts,
  findDebts,
  findNextTerm,
  findNoticeDay,
  findRenewal,
  findUpgrade,
  offerOf,
  type Step,
} from './lifecycle-facts.ts';
import type { Subscription } from './subscriptions.tables.ts';

export type Event =
  | { kind: 'clock' }
  | { kind: 'paid'; invoiceId: string }
  | { kind: 'upgraded'; invoiceId: string; product: Product; months: number }
  | { kind: 'cancel'; followedBy: 'free' | 'closed' }
  | { kind: 'resume' }
  | { kind: 'plan-change'; product: Product; months: number }
  | { kind: 'method'; method: Subscription['method'] }
  | { kind: 'withdraw'; invoiceId: string; startedOnRequest: boolean }
  | { kind: 'account-closed' }
  | { kind: 'account-kept' }
  | { kind: 'chargeback' };

/**
 * What follows from an event; undefined where it changes nothing, or is not possible. Terms run in days of UTC, debts in days
 * of Zurich (billing.md, section 3).
 */
export function step(facts: Facts, event: Event, now: Date): Step | undefined {
  const { state } = facts.subscription;
  if (state === 'ended') return event.kind === 'account-kept' ? keep(facts, now) : undefined;
  switch (event.kind) {
    case 'clock':
      return findDue(facts, now);
    case 'paid':
      return paid(facts, event.invoiceId, now);
    case 'upgraded':
      return state === 'active' ? upgrade(facts, event, now) : undefined;
    case 'cancel':
      return cancel(facts, event.followedBy, now);
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
      return withdraw(facts, event, now);
    case 'account-closed':
      return end(facts, 'account-closed', now, { event: 'ended', keepsTerm: state === 'active' });
    case 'account-kept':
      return undefined;
    case 'chargeback':
      return state === 'active' || state === 'grace'
        ? { event: 'suspended', effects: [{ do: 'set', changes: { state: 'suspended' } }] }
        : undefined;
  }
}

function paid(facts: Facts, invoiceId: string, now: Date): Step | undefined {
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
  if (subscription.state === 'active')
    return invoice.kind === 'upgrade' && invoice.begunOn === null
      ? upgrade(facts, { invoiceId, ...offerOf(invoice) }, now)
      : undefined;
  return findDebts(facts).length
    ? undefined
    : { event: 'restored', effects: [{ do: 'set', changes: { state: 'active' } }] };
}

/** The running term is cut, and a new one begins from today; what was issued for the one after it is not true any more. */
function upgrade(
  facts: Facts,
  { invoiceId, product, months }: { invoiceId: string; product: Product; months: number },
  now: Date,
): Step {
  const from = utcDayOf(now);
  const renewal = findRenewal(facts);
  return {
    event: 'plan-changed',
    effects: [
      ...(renewal ? [{ do: 'credit' as const, invoiceId: renewal.id, from: null }] : []),
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

function cancel(facts: Facts, reason: 'free' | 'closed', now: Date): Step | undefined {
  const { subscription } = facts;
  if (subscription.state !== 'active') return end(facts, reason, now, { event: 'ended' });
  if (subscription.ends_on) return undefined;
  const last = facts.terms.at(-1)!;
  const renewal = findRenewal(facts);
  const isLate = subscription.method === 'invoice' && zurichDayOf(now) > findNoticeDay(facts)!;
  const upgrade = findUpgrade(facts);
  const effects: Effect[] = upgrade ? [{ do: 'credit', invoiceId: upgrade.id, from: null }] : [];
  if (renewal && !isLate) effects.push({ do: 'credit', invoiceId: renewal.id, from: null });
  const ends_on = isLate ? (renewal ?? findNextTerm(facts)).until : last.until_on;
  effects.push({ do: 'set', changes: { ends_on, end_reason: reason, next_product: null, next_months: null } });
  return { event: 'cancelled', effects };
}

/** To something that is no upgrade, at the end of the term; to what it is already: takes back a planned change. */
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

/**
 * Served days are owed where serving began at the customer's request (Directive 2011/83/EU, Art. 14(3)). What an upgrade replaced
 * on its first day was taken off its price, and is given back with it.
 */
function withdraw(
  facts: Facts,
  { invoiceId, startedOnRequest }: { invoiceId: string; startedOnRequest: boolean },
  now: Date,
): Step {
  const term = facts.terms.find(({ invoice_id }) => invoice_id === invoiceId);
  const today = utcDayOf(now);
  const from = term && startedOnRequest && today > term.from_on ? today : null;
  const ended = end(facts, 'withdrawn', now, { event: 'withdrawn' });
  const replaced = facts.invoices.filter(({ id, begunOn }) => id !== invoiceId && begunOn && begunOn === term?.from_on);
  const credits = replaced.map(({ id }) => ({ do: 'credit', invoiceId: id, from: null }) as const);
  const others = ended.effects.filter((effect) => effect.do !== 'credit' || effect.invoiceId !== invoiceId);
  return { ...ended, effects: [{ do: 'credit', invoiceId, from }, ...credits, ...others] };
}

/** What is left of a paid term is served, and then it ends. */
function keep({ subscription, terms, invoices }: Facts, now: Date): Step | undefined {
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
