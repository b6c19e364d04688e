import { type PlanName, plans, type Quota } from '../../../shared/business/plans.ts';
import type { QuotaPool } from '../../../shared/business/text-service.ts';
import type { Queries } from '../../database/schema.ts';
import { findAccount } from '../accounts/accounts.ts';

/** What an account may use at a moment. */
export interface AccountPlan {
  plan: PlanName;
  /** From which its months of quotas are counted. */
  anchor: Date;
  /** When the term ends that is served; null on Free. */
  servedUntil: Date | null;
  quotas: Record<QuotaPool, Quota>;
}

/** Every account has the free plan; nothing can be bought yet. Undefined for an account of which nothing is stored. */
export async function findPlan(queries: Queries, accountId: string): Promise<AccountPlan | undefined> {
  const account = await findAccount(queries, accountId);
  if (!account) return undefined;
  const { onlineRequestsPerMonth, offlineRequestsPerMonth } = plans.free;
  return {
    plan: 'free',
    anchor: account.created_at,
    servedUntil: null,
    quotas: { online: onlineRequestsPerMonth, offline: offlineRequestsPerMonth },
  };
}
