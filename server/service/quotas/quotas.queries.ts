import { sql } from 'kysely';
import type { QuotaPool } from '../../../shared/business/text-service.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { QuotaCounter, UsageRequest } from './quotas.tables.ts';

/** The month of quotas a request counts in, and how much may be used and open there. */
export interface Allowance {
  pool: QuotaPool;
  cycleStart: Date;
  limit: number;
  maxOpen: number;
}

export type NewRequest = Pick<
  UsageRequest,
  'account_id' | 'request_id' | 'feature' | 'operation' | 'fingerprint' | 'recording_seconds' | 'language'
> & { requested_at: Date; open_until: Date };

/** Which of a request's attempts is meant: a late end of an earlier one must not settle a later one. */
export type Attempt = Pick<UsageRequest, 'account_id' | 'request_id' | 'attempts'>;

export type Settlement = Pick<
  UsageRequest,
  'outcome' | 'model' | 'prompt_version' | 'input_tokens' | 'output_tokens'
> & {
  state: 'counted' | 'released';
  settled_at: Date;
};

/**
 * Counts a new request and enters it, in one statement: nobody can come between the look and the entry. Returns how much is
 * used then; undefined where the id is known or nothing is left. Of two at once with the same id, the later one fails as not
 * unique.
 */
export async function admitNew(
  queries: Queries,
  request: NewRequest,
  { pool, cycleStart, limit, maxOpen }: Allowance,
): Promise<number | undefined> {
  const { account_id: account, request_id: id } = request;
  const { rows } = await sql<{ used: number }>`
    with known as (select 1 from usage_requests where account_id = ${account} and request_id = ${id}::uuid),
    counted as (
      insert into quota_counters as c (account_id, pool, cycle_start, used, open)
        select ${account}::text, ${pool}::text, ${cycleStart}::timestamptz, 1, 1
          where not exists (select 1 from known) and ${limit}::integer > 0
        on conflict (account_id, pool, cycle_start) do update set used = c.used + 1, open = c.open + 1
          where c.used < ${limit}::integer and c.open < ${maxOpen}::integer
        returning used),
    entered as (
      insert into usage_requests (account_id, request_id, feature, operation, pool, cycle_start, state, attempts,
          fingerprint, recording_seconds, requested_at, open_until, language)
        select ${account}::text, ${id}::uuid, ${request.feature}::text, ${request.operation}::text, ${pool}::text,
            ${cycleStart}::timestamptz, 'open', 1, ${request.fingerprint}::text, ${request.recording_seconds}::integer,
            ${request.requested_at}::timestamptz, ${request.open_until}::timestamptz, ${request.language}::text
          from counted
        returning 1)
    select used from counted, entered`.execute(queries);
  return rows[0]?.used;
}

/** Counts one more request, where the allowance permits it, and returns how much is used then; locks the counter. */
export async function countOneMore(
  trx: OpenTransaction,
  account: string,
  { pool, cycleStart, limit, maxOpen }: Allowance,
): Promise<number | undefined> {
  const { rows } = await sql<{ used: number }>`
    insert into quota_counters as c (account_id, pool, cycle_start, used, open)
      select ${account}::text, ${pool}::text, ${cycleStart}::timestamptz, 1, 1 where ${limit}::integer > 0
      on conflict (account_id, pool, cycle_start) do update set used = c.used + 1, open = c.open + 1
        where c.used < ${limit}::integer and c.open < ${maxOpen}::integer
      returning used`.execute(trx);
  return rows[0]?.used;
}

/**
 * Opens one that has counted already, and returns how much is used; locks the counter. Never more are open than count: who
 * finds as many open has been overtaken.
 */
export async function openOneMore(
  trx: OpenTransaction,
  request: UsageRequest,
  maxOpen: number,
): Promise<number | undefined> {
  const row = await trx
    .updateTable('quota_counters')
    .set({ open: sql`open + 1` })
    .where('account_id', '=', request.account_id)
    .where('pool', '=', request.pool)
    .where('cycle_start', '=', request.cycle_start)
    .where('open', '<', maxOpen)
    .whereRef('open', '<', 'used')
    .returning('used')
    .executeTakeFirst();
  return row?.used;
}

/** False where somebody else has opened it, or it has been settled otherwise, since it was read. */
export async function reopen(
  trx: OpenTransaction,
  { account_id, request_id, attempts, state }: UsageRequest,
  changes: Pick<UsageRequest, 'open_until'> & Partial<UsageRequest>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('usage_requests')
    .set({ ...changes, state: 'open', attempts: attempts + 1 })
    .where('account_id', '=', account_id)
    .where('request_id', '=', request_id)
    .where('state', '=', state)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Settles an open attempt, once: the counter is locked first, as everywhere. What has counted stays counted, whatever
 * becomes of its repeat. Returns how much is used then; undefined where it was not open any more.
 */
export async function settle(queries: Queries, attempt: Attempt, end: Settlement): Promise<number | undefined> {
  const { rows } = await sql<{ used: number }>`
    with held as (
      select account_id, pool, cycle_start from usage_requests
        where account_id = ${attempt.account_id} and request_id = ${attempt.request_id}::uuid
          and state = 'open' and attempts = ${attempt.attempts}::integer),
    counter as (
      select c.account_id, c.pool, c.cycle_start from quota_counters c
        join held using (account_id, pool, cycle_start) for update of c),
    done as (
      update usage_requests r set
          state = case when r.settled_at is null then ${end.state}::text else 'counted' end,
          open_until = null,
          settled_at = coalesce(r.settled_at, ${end.settled_at}::timestamptz),
          outcome = ${end.outcome}::text,
          model = coalesce(${end.model}::text, r.model),
          prompt_version = coalesce(${end.prompt_version}::text, r.prompt_version),
          input_tokens = coalesce(r.input_tokens + ${end.input_tokens}::integer, ${end.input_tokens}::integer, r.input_tokens),
          output_tokens =
            coalesce(r.output_tokens + ${end.output_tokens}::integer, ${end.output_tokens}::integer, r.output_tokens)
        from counter
        where r.account_id = ${attempt.account_id} and r.request_id = ${attempt.request_id}::uuid
          and r.state = 'open' and r.attempts = ${attempt.attempts}::integer
        returning r.account_id, r.pool, r.cycle_start, r.state)
    update quota_counters c set open = c.open - 1, used = c.used - (done.state = 'released')::integer
      from done
      where (c.account_id, c.pool, c.cycle_start) = (done.account_id, done.pool, done.cycle_start)
      returning c.used`.execute(queries);
  return rows[0]?.used;
}

export async function findRequest(
  queries: Queries,
  account: string,
  requestId: string,
): Promise<UsageRequest | undefined> {
  return queries
    .selectFrom('usage_requests')
    .selectAll()
    .where('account_id', '=', account)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

export async function findUsed(queries: Queries, account: string, pool: QuotaPool, cycleStart: Date): Promise<number> {
  const row = await queries
    .selectFrom('quota_counters')
    .select('used')
    .where('account_id', '=', account)
    .where('pool', '=', pool)
    .where('cycle_start', '=', cycleStart)
    .executeTakeFirst();
  return row?.used ?? 0;
}

/** Tokens that an account has used up since then, also in vain. */
export async function sumTokens(queries: Queries, account: string, since: Date): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    select coalesce(sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)), 0)::float8 as tokens
      from usage_requests where account_id = ${account} and requested_at >= ${since}`.execute(queries);
  return rows[0]!.tokens;
}

/**
 * When the `nth` newest text was asked for, if since then. What was made into text without the text service, and reported, is
 * none.
 */
export async function findNthText(
  queries: Queries,
  account: string,
  since: Date,
  nth: number,
): Promise<Date | undefined> {
  const row = await queries
    .selectFrom('usage_requests')
    .select('requested_at')
    .where('account_id', '=', account)
    .where('requested_at', '>', since)
    .where('feature', '<>', 'speech-to-text')
    .orderBy('requested_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.requested_at;
}

export async function findOverdue(queries: Queries, now: Date, limit: number): Promise<Attempt[]> {
  return queries
    .selectFrom('usage_requests')
    .select(['account_id', 'request_id', 'attempts'])
    .where('state', '=', 'open')
    .where('open_until', '<=', now)
    .orderBy('open_until')
    .limit(limit)
    .execute();
}

interface Miscounted extends QuotaCounter {
  /** Those that count, open ones among them. */
  requests: number;
  open_requests: number;
}

/** Counters of months from `since` on that do not agree with their requests, and requests without a counter. */
export async function findMiscounted(queries: Queries, since: Date): Promise<Miscounted[]> {
  const { rows } = await sql<Miscounted>`
    with entered as (
      select account_id, pool, cycle_start,
          count(*) filter (where state in ('open', 'counted'))::integer as requests,
          count(*) filter (where state = 'open')::integer as open_requests
        from usage_requests where cycle_start >= ${since} group by account_id, pool, cycle_start),
    counted as (select * from quota_counters where cycle_start >= ${since})
    select account_id, pool, cycle_start, coalesce(used, 0) as used, coalesce(open, 0) as open,
        coalesce(requests, 0) as requests, coalesce(open_requests, 0) as open_requests
      from counted full join entered using (account_id, pool, cycle_start)
      where (coalesce(used, 0), coalesce(open, 0)) <> (coalesce(requests, 0), coalesce(open_requests, 0))
      order by account_id, cycle_start, pool`.execute(queries);
  return rows;
}

/** What each month of quotas came to, oldest first. */
export async function exportCounters(trx: OpenTransaction, account: string): Promise<Record<string, unknown>> {
  const months = await trx
    .selectFrom('quota_counters')
    .select(['pool', 'cycle_start', 'used', 'open', 'over_quota', 'over_quota_day', 'over_quota_of_day'])
    .where('account_id', '=', account)
    .orderBy('cycle_start')
    .orderBy('pool')
    .execute();
  const grantedPlans = await trx
    .selectFrom('plan_grants')
    .select(['plan', 'is_enterprise', 'online_requests', 'granted_at', 'until'])
    .where('account_id', '=', account)
    .orderBy('granted_at')
    .execute();
  return { months, grantedPlans };
}

const exportBatch = 1_000;

/** Every request, oldest first, in batches: two years of them do not have to be held at once. */
export async function* exportRequests(
  trx: OpenTransaction,
  account: string,
): AsyncGenerator<Record<string, unknown>[]> {
  await sql`
    declare exported_requests no scroll cursor for select * from usage_requests
      where account_id = ${sql.lit(account)} order by requested_at, request_id`.execute(trx);
  for (;;) {
    const { rows } = await sql<UsageRequest>`fetch ${sql.lit(exportBatch)} from exported_requests`.execute(trx);
    if (!rows.length) break;
    yield rows.map(describeRequest);
  }
  await sql`close exported_requests`.execute(trx);
}

function describeRequest(row: UsageRequest): Record<string, unknown> {
  return {
    id: row.request_id,
    requestedAt: row.requested_at,
    feature: row.feature,
    operation: row.operation,
    pool: row.pool,
    cycleStart: row.cycle_start,
    state: row.state,
    attempts: row.attempts,
    recordingSeconds: row.recording_seconds,
    openUntil: row.open_until,
    settledAt: row.settled_at,
    language: row.language,
    model: row.model,
    promptVersion: row.prompt_version,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    outcome: row.outcome,
  };
}

/** Counters first, as everywhere. */
export async function removeLedgerOf(trx: OpenTransaction, account: string): Promise<void> {
  await trx.deleteFrom('quota_counters').where('account_id', '=', account).execute();
  await trx.deleteFrom('usage_requests').where('account_id', '=', account).execute();
  await trx.deleteFrom('plan_grants').where('account_id', '=', account).execute();
}
