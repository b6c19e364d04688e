import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { contractPeriods } from '../../../shared/business/contract.ts';
import { unservedRappen } from '../../../shared/business/proration.ts';
import { mayWithdraw } from '../../../shared/business/sales.ts';
import { addDays, type Day, utcDayOf } from '../../../shared/days.ts';
import type { Queries } from '../../database/schema.ts';
import { type Credit, endWithCredits } from './lifecycle-end.ts';
import { type Debt, type Facts, findWholeTerm, type Step } from './lifecycle-facts.ts';
import type { Subscription, Term } from './subscriptions.tables.ts';

interface Ordered {
  buyer: { kind: 'private' | 'business'; country: string };
  placed_at: Date;
}

/** The last day of a withdrawal from what was ordered; null where there is no such right. */
export const findWithdrawDay = ({ buyer, placed_at }: Ordered): Day | null =>
  mayWithdraw(buyer) ? addDays(zurichDayOf(placed_at), contractPeriods.withdrawalDays) : null;

/** What can be withdrawn from: the newest order of the subscription that is invoiced, not a renewal (CJEU C-565/22). */
export interface Withdrawable {
  invoiceId: string;
  /** The last day. */
  by: Day;
  /**
   * The invoices of all its orders whose period runs and of which serving did not begin at the customer's request: no served day
   * is owed. Whoever withdraws leaves them all.
   */
  unasked: string[];
}

/** Undefined where no order can be withdrawn from on the day of `at`. */
export async function findWithdrawable(
  queries: Queries,
  { id, order_id }: Pick<Subscription, 'id' | 'order_id'>,
  at: Date,
): Promise<Withdrawable | undefined> {
  const orders = await queries
    .selectFrom('orders')
    .innerJoin('invoices', 'invoices.order_id', 'orders.id')
    .select(['orders.buyer', 'orders.placed_at', 'orders.texts', 'invoices.id as invoiceId'])
    .where('invoices.kind', '=', 'invoice')
    .where((where) => where.or([where('orders.id', '=', order_id), where('orders.subscription_id', '=', id)]))
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('invoices as credits').select('credits.id').whereRef('credits.corrects', '=', 'invoices.id'),
        ),
      ),
    )
    .orderBy('orders.placed_at', 'desc')
    .orderBy('invoices.year', 'desc')
    .orderBy('invoices.number', 'desc')
    .execute();
  const [newest] = orders;
  const by = newest && findWithdrawDay(newest);
  if (!newest || !by || zurichDayOf(at) > by) return undefined;
  const running = orders.filter((order) => zurichDayOf(at) <= (findWithdrawDay(order) ?? ''));
  const unasked = running.filter(({ texts }) => texts.every(({ confirmation }) => confirmation !== 'immediateStart'));
  return { invoiceId: newest.invoiceId, by, unasked: unasked.map(({ invoiceId }) => invoiceId) };
}

/** What somebody without a sign-in has said; the mail that confirms a withdrawal repeats it. */
export interface WithdrawalStatement {
  name: string;
  contract: string;
  noticeNumber: string;
}

/**
 * `unasked`: the invoices of all orders that are withdrawn from and whose serving nobody had asked for. `receivedAt`: when it arrived,
 * if that was earlier. `from`: what must be what is withdrawn from, an upgrade that waits for its payment or everything.
 */
export interface Withdrawal {
  invoiceId: string;
  unasked: readonly string[];
  receivedAt?: Date;
  from?: 'change' | 'contract' | undefined;
  said?: WithdrawalStatement | undefined;
}

/**
 * What a withdrawal brings about. Served days are owed where serving began at the customer's request (Directive 2011/83/EU, Art.
 * 14(3)). After upgrades, what was left of the terms before is given back, too: it was taken off their price.
 */
export function findWithdrawal(facts: Facts, withdrawal: Withdrawal, now: Date): Step | undefined {
  const { invoiceId, unasked, receivedAt = now, from } = withdrawal;
  const invoice = facts.invoices.find(({ id }) => id === invoiceId);
  const isChangeAlone = invoice?.kind === 'upgrade' && invoice.begunOn === null;
  if (from && from !== (isChangeAlone ? 'change' : 'contract')) return undefined;
  // What it would have replaced goes on.
  if (isChangeAlone) return { event: 'withdrawn', effects: [{ do: 'credit', invoiceId, from: null }] };
  const term = facts.terms.find(({ invoice_id }) => invoice_id === invoiceId);
  const credits: Credit[] = term
    ? creditChain(facts, term, { unasked, day: utcDayOf(receivedAt) })
    : [{ do: 'credit', invoiceId, from: null }];
  // Terms that were renewed before the withdrawal was entered.
  if (term)
    for (const { number, invoice_id } of facts.terms)
      if (number > term.number) credits.push({ do: 'credit', invoiceId: invoice_id!, from: null });
  // An account that is kept after all does not get back what was withdrawn from.
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
