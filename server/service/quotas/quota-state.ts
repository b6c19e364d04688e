import type { QuotaAnswer, QuotasAnswer, UsageAnswer } from '../../../shared/api/usage.ts';
import { plans, type Quota } from '../../../shared/business/plans.ts';
import { findQuotaCycle, type QuotaCycle } from '../../../shared/business/quota-cycle.ts';
import { maxTokensPerDay, type QuotaPool } from '../../../shared/business/text-service.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { AccountPlan } from '../../billing/contracts/contracts.ts';
import type { Queries } from '../../database/schema.ts';
import { findUsedMonth } from './month.queries.ts';
import { findUsed, sumTokens } from './quotas.queries.ts';

/** How much of the month's quotas is used at `now`. Without an account there is no month yet, and nothing is. */
export async function describeQuotas(
  queries: Queries,
  accountId: string,
  plan: AccountPlan | undefined,
  now: Date,
): Promise<QuotasAnswer> {
  if (!plan) return unused;
  const cycle = findQuotaCycle(plan.anchor, now);
  const find = (pool: QuotaPool) => findUsed(queries, accountId, pool, cycle.start);
  const [online, offline] = await Promise.all([find('online'), find('offline')]);
  return inCycle(plan, cycle, { online, offline });
}

/** The same, and on which days. */
export async function describeMonth(
  queries: Queries,
  accountId: string,
  plan: AccountPlan | undefined,
  now: Date,
): Promise<QuotasAnswer & Pick<UsageAnswer, 'days'>> {
  if (!plan) return { ...unused, days: [] };
  const cycle = findQuotaCycle(plan.anchor, now);
  const { used, days } = await findUsedMonth(queries, accountId, cycle.start);
  return { ...inCycle(plan, cycle, used), days };
}

function inCycle({ quotas }: AccountPlan, { start, end }: QuotaCycle, used: Record<QuotaPool, number>): QuotasAnswer {
  const resetsAt = end.toISOString();
  const answer = (pool: QuotaPool) => toAnswer(quotas[pool], used[pool], resetsAt);
  return {
    cycle: { start: start.toISOString(), end: resetsAt },
    quotas: { online: answer('online'), offline: answer('offline') },
  };
}

/** After a downgrade, more may have been used than the new plan allows. */
const toAnswer = (quota: Quota, used: number, resetsAt: string | null): QuotaAnswer =>
  quota === 'unlimited'
    ? { limit: null, used, remaining: null, resetsAt }
    : { limit: quota, used, remaining: Math.max(0, quota - used), resetsAt };

/** Of somebody without an account. */
const unused: QuotasAnswer = {
  cycle: null,
  quotas: {
    online: toAnswer(plans.free.onlineRequestsPerMonth, 0, null),
    offline: toAnswer(plans.free.offlineRequestsPerMonth, 0, null),
  },
};

/** The end of the day (UTC), where an account has used up as many tokens as it may in it. */
export async function findCeilingEnd(queries: Queries, accountId: string, now: Date): Promise<Date | undefined> {
  const start = new Date(Math.floor(now.getTime() / dayMs) * dayMs);
  if ((await sumTokens(queries, accountId, start)) < maxTokensPerDay) return undefined;
  return new Date(start.getTime() + dayMs);
}
