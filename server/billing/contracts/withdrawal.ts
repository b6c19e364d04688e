import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { contractPeriods } from '../../../shared/business/contract.ts';
import { mayWithdraw } from '../../../shared/business/sales.ts';
import { addDays, type Day } from '../../../shared/days.ts';
import type { Queries } from '../../database/schema.ts';
import type { Subscription } from './subscriptions.tables.ts';

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
