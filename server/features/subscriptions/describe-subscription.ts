import type { SubscriptionAnswer } from '../../../shared/api/subscription.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { findAudience, type SalesAudience } from '../../../shared/business/sales.ts';
import type { Queries } from '../../database/schema.ts';
import { findKnownCustomer } from '../customers/customers.ts';
import { findPlanAt } from './subscriptions.ts';

/** Where the subscription of an account stands, and what can be done. */
export async function describeSubscription(
  queries: Queries,
  accountId: string,
  { salesOpen, now }: { salesOpen: readonly SalesAudience[]; now: Date },
): Promise<SubscriptionAnswer> {
  const plan = await findPlanAt(queries, accountId, now);
  const customer = await findKnownCustomer(queries, accountId);
  return {
    state: 'free',
    today: zurichDayOf(now),
    plan: plan?.plan ?? 'free',
    offlineAddOn: plan?.offlineAddOn ?? false,
    sales: {
      isOpen: customer ? salesOpen.includes(findAudience(customer)) : salesOpen.length > 0,
      audiences: [...salesOpen],
    },
    subscription: null,
    nextCharge: null,
    card: null,
    payment: null,
    deadlines: { noticeBy: null, suspendsOn: null, withdrawBy: null },
    actions: [],
  };
}
