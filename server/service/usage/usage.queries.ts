import { type ExpressionBuilder, sql } from 'kysely';
import type { UsageFeature } from '../../../shared/business/text-service.ts';
import type { Queries, Schema } from '../../database/schema.ts';

/** Whose requests, from then on and before then. */
export interface UsagePeriod {
  accountId: string;
  from: Date;
  to: Date;
}

const isOf = (where: ExpressionBuilder<Schema, 'usage_requests'>, { accountId, from, to }: UsagePeriod) =>
  where.and([where('account_id', '=', accountId), where('requested_at', '>=', from), where('requested_at', '<', to)]);

/** Where a list goes on: after this request, whatever has become of it since. */
export interface UsageCursor {
  requested_at: Date;
  request_id: string;
}

/** Newest first, after `cursor`. */
export async function findRequests(
  queries: Queries,
  period: UsagePeriod,
  cursor: UsageCursor | undefined,
  limit: number,
) {
  return queries
    .selectFrom('usage_requests')
    .selectAll()
    .where((where) => isOf(where, period))
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`(requested_at, request_id) < (${cursor!.requested_at}::timestamptz, ${cursor!.request_id}::uuid)`,
      ),
    )
    .orderBy('requested_at', 'desc')
    .orderBy('request_id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * Counted requests by day (`YYYY-MM-DD`, UTC) and feature. A text of a recording is one of speech-to-text as well, and one
 * request of the quota.
 */
export async function sumRequests(queries: Queries, period: UsagePeriod) {
  return queries
    .selectFrom('usage_requests')
    .innerJoinLateral(
      sql<{ feature: UsageFeature }>`(select usage_requests.feature union
        select 'speech-to-text' where usage_requests.recording_seconds is not null)`.as('used'),
      (join) => join.onTrue(),
    )
    .select(sql<string>`to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'))
    .select(sql<UsageFeature>`used.feature`.as('feature'))
    .select(sql<number>`count(*)::integer`.as('requests'))
    .where((where) => isOf(where, period))
    .where('state', '=', 'counted')
    .groupBy([sql`1`, sql`2`])
    .orderBy(sql`1`)
    .orderBy(sql`2`)
    .execute();
}
