import { billing, failedPaymentGraceDays } from '../../../shared/business/billing.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { addDays, type Day } from '../../../shared/days.ts';
import type { Debt, Effect, Facts, Step } from './lifecycle-facts.ts';
import type { EndReason, Term } from './subscriptions.tables.ts';

/** When something that is suspended ends for good: because nobody paid, or because it was cancelled to an earlier day. */
export function endsForGoodOn(facts: Facts, debt: Debt): Day {
  const unpaid = endsUnpaidOn(facts, debt);
  const { ends_on } = facts.subscription;
  return ends_on && ends_on < unpaid && ends_on === facts.terms.at(-1)!.until_on ? ends_on : unpaid;
}

/** The day on which it ends unless it is paid. A payment that a bank took back is owed anew from the day on which it did. */
export function endsUnpaidOn({ subscription, lastEvents }: Facts, debt: Debt): Day {
  const suspended = subscription.state === 'suspended' ? lastEvents.suspended : undefined;
  const afterDebt = addDays(debt.dueOn, billing.endsAfterDebtDays);
  if (!suspended) return afterDebt;
  const graceLeft = billing.endsAfterDebtDays - failedPaymentGraceDays - 1;
  const afterSuspension = addDays(zurichDayOf(suspended), graceLeft);
  return afterSuspension > afterDebt ? afterSuspension : afterDebt;
}

/** What was taken back is not paid. */
export const isPaid = (invoices: readonly Debt[], { invoice_id }: Term): boolean =>
  invoices.some(({ id, openRappen, isCredited }) => id === invoice_id && openRappen <= 0 && !isCredited);

const rank = ({ openRappen }: Debt): number => (openRappen > 0 ? 0 : 1);

/**
 * Ends it now, with the whole term only if it is paid. What was served until then, or until `stopsAt`, is owed; the rest of what
 * is not paid is taken back, and the term is cut there.
 */
export function endSubscription(
  facts: Facts,
  reason: EndReason,
  now: Date,
  { event, keepsTerm = false, stopsAt = now }: { event: string; keepsTerm?: boolean; stopsAt?: Date },
): Step {
  const { subscription, terms, invoices, lastEvents } = facts;
  const suspended = subscription.state === 'suspended' ? lastEvents.suspended : undefined;
  const stopsOn = zurichDayOf(suspended ?? stopsAt);
  const last = terms.at(-1);
  const effects: Effect[] = [];
  // What is owed is lessened before anything that was paid is used for it.
  for (const { id, openRappen, isCredited, begunOn } of invoices.toSorted((a, b) => rank(a) - rank(b))) {
    const term = terms.find(({ invoice_id }) => invoice_id === id);
    if (isCredited) continue;
    // Not begun: nothing of it is owed, and what was paid for it goes back. What was replaced on its first day has been taken
    // off the price of what replaced it.
    if (begunOn === null) effects.push({ do: 'credit', invoiceId: id, from: null });
    // Of a paid term, too, nothing was served while something older was owed.
    else if (term && (openRappen > 0 || (subscription.state !== 'active' && term === last)) && stopsOn < term.until_on)
      effects.push({ do: 'credit', invoiceId: id, from: stopsOn <= term.from_on ? null : stopsOn });
  }
  if (last && !(keepsTerm && isPaid(invoices, last)) && stopsOn > last.from_on && stopsOn < last.until_on)
    effects.push({ do: 'cut-term', until: stopsOn });
  effects.push({
    do: 'set',
    changes: { state: 'ended', ended_at: now, end_reason: reason, next_product: null, next_months: null },
  });
  return { event, source: `clock ${reason}`, effects };
}

export type Credit = Extract<Effect, { do: 'credit' }>;

/** Ends it, taking back the given credits of paid terms, and whatever else its end takes back. */
export function endWithCredits(
  facts: Facts,
  reason: EndReason,
  { now, stopsAt, event }: { now: Date; stopsAt: Date; event: string },
  credits: readonly Credit[],
): Step {
  const ended = endSubscription(facts, reason, now, { event, stopsAt });
  const others = ended.effects.filter(
    (effect) => effect.do !== 'credit' || !credits.some(({ invoiceId }) => invoiceId === effect.invoiceId),
  );
  return { ...ended, effects: [...credits, ...others] };
}
