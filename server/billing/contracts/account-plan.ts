import { type HeldPlanName, offlineAddOn, type PlanName, plans, type Quota } from '../../../shared/business/plans.ts';
import { utcStartOf } from '../../../shared/days.ts';
import type { Queries } from '../../database/schema.ts';
import { findPlanFacts } from './account-plan.queries.ts';

type PlanFacts = Awaited<ReturnType<typeof findPlanFacts>>[number];

/** What an account may use at a moment. */
export interface AccountPlan {
  /** Whose limits it has, but for the quotas below. */
  plan: PlanName;
  /** What its holder is told to have. */
  heldAs: HeldPlanName;
  /** Free with unlimited offline requests. */
  offlineAddOn: boolean;
  /** The day from which the months of its quotas are counted. */
  anchor: Date;
  /** When the current term ends; null on Free. */
  servedUntil: Date | null;
  quotas: { online: number; offline: Quota };
}

/**
 * The better one of what an operator gave and what was bought and is paid, or may still be paid; everybody else has Free. Also of a
 * time that is past: what was given or bought then is judged by, whatever has ended since. Undefined for an account of which
 * nothing is stored.
 */
export async function findPlanAt(queries: Queries, accountId: string, at: Date): Promise<AccountPlan | undefined> {
  const [plan] = await findPlansAt(queries, accountId, [at]);
  return plan;
}

/** The same at each of these times, in one query; empty for an account of which nothing is stored. */
export async function findPlansAt(queries: Queries, accountId: string, times: readonly Date[]): Promise<AccountPlan[]> {
  const facts = await findPlanFacts(queries, accountId, times);
  return facts.map(describePlan);
}

function describePlan(facts: PlanFacts): AccountPlan {
  const bought = describeBought(facts);
  if (!facts.plan) return bought;
  const online = facts.online_requests ?? plans[facts.plan].onlineRequestsPerMonth;
  // In everything else, the plans that can be given or bought are alike.
  if (facts.product && online < plans[bought.plan].onlineRequestsPerMonth) return bought;
  return {
    plan: facts.plan,
    heldAs: facts.is_enterprise ? 'enterprise' : facts.plan,
    offlineAddOn: false,
    anchor: facts.granted_at!,
    servedUntil: facts.until,
    quotas: { online, offline: plans[facts.plan].offlineRequestsPerMonth },
  };
}

function describeBought({ product, anchor_on, until_on, created_at }: PlanFacts): AccountPlan {
  const isAddOn = product === 'offline-add-on';
  const plan: PlanName = product && product !== 'offline-add-on' ? product : 'free';
  const { onlineRequestsPerMonth, offlineRequestsPerMonth } = plans[plan];
  return {
    plan,
    heldAs: plan,
    offlineAddOn: isAddOn,
    anchor: anchor_on && !isAddOn ? utcStartOf(anchor_on) : created_at,
    servedUntil: until_on ? utcStartOf(until_on) : null,
    quotas: {
      online: onlineRequestsPerMonth,
      offline: isAddOn ? offlineAddOn.offlineRequestsPerMonth : offlineRequestsPerMonth,
    },
  };
}
