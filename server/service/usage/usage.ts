import type { AccountAnswer } from '../../../shared/api/account.ts';
import type { UsageAnswer } from '../../../shared/api/usage.ts';
import { plans } from '../../../shared/business/plans.ts';
import { findPlanAt } from '../../billing/contracts/contracts.ts';
import type { Queries } from '../../database/schema.ts';
import { describeMonth, describeQuotas, findCeilingEnd } from '../quotas/quotas.ts';
import { findRequests, sumRequests, type UsageCursor, type UsagePeriod } from './usage.queries.ts';

const pageSize = 100;

/** Its part of the account's answer: the plan in force, what it includes, and how much of that is used. */
export async function describeUsed(queries: Queries, accountId: string, now: Date): Promise<Partial<AccountAnswer>> {
  const inForce = await findPlanAt(queries, accountId, now);
  const { cycle, quotas: usage } = await describeQuotas(queries, accountId, inForce, now);
  const plan = inForce?.plan ?? 'free';
  const { onlineRequestsPerMonth, maxOnlineRecordingMinutes, offlineRequestsPerMonth } = plans[plan];
  const quotas = {
    onlineRequestsPerMonth: inForce?.quotas.online ?? onlineRequestsPerMonth,
    maxOnlineRecordingMinutes,
    offlineRequestsPerMonth: inForce?.quotas.offline ?? offlineRequestsPerMonth,
  };
  return { plan: inForce?.heldAs ?? 'free', quotas, cycle, usage };
}

/** How much of its quotas an account has used, and for what. */
export async function describeUsage(
  queries: Queries,
  period: UsagePeriod,
  { cursor, now }: { cursor: UsageCursor | undefined; now: Date },
): Promise<UsageAnswer> {
  const plan = await findPlanAt(queries, period.accountId, now);
  // One more than is shown tells whether there is another page.
  const [month, ceilingEnd, totals, rows] = await Promise.all([
    describeMonth(queries, period.accountId, plan, now),
    findCeilingEnd(queries, period.accountId, now),
    sumRequests(queries, period),
    findRequests(queries, period, cursor, pageSize + 1),
  ]);
  const shown = rows.slice(0, pageSize);
  return {
    plan: plan?.heldAs ?? 'free',
    ...month,
    dailyCeilingUntil: ceilingEnd?.toISOString() ?? null,
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
      tokens: tokensOf(row),
    })),
    next: rows.length > pageSize ? writeCursor(shown.at(-1)!) : null,
  };
}

const writeCursor = ({ requested_at, request_id }: UsageCursor): string => `${requested_at.getTime()}_${request_id}`;

/** As `usageQuery` checks it. */
export function readCursor(text: string): UsageCursor {
  const [time = '', request_id = ''] = text.split('_');
  return { requested_at: new Date(Number(time)), request_id };
}

const tokensOf = ({
  input_tokens: input,
  output_tokens: output,
}: {
  input_tokens: number | null;
  output_tokens: number | null;
}) => (input === null && output === null ? null : (input ?? 0) + (output ?? 0));

const csvHeader = 'requested_at,id,feature,operation,pool,state,language,model,recording_seconds,tokens';

/** Rows that are read at a time, so that a table of two years is never whole in memory. */
const rowsAtOnce = 1000;

/** The same requests as a table (RFC 4180), newest first. No value has a comma or a quote, nor begins as a formula would. */
export async function* writeUsageTable(queries: Queries, period: UsagePeriod): AsyncGenerator<string> {
  yield `${csvHeader}\r\n`;
  for (let cursor: UsageCursor | undefined; ; ) {
    const rows = await findRequests(queries, period, cursor, rowsAtOnce);
    if (rows.length)
      yield rows
        .map((row) =>
          [
            ...[row.requested_at.toISOString(), row.request_id, row.feature, row.operation, row.pool, row.state],
            ...[row.language, row.model, row.recording_seconds, tokensOf(row)],
          ].join(','),
        )
        .join('\r\n')
        .concat('\r\n');
    if (rows.length < rowsAtOnce) return;
    cursor = rows.at(-1);
  }
}
