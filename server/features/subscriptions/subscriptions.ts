import { offlineAddOn, type PlanName, plans, type Quota } from '../../../shared/business/plans.ts';
import type { QuotaPool } from '../../../shared/business/text-service.ts';
import { utcDayOf, utcStartOf } from '../../../shared/days.ts';
import type { Queries } from '../../database/schema.ts';
import { findAccount } from '../accounts/accounts.ts';
import { findServed } from './subscriptions.queries.ts';

/** What an account may use at a moment. */
export interface AccountPlan {
  plan: PlanName;
  /** Free with unlimited offline requests. */
  offlineAddOn: boolean;
  /** From which its months of quotas are counted. */
  anchor: Date;
  /** When the term ends that is served; null on Free. */
  servedUntil: Date | null;
  quotas: Record<QuotaPool, Quota>;
}

/**
 * Whoever has a term now that is paid, or may still be paid, has its plan, and everybody else Free. Undefined for an account of
 * which nothing is stored.
 */
export async function findPlanAt(queries: Queries, accountId: string, at: Date): Promise<AccountPlan | undefined> {
  const account = await findAccount(queries, accountId);
  if (!account) return undefined;
  const served = await findServed(queries, accountId, utcDayOf(at));
  const isAddOn = served?.product === 'offline-add-on';
  const plan: PlanName = served && served.product !== 'offline-add-on' ? served.product : 'free';
  const { onlineRequestsPerMonth, offlineRequestsPerMonth } = plans[plan];
  return {
    plan,
    offlineAddOn: isAddOn,
    anchor: served && !isAddOn ? utcStartOf(served.anchor_on) : account.created_at,
    servedUntil: served ? utcStartOf(served.until_on) : null,
    quotas: {
      online: onlineRequestsPerMonth,
      offline: isAddOn ? offlineAddOn.offlineRequestsPerMonth : offlineRequestsPerMonth,
    },
  };
}
