import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { unservedRappen } from '../../../shared/business/proration.ts';
import type { Product } from '../../../shared/business/sales.ts';
import { type Day, utcDayOf } from '../../../shared/days.ts';
import { end, findDue, isPaid, restore } from './lifecycle-clock.ts';
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
  findWholeTerm,
  noticeDayOf,
  offerOf,
  type Step,
} from './lifecycle-facts.ts';
import type { EndReason, Subscription, Term } from './subscriptions.tables.ts';

/** What is told back to whoever withdrew without a sign-in. */
export interface Said {
  name: string;
  contract: string;
  noticeNumber: string;
}

export type Event =
  | { kind: 'clock' }
  | { kind: 'paid'; invoiceId: string }
  | { kind: 'upgraded'; invoiceId: string; product: Product; months: number }
  /** `receivedAt`: when it arrived, if that was earlier. */
  | { kind: 'cancel'; followedBy: 'free' | 'closed'; receivedAt?: Date }
  | { kind: 'resume' }
  | { kind: 'plan-change'; product: Product; months: number }
  | { kind: 'method'; method: Subscription['method'] }
  /**
   * `unasked`: the invoices of all orders that are withdrawn from and whose serving nobody had asked for. `from`: what must be what is
   * withdrawn from, an upgrade that waits for its payment or everything. `said`: what it said that came without a sign-in.
   */
  | {
      kind: 'withdraw';
      invoiceId: string;
      unasked: readonly string[];
      receivedAt?: Date;
      from?: 'change' | 'contract' | undefined;
      said?: Said | undefined;
    }
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
    return event.kind === 'account-kept' ? keep(facts, now) : undefined;
  switch (event.kind) {
    case 'clock':
      return findDue(facts, now);
    case 'paid':
      return paid(facts, event.invoiceId, now);
    case 'upgraded':
      return state === 'active' ? upgrade(facts, event, now) : undefined;
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
      return withdraw(facts, event, now);
    case 'account-closed':
      return end(facts, 'account-closed', now, { event: 'ended', keepsTerm: state === 'active' });
    case 'account-kept':
      return undefined;
    case 'chargeback':
      return chargeback(facts);
    case 'unbooked':
      return unbooked(facts, now);
  }
}

/** What was paid for is owed again. A change to something better would be served to somebody who owes. */
function chargeback(facts: Facts): Step | undefined {
  const { state } = facts.subscription;
  if ((state !== 'active' && state !== 'grace') || !findDebts(facts).length) return undefined;
  const upgrade = findUpgrade(facts);
  const effects: Effect[] = upgrade ? [{ do: 'credit', invoiceId: upgrade.id, from: null }] : [];
  return { event: 'suspended', effects: [...effects, { do: 'set', changes: { state: 'suspended' } }] };
}

/** It goes on from where it was. Whoever was not dunned yet is told, with all the time that takes. */
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
  const stopsAt = receivedAt;
  if (subscription.state !== 'active') return end(facts, reason, now, { event: 'ended', stopsAt });
  if (facts.leavesFree) return leave(facts, reason, now, receivedAt);
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

/** At once, and what is not used of the running term is given back. */
function leave(facts: Facts, reason: 'free' | 'closed', now: Date, receivedAt: Date): Step {
  const last = facts.terms.at(-1)!;
  const day = utcDayOf(receivedAt);
  const from = day > last.from_on ? day : null;
  return endWithCredits(facts, reason, { now, stopsAt: receivedAt, event: 'ended' }, [
    { do: 'credit', invoiceId: last.invoice_id!, from },
  ]);
}

/** A notice that arrived in time, and was entered once the term it ends had been renewed: what followed is taken back. */
function endAfter(facts: Facts, term: Term, reason: 'free' | 'closed', now: Date): Step {
  const later = facts.terms.filter(({ number }) => number > term.number);
  const credits = later.map(({ invoice_id }) => ({ do: 'credit', invoiceId: invoice_id!, from: null }) as const);
  return endWithCredits(facts, reason, { now, stopsAt: now, event: 'ended' }, credits);
}

type Credit = Extract<Effect, { do: 'credit' }>;

/** Ends it with what is to be taken back of paid terms, and whatever the end takes back of others. */
function endWithCredits(
  facts: Facts,
  reason: EndReason,
  { now, stopsAt, event }: { now: Date; stopsAt: Date; event: string },
  credits: readonly Credit[],
): Step {
  const ended = end(facts, reason, now, { event, stopsAt });
  const others = ended.effects.filter(
    (effect) => effect.do !== 'credit' || !credits.some(({ invoiceId }) => invoiceId === effect.invoiceId),
  );
  return { ...ended, effects: [...credits, ...others] };
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
 * Served days are owed where serving began at the customer's request (Directive 2011/83/EU, Art. 14(3)). After upgrades, what was
 * left of the terms before is given back too, which they had taken off their price.
 */
function withdraw(
  facts: Facts,
  { invoiceId, unasked, ...given }: Extract<Event, { kind: 'withdraw' }>,
  now: Date,
): Step | undefined {
  const { receivedAt = now, from } = given;
  const invoice = facts.invoices.find(({ id }) => id === invoiceId);
  const isChangeAlone = invoice?.kind === 'upgrade' && invoice.begunOn === null;
  if (from && from !== (isChangeAlone ? 'change' : 'contract')) return undefined;
  // What it would have replaced goes on.
  if (isChangeAlone) return { event: 'withdrawn', effects: [{ do: 'credit', invoiceId, from: null }] };
  const term = facts.terms.find(({ invoice_id }) => invoice_id === invoiceId);
  const credits: Credit[] = term
    ? creditChain(facts, term, { unasked, day: utcDayOf(receivedAt) })
    : [{ do: 'credit', invoiceId, from: null }];
  // What was renewed before it was entered.
  if (term)
    for (const { number, invoice_id } of facts.terms)
      if (number > term.number) credits.push({ do: 'credit', invoiceId: invoice_id!, from: null });
  // Nothing comes back with the account of what is withdrawn from.
  if (facts.subscription.state === 'ended')
    return { event: 'withdrawn', effects: [...credits, { do: 'set', changes: { end_reason: 'withdrawn' } }] };
  return endWithCredits(facts, 'withdrawn', { now, stopsAt: receivedAt, event: 'withdrawn' }, credits);
}

/**
 * Of a term that is withdrawn from on `day`, and of those before it that upgrades have cut, everything but the days that are owed. An
 * upgrade costs less than its term, by what was left before: what its own invoice cannot give back, the one before it does.
 */
function creditChain(
  { terms, invoices }: Facts,
  term: Term,
  { unasked, day }: { unasked: readonly string[]; day: Day },
): Credit[] {
  const credits: Credit[] = [];
  let owed = 0;
  for (let at: Term | undefined = term; at; ) {
    const { from_on: from, number, invoice_id }: Term = at;
    // Also what was replaced on the day on which the term began.
    const group: Debt[] = invoices.filter(({ begunOn, isCredited }) => begunOn === from && !isCredited).toReversed();
    const own = group.find(({ id }) => id === invoice_id);
    const stopsOn = at === term ? (day > from ? day : from) : at.until_on;
    if (own && !unasked.includes(own.id)) {
      const whole = { priceRappen: own.termRappen, ...findWholeTerm(own) };
      owed += own.termRappen - unservedRappen(whole, stopsOn);
    }
    for (const { id, netRappen } of group) {
      const kept = Math.min(netRappen, owed);
      owed -= kept;
      if (kept < netRappen)
        credits.push({
          do: 'credit',
          invoiceId: id,
          ...(kept ? { from: stopsOn, netRappen: netRappen - kept } : { from: null }),
        });
    }
    at = group.some(({ kind }) => kind === 'upgrade') ? terms.find((each) => each.number + 1 === number) : undefined;
  }
  return credits;
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
