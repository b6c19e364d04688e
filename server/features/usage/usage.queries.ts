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

/** Newest first, after the request `cursor`. */
export async function findRequests(queries: Queries, period: UsagePeriod, cursor: string | undefined, limit: number) {
  return queries
    .selectFrom('usage_requests')
    .selectAll()
    .where((where) => isOf(where, period))
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`(requested_at, request_id) < (select requested_at, request_id from usage_requests
          where account_id = ${period.accountId} and request_id = ${cursor}::uuid)`,
      ),
    )
    .orderBy('requested_at', 'desc')
    .orderBy('request_id', 'desc')
    .limit(limit)
    .execute();
}

/** Counted requests by day (`YYYY-MM-DD`, UTC) and feature. */
export async function sumRequests(queries: Queries, period: UsagePeriod) {
  return queries
    .selectFrom('usage_requests')
    .select(sql<string>`to_char(requested_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'))
    .select(sql<UsageFeature>`feature`.as('feature'))
    .select(sql<number>`count(*)::integer`.as('requests'))
    .where((where) => isOf(where, period))
    .where('state', '=', 'counted')
    .groupBy(['day', 'feature'])
    .orderBy('day')
    .orderBy('feature')
    .execute();
}
