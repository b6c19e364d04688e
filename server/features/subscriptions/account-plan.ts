import { offlineAddOn, type PlanName, plans, type Quota } from '../../../shared/business/plans.ts';
import { utcStartOf } from '../../../shared/days.ts';
import type { Queries } from '../../database/schema.ts';
import { findAccount } from '../accounts/accounts.ts';
import { findGrant } from '../quotas/quotas.ts';
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
  quotas: { online: number; offline: Quota };
}

/**
 * The better one of what an operator gave and what was bought and is paid, or may still be paid; everybody else has Free. Also of a
 * time that is past: what was given or bought then is judged by, whatever has ended since. Undefined for an account of which
 * nothing is stored.
 */
export async function findPlanAt(queries: Queries, accountId: string, at: Date): Promise<AccountPlan | undefined> {
  const account = await findAccount(queries, accountId);
  if (!account) return undefined;
  const served = await findServed(queries, accountId, at);
  const bought = describePlan(served, account.created_at);
  const grant = await findGrant(queries, accountId, at);
  if (!grant) return bought;
  const online = grant.online_requests ?? plans[grant.plan].onlineRequestsPerMonth;
  // What else plans that can be given or bought include is the same.
  if (served && online < plans[bought.plan].onlineRequestsPerMonth) return bought;
  return {
    plan: grant.plan,
    offlineAddOn: false,
    anchor: grant.granted_at,
    servedUntil: grant.until,
    quotas: { online, offline: plans[grant.plan].offlineRequestsPerMonth },
  };
}

function describePlan(served: Awaited<ReturnType<typeof findServed>>, accountSince: Date): AccountPlan {
  const isAddOn = served?.product === 'offline-add-on';
  const plan: PlanName = served && served.product !== 'offline-add-on' ? served.product : 'free';
  const { onlineRequestsPerMonth, offlineRequestsPerMonth } = plans[plan];
  return {
    plan,
    offlineAddOn: isAddOn,
    anchor: served && !isAddOn ? utcStartOf(served.anchor_on) : accountSince,
    servedUntil: served ? utcStartOf(served.until_on) : null,
    quotas: {
      online: onlineRequestsPerMonth,
      offline: isAddOn ? offlineAddOn.offlineRequestsPerMonth : offlineRequestsPerMonth,
    },
  };
}
