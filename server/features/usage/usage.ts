import type { QuotaAnswer, UsageAnswer } from '../../../shared/api/usage.ts';
import { plans, type Quota } from '../../../shared/business/plans.ts';
import { findQuotaCycle } from '../../../shared/business/quota-cycle.ts';
import type { QuotaPool } from '../../../shared/business/text-service.ts';
import type { Queries } from '../../database/schema.ts';
import { findUsed } from '../quotas/quotas.ts';
import { type AccountPlan, findPlan } from '../subscriptions/subscriptions.ts';
import { findRequests, sumRequests, type UsagePeriod } from './usage.queries.ts';

const pageSize = 100;

/** How much of its quotas an account has used, and for what. */
export async function describeUsage(
  queries: Queries,
  period: UsagePeriod,
  { cursor, now }: { cursor: string | undefined; now: Date },
): Promise<UsageAnswer> {
  const plan = await findPlan(queries, period.accountId);
  // One more than is shown tells whether there is another page.
  const [quotas, totals, rows] = await Promise.all([
    describeQuotas(queries, period.accountId, plan, now),
    sumRequests(queries, period),
    findRequests(queries, period, cursor, pageSize + 1),
  ]);
  const shown = rows.slice(0, pageSize);
  return {
    plan: plan?.plan ?? 'free',
    ...quotas,
    totals,
    requests: shown.map((row) => ({
      id: row.request_id,
      requestedAt: row.requested_at.toISOString(),
      feature: row.feature,
      operation: row.operation,
      pool: row.pool,
      state: row.state,
      language: row.language,
      model: row.model,
      tokens:
        row.input_tokens === null && row.output_tokens === null
          ? null
          : (row.input_tokens ?? 0) + (row.output_tokens ?? 0),
    })),
    next: rows.length > pageSize ? shown.at(-1)!.request_id : null,
  };
}

async function describeQuotas(
  queries: Queries,
  accountId: string,
  plan: AccountPlan | undefined,
  now: Date,
): Promise<Pick<UsageAnswer, 'cycle' | 'quotas'>> {
  if (!plan) {
    const { onlineRequestsPerMonth, offlineRequestsPerMonth } = plans.free;
    const quotas = { online: toAnswer(onlineRequestsPerMonth, 0), offline: toAnswer(offlineRequestsPerMonth, 0) };
    return { cycle: null, quotas };
  }
  const { start, end } = findQuotaCycle(plan.anchor, now);
  const find = async (pool: QuotaPool) => toAnswer(plan.quotas[pool], await findUsed(queries, accountId, pool, start));
  const [online, offline] = await Promise.all([find('online'), find('offline')]);
  return { cycle: { start: start.toISOString(), end: end.toISOString() }, quotas: { online, offline } };
}

/** After a downgrade, more may have been used than the new plan allows. */
const toAnswer = (quota: Quota, used: number): QuotaAnswer =>
  quota === 'unlimited'
    ? { limit: null, used, remaining: null }
    : { limit: quota, used, remaining: Math.max(0, quota - used) };
