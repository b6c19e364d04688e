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
  /** Serving began at the customer's request before the period was over, so served days are owed. */
  startedOnRequest: boolean;
}

/** Undefined where nothing was ordered of which somebody could withdraw on the day of `at`. */
export async function findWithdrawable(
  queries: Queries,
  { id, order_id }: Pick<Subscription, 'id' | 'order_id'>,
  at: Date,
): Promise<Withdrawable | undefined> {
  const order = await queries
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
    .limit(1)
    .executeTakeFirst();
  const by = order && findWithdrawDay(order);
  if (!order || !by || zurichDayOf(at) > by) return undefined;
  const startedOnRequest = order.texts.some(({ confirmation }) => confirmation === 'immediateStart');
  return { invoiceId: order.invoiceId, by, startedOnRequest };
}
