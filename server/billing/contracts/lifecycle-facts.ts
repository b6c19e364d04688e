import { billing, failedPaymentGraceDays } from '../../../shared/business/billing.ts';
import { lastBusinessDayBefore } from '../../../shared/business/business-days.ts';
import type { Product } from '../../../shared/business/sales.ts';
import { addDays, type Day, utcDayOf, utcStartOf } from '../../../shared/days.ts';
import { addMonths } from '../../../shared/months.ts';
import type { Subscription, Term } from './subscriptions.tables.ts';

/** An invoice of the subscription, as far as its life depends on it. */
export interface Debt {
  id: string;
  /** What it is for: the first order, an upgrade by transfer, or a renewal. */
  kind: 'order' | 'upgrade' | 'renewal';
  /** How it is paid, whatever the method of the subscription is by now. */
  method: Subscription['method'];
  product: Product;
  months: number;
  from: Day;
  until: Day;
  issuedOn: Day;
  dueOn: Day;
  /** The net price of the whole term; an upgrade costs less, by what was left of the term before. */
  termRappen: number;
  /** Its net amount, less what was credited. */
  netRappen: number;
  openRappen: number;
  /** Nothing is left to pay, because all of it was credited. */
  isCredited: boolean;
  /** When its term began, even where an upgrade replaced that term on its first day; null before it has begun. */
  begunOn: Day | null;
}

/** Everything that decides how a subscription goes on. */
export interface Facts {
  subscription: Subscription;
  /** Oldest first. */
  terms: readonly Term[];
  /** Oldest first. */
  invoices: readonly Debt[];
  /** When each kind of event happened last. */
  lastEvents: Readonly<Record<string, Date | undefined>>;
  /** Bank statements are imported up to the end of this day. */
  statementsUntil: Day | null;
  /** The card that is charged, and the last day on which it can be. */
  card: { name: string; expiresOn: Day } | null;
  /** The running term renewed one without the reminder that is owed: the customer may leave at any time. */
  leavesFree: boolean;
  /** The company has suspended the account, or its holder has restricted it: nothing is sold to it. */
  isWithheld: boolean;
  /** Since when its holder has restricted the account: no card is charged, and nothing is served. */
  restrictedAt: Date | null;
}

export type Effect =
  | { do: 'set'; changes: Partial<Subscription> }
  | { do: 'issue'; product: Product; months: number; from: Day; until: Day; dueOn: Day }
  /** `replaces`: the invoice in whose place that of the term comes, because another tax counts by now. */
  | {
      do: 'begin-term';
      product: Product;
      months: number;
      from: Day;
      until: Day;
      invoiceId: string;
      replaces?: string;
    }
  | { do: 'cut-term'; until: Day }
  /** The last term ended while nothing was served, so it is extended and the next one begins on that day. */
  | { do: 'extend-term'; until: Day }
  /** Credits what is no longer served from that day on, or the given part of it; everything where the day is null. */
  | { do: 'credit'; invoiceId: string; from: Day | null; netRappen?: number };

/** What happened, under a name by which it is recorded only once, and what follows from it. */
export interface Step {
  event: string;
  /** What the clock brings about is named by it; the cause of anything else is known to whoever asks. */
  source?: string;
  effects: readonly Effect[];
}

/** The given number of months after `anchor`: the same day of the month, or else its last day. */
export const addMonthsToDay = (day: Day, months: number): Day => utcDayOf(addMonths(utcStartOf(day), months));

const monthsBetween = (from: Day, until: Day): number => {
  const monthOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return monthOf(until) - monthOf(from);
};

/** The term that would follow the last one. */
export function findNextTerm({ subscription, terms }: Facts): Pick<Debt, 'product' | 'months' | 'from' | 'until'> {
  const { product, months, next_product, next_months, anchor_on } = subscription;
  const from = terms.at(-1)!.until_on;
  const length = next_months ?? months;
  const until = addMonthsToDay(anchor_on!, monthsBetween(anchor_on!, from) + length);
  return { product: next_product ?? product, months: length, from, until };
}

/** The invoice for the term after the last one, if it is issued. */
export const findRenewal = ({ invoices, terms }: Facts): Debt | undefined =>
  invoices.findLast(
    ({ kind, from, isCredited }) => kind === 'renewal' && !isCredited && from === terms.at(-1)?.until_on,
  );

/**
 * The day on which it ends: it was cancelled, or is withheld, and another term cannot be asked for. Whoever restricts an account keeps
 * what is paid for; what the company withholds is given back.
 */
export function findEndsOn(facts: Facts): Day | null {
  const { subscription, terms, isWithheld, restrictedAt } = facts;
  if (subscription.ends_on || !isWithheld || subscription.state !== 'active') return subscription.ends_on;
  const renewal = restrictedAt ? findRenewal(facts) : undefined;
  return renewal && renewal.openRappen <= 0 ? renewal.until : terms.at(-1)!.until_on;
}

/** An upgrade by transfer that waits for its payment. */
export const findUpgrade = ({ invoices }: Facts): Debt | undefined =>
  invoices.find(
    ({ kind, isCredited, openRappen, begunOn }) =>
      kind === 'upgrade' && !isCredited && openRappen > 0 && begunOn === null,
  );

/** What is owed for terms that have begun, the oldest first. */
export const findDebts = ({ invoices }: Facts): readonly Debt[] =>
  invoices.filter(({ openRappen, begunOn, isCredited }) => openRappen > 0 && begunOn !== null && !isCredited);

/** How long before a term of this length its invoice is issued or its reminder sent. */
export const leadDaysOf = (months: number): number =>
  months === 4 ? billing.longInvoiceLeadDays : billing.invoiceLeadDays;

/** From this day on, an unpaid subscription is not served. */
export const findSuspensionDay = (dueOn: Day): Day => addDays(dueOn, failedPaymentGraceDays + 1);

/** The last day of a notice that ends the running term; a card is not charged ahead, so its notice may come later. */
export function findNoticeDay({ subscription, terms }: Facts): Day | undefined {
  const until = terms.at(-1)?.until_on;
  return until && noticeDayOf(subscription, until);
}

export const noticeDayOf = ({ method }: Pick<Subscription, 'method'>, until: Day): Day =>
  method === 'invoice' ? lastBusinessDayBefore(until) : addDays(until, -1);

/** The day from which the customer is warned that the card cannot be charged for the next term; undefined where it can. */
export function findCardNoticeDay(facts: Facts): Day | undefined {
  const { subscription, card, terms } = facts;
  const until = terms.at(-1)?.until_on;
  if (subscription.method !== 'card' || !card || !until || subscription.ends_on === until || card.expiresOn >= until)
    return undefined;
  return addDays(until, -billing.invoiceLeadDays);
}

/** The whole time that an invoice is for; an order by invoice names its day, and its term begins with the payment. */
export const findWholeTerm = ({ begunOn, from, until, months }: Debt): { from: Day; until: Day } =>
  begunOn === null || begunOn === from ? { from, until } : { from: begunOn, until: addMonthsToDay(begunOn, months) };

export const offerOf = ({ product, months }: Pick<Debt, 'product' | 'months'>) => ({ product, months });
