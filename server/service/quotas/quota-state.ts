import type { QuotaAnswer, QuotasAnswer } from '../../../shared/api/usage.ts';
import { plans, type Quota } from '../../../shared/business/plans.ts';
import { findQuotaCycle } from '../../../shared/business/quota-cycle.ts';
import { maxTokensPerDay, type QuotaPool } from '../../../shared/business/text-service.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { AccountPlan } from '../../billing/contracts/contracts.ts';
import type { Queries } from '../../database/schema.ts';
import { findUsed, sumTokens } from './quotas.queries.ts';

/** How much of the month's quotas is used at `now`. Without an account there is no month yet, and nothing is. */
export async function describeQuotas(
  queries: Queries,
  accountId: string,
  plan: AccountPlan | undefined,
  now: Date,
): Promise<QuotasAnswer> {
  if (!plan) {
    const { onlineRequestsPerMonth: online, offlineRequestsPerMonth: offline } = plans.free;
    return { cycle: null, quotas: { online: toAnswer(online, 0, null), offline: toAnswer(offline, 0, null) } };
  }
  const { start, end } = findQuotaCycle(plan.anchor, now);
  const resetsAt = end.toISOString();
  const find = async (pool: QuotaPool) =>
    toAnswer(plan.quotas[pool], await findUsed(queries, accountId, pool, start), resetsAt);
  const [online, offline] = await Promise.all([find('online'), find('offline')]);
  return { cycle: { start: start.toISOString(), end: resetsAt }, quotas: { online, offline } };
}

/** After a downgrade, more may have been used than the new plan allows. */
const toAnswer = (quota: Quota, used: number, resetsAt: string | null): QuotaAnswer =>
  quota === 'unlimited'
    ? { limit: null, used, remaining: null, resetsAt }
    : { limit: quota, used, remaining: Math.max(0, quota - used), resetsAt };

/** The end of the day (UTC), where an account has used up as many tokens as it may in it. */
export async function findCeilingEnd(queries: Queries, accountId: string, now: Date): Promise<Date | undefined> {
  const start = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  if ((await sumTokens(queries, accountId, start)) < maxTokensPerDay) return undefined;
  return new Date(start.getTime() + dayMs);
}
