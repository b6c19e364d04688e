import { billing, failedPaymentGraceDays } from '../../../shared/business/billing.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import type { PaymentMethod } from '../../../shared/business/sales.ts';
import { addDays, type Day, utcDayOf } from '../../../shared/days.ts';
import { hourMs } from '../../../shared/durations.ts';
import { endSubscription, endsUnpaidOn } from './lifecycle-end.ts';
import {
  addMonthsToDay,
  type Debt,
  type Effect,
  type Facts,
  findCardNoticeDay,
  findDebts,
  findEndsOn,
  findNextTerm,
  findRenewal,
  findSuspensionDay,
  findUpgrade,
  leadDaysOf,
  offerOf,
  type Step,
} from './lifecycle-facts.ts';

/** The one thing that time has brought about and that comes first. */
export function findDue(facts: Facts, now: Date): Step | undefined {
  const { subscription } = facts;
  const today = zurichDayOf(now);
  if (subscription.state === 'pending') {
    const lapsesOn = findLapseDay(facts);
    return today >= lapsesOn && isKnownUnpaid(facts, subscription.method, addDays(lapsesOn, -1))
      ? endSubscription(facts, 'lapsed', now, { event: 'order-lapsed' })
      : undefined;
  }
  const endsOn = findEndsOn(facts);
  if (endsOn && utcDayOf(now) >= endsOn && endsOn === facts.terms.at(-1)!.until_on)
    return endSubscription(facts, subscription.end_reason ?? 'free', now, { event: 'ended', keepsTerm: true });
  return subscription.state === 'active' ? findDueOfActive(facts, now) : findDueOfOwing(facts, now);
}

const findLapseDay = ({ subscription }: Facts): Day =>
  addDays(zurichDayOf(subscription.created_at), billing.orderLapsesDays);

/** A payment that arrived by the end of the day would be known: a transfer, from a statement. */
const isKnownUnpaid = ({ statementsUntil }: Facts, method: PaymentMethod, day: Day): boolean =>
  method === 'card' || (statementsUntil !== null && statementsUntil >= day);

function findDueOfActive(facts: Facts, now: Date): Step | undefined {
  const { subscription, terms, lastEvents } = facts;
  const today = zurichDayOf(now);
  const last = terms.at(-1)!;
  const upgrade = findUpgrade(facts);
  // What its price takes off is worth nothing once the term is over, whatever is paid by then.
  const isOver =
    upgrade &&
    (today >= last.until_on || (today > upgrade.dueOn && isKnownUnpaid(facts, upgrade.method, upgrade.dueOn)));
  if (isOver)
    return {
      event: 'upgrade-lapsed',
      source: `clock ${upgrade.id}`,
      effects: [{ do: 'credit', invoiceId: upgrade.id, from: null }],
    };
  const [debt] = findDebts(facts);
  if (debt && today > debt.dueOn)
    return (
      endUncharged(facts, debt, now) ?? {
        event: 'payment-overdue',
        source: `clock ${debt.id}`,
        effects: [{ do: 'set', changes: { state: 'grace' } }],
      }
    );
  if (findEndsOn(facts) === last.until_on) return undefined;
  const next = findNextTerm(facts);
  const renewal = findRenewal(facts);
  const isByTransfer = subscription.method === 'invoice';
  const issuesOn = isByTransfer ? addDays(next.from, -leadDaysOf(next.months)) : next.from;
  if (!renewal && today >= issuesOn)
    return {
      event: 'invoice-issued',
      source: `clock ${next.from} ${next.product} ${next.months} ${facts.invoices.length}`,
      effects: [{ do: 'issue', ...next, dueOn: next.from }],
    };
  if (renewal && today >= next.from)
    return {
      event: 'renewed',
      source: `clock ${next.from}`,
      effects: [
        { do: 'begin-term', ...offerOf(renewal), from: renewal.from, until: renewal.until, invoiceId: renewal.id },
        { do: 'set', changes: { ...offerOf(renewal), next_product: null, next_months: null } },
      ],
    };
  const remindsOn = addDays(next.from, -billing.longInvoiceLeadDays);
  const reminded = lastEvents['renewal-reminder'];
  const isReminded = reminded !== undefined && zurichDayOf(reminded) >= remindsOn;
  if (!isByTransfer && next.months === 4 && today >= remindsOn && !isReminded)
    return { event: 'renewal-reminder', source: `clock ${next.from}`, effects: [] };
  return isCardToBeTold(facts, today)
    ? { event: 'card-expiring', source: `clock ${next.from} ${facts.card!.expiresOn}`, effects: [] }
    : undefined;
}

/**
 * Whoever restricts an account is not charged by card, and not served: the term that is not paid ends, and only the days until then
 * are owed.
 */
function endUncharged(facts: Facts, debt: Debt, now: Date): Step | undefined {
  const { subscription, terms, restrictedAt } = facts;
  if (!restrictedAt || debt.method !== 'card' || debt.id !== terms.at(-1)?.invoice_id) return undefined;
  return endSubscription(facts, subscription.end_reason ?? 'free', now, { event: 'ended', stopsAt: restrictedAt });
}

function isCardToBeTold(facts: Facts, today: Day): boolean {
  const day = findCardNoticeDay(facts);
  const told = facts.lastEvents['card-expiring'];
  return day !== undefined && today >= day && !(told && zurichDayOf(told) >= day);
}

/** Of a subscription in debt: nothing before its customer was told, and before a transfer would be known. */
function findDueOfOwing(facts: Facts, now: Date): Step | undefined {
  const { subscription, lastEvents } = facts;
  const today = zurichDayOf(now);
  const [debt] = findDebts(facts);
  if (!debt) return { event: 'restored', source: `clock ${today}`, effects: restore(facts, now) };
  if (!isKnownUnpaid(facts, debt.method, addDays(debt.dueOn, failedPaymentGraceDays))) return undefined;
  // Nothing ends that was not suspended before, however late we come to know.
  if (subscription.state === 'suspended') {
    const endsOn = endsUnpaidOn(facts, debt);
    return today >= endsOn && isKnownUnpaid(facts, debt.method, addDays(endsOn, -1))
      ? endSubscription(facts, 'unpaid', now, { event: 'ended' })
      : undefined;
  }
  const uncharged = endUncharged(facts, debt, now);
  if (uncharged) return uncharged;
  const told = lastEvents['payment-overdue'];
  const isToldInTime = told !== undefined && now.getTime() - told.getTime() >= billing.suspensionNoticeHours * hourMs;
  if (today < findSuspensionDay(debt.dueOn) || !isToldInTime) return undefined;
  return {
    event: 'suspended',
    source: `clock ${debt.id}`,
    effects: [{ do: 'set', changes: { state: 'suspended' } }],
  };
}

/**
 * Nothing was served while it was suspended: where the term is over by now, the next one begins today, and not in the past. Its
 * invoice may be there already.
 */
export function restore(facts: Facts, now: Date): Effect[] {
  const { subscription, terms } = facts;
  const today = utcDayOf(now);
  const over = terms.at(-1)!.until_on;
  if (subscription.state !== 'suspended' || over >= today) return [{ do: 'set', changes: { state: 'active' } }];
  const renewal = findRenewal(facts);
  const until = addMonthsToDay(today, (renewal ?? findNextTerm(facts)).months);
  const { ends_on } = subscription;
  const ends = ends_on && { ends_on: ends_on > over ? until : today };
  const extended: Effect = { do: 'extend-term', until: today };
  const goesOn = { state: 'active', anchor_on: today, ...ends } as const;
  if (!renewal) return [extended, { do: 'set', changes: goesOn }];
  // It is asked for anew, with time to pay.
  if (renewal.openRappen > 0)
    return [{ do: 'credit', invoiceId: renewal.id, from: null }, extended, { do: 'set', changes: goesOn }];
  const offer = offerOf(renewal);
  return [
    extended,
    { do: 'begin-term', ...offer, from: today, until, invoiceId: renewal.id },
    { do: 'set', changes: { ...goesOn, ...offer, next_product: null, next_months: null } },
  ];
}

/** The next day on which the clock may bring something about; null once it has ended. */
export function findNextCheck(facts: Facts, now: Date): Day | null {
  const { subscription, terms } = facts;
  const today = zurichDayOf(now);
  if (subscription.state === 'ended') return null;
  if (subscription.state === 'pending') return today > findLapseDay(facts) ? today : findLapseDay(facts);
  const until = terms.at(-1)!.until_on;
  const [debt] = findDebts(facts);
  const days: Day[] = [];
  if (subscription.ends_on) days.push(subscription.ends_on);
  if (subscription.state !== 'active') {
    if (!debt) return today;
    days.push(endsUnpaidOn(facts, debt));
    if (subscription.state === 'grace') days.push(findSuspensionDay(debt.dueOn));
    return days.toSorted()[0]!;
  }
  days.push(until);
  if (debt) days.push(addDays(debt.dueOn, 1));
  const waiting = findUpgrade(facts);
  if (waiting) days.push(addDays(waiting.dueOn, 1));
  if (subscription.ends_on !== until) {
    const { months } = findNextTerm(facts);
    const lead = addDays(until, -leadDaysOf(months));
    if (subscription.method === 'invoice' && !findRenewal(facts)) days.push(lead);
    const reminded = facts.lastEvents['renewal-reminder'];
    if (subscription.method === 'card' && months === 4 && !(reminded && zurichDayOf(reminded) >= lead)) days.push(lead);
    // By then another card may be known.
    const cardLead = addDays(until, -billing.invoiceLeadDays);
    if (subscription.method === 'card' && (today < cardLead || isCardToBeTold(facts, today))) days.push(cardLead);
  }
  return days.toSorted()[0]!;
}
