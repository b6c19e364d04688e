import { sql } from 'kysely';
import type { OpenTransaction } from '../../database/schema.ts';
import type { Allowance } from './quotas.queries.ts';
import type { UsageRequest } from './quotas.tables.ts';

/** A recording that was made into text before anybody could ask whether it may be. */
type NewReport = Pick<
  UsageRequest,
  'request_id' | 'operation' | 'recording_seconds' | 'requested_at' | 'settled_at' | 'language' | 'model'
> & { outcome: string };

/** A report with the quota that it uses. */
export interface ReportedUse {
  report: NewReport;
  allowance: Allowance;
}

const columnOf = <Item>(items: readonly Item[], find: (item: Item) => unknown) =>
  items.map((item) => {
    const value = find(item);
    return value instanceof Date ? value.toISOString() : value;
  });

/**
 * Makes reports of one account wait for each other, and whoever else counts in one of these months. Those that do not exist yet begin, as
 * what does not exist cannot be locked.
 */
export async function lockCounters(
  trx: OpenTransaction,
  accountId: string,
  allowances: readonly Allowance[],
): Promise<void> {
  await sql`
    with alone as materialized (select pg_advisory_xact_lock(hashtext('reports ' || ${accountId})))
    insert into quota_counters as c (account_id, pool, cycle_start, used, open)
      select ${accountId}::text, pool, cycle_start, 0, 0
        from alone, (select distinct * from unnest(${columnOf(allowances, ({ pool }) => pool)}::text[],
          ${columnOf(allowances, ({ cycleStart }) => cycleStart)}::timestamptz[]) as g (pool, cycle_start)) as months
        order by pool, cycle_start
      on conflict (account_id, pool, cycle_start) do update set used = c.used`.execute(trx);
}

export interface Bound {
  /** What was entered after it counts, and what went beyond a quota on the present day. */
  since: Date;
  day: string;
  max: number;
}

/**
 * Enters reports whose counters are locked, in the given order: the first ones of a month and pool as far as its quota goes; those
 * beyond it only make a number larger. Returns what became of each that was not known; undefined, and nothing is done, where the
 * account would have reported more than `max`.
 */
export async function enterReports(
  trx: OpenTransaction,
  accountId: string,
  uses: readonly ReportedUse[],
  { since, day, max }: Bound,
): Promise<{ id: string; state: 'counted' | 'over-quota' }[] | undefined> {
  const of = (name: keyof NewReport) => columnOf(uses, ({ report }) => report[name]);
  const quota = (name: keyof Allowance) => columnOf(uses, ({ allowance }) => allowance[name]);
  const { rows } = await sql<{ fits: boolean; id: string | null; state: 'counted' | 'over-quota' }>`
    with given as (
      select * from unnest(${of('request_id')}::uuid[], ${of('operation')}::text[], ${of('recording_seconds')}::integer[],
          ${of('requested_at')}::timestamptz[], ${of('settled_at')}::timestamptz[], ${of('language')}::text[],
          ${of('model')}::text[], ${of('outcome')}::text[], ${quota('pool')}::text[],
          ${quota('cycleStart')}::timestamptz[], ${quota('limit')}::integer[])
        with ordinality as g (id, operation, seconds, requested_at, settled_at, language, model, outcome, pool,
          cycle_start, quota, place)),
    bound as (
      select (select count(*) from given)
        + (select count(*) from usage_requests
            where account_id = ${accountId} and settled_at > ${since}::timestamptz and outcome in ('reported', 'adjusted'))
        + (select coalesce(sum(over_quota_of_day), 0) from quota_counters
            where account_id = ${accountId} and over_quota_day = ${day}::date) <= ${max}::integer as fits),
    fresh as (
      select given.*, row_number() over (partition by pool, cycle_start order by place) <= quota - used as is_within
        from given join quota_counters c using (pool, cycle_start)
        where c.account_id = ${accountId} and (select fits from bound)
          and not exists (select from usage_requests where account_id = ${accountId} and request_id = given.id)),
    entered as (
      insert into usage_requests (account_id, request_id, feature, operation, pool, cycle_start, state, attempts,
          recording_seconds, requested_at, settled_at, language, model, outcome)
        select ${accountId}::text, id, 'speech-to-text', operation, pool, cycle_start, 'counted', 1,
            seconds, requested_at, settled_at, language, model, outcome
          from fresh where is_within
        on conflict do nothing
        returning request_id as id),
    told as (
      select id, pool, cycle_start, case when is_within then 'counted' else 'over-quota' end as state
        from fresh where not is_within or id in (select id from entered)),
    sums as (
      select pool, cycle_start, count(*) filter (where state = 'counted')::integer as counted,
          count(*) filter (where state = 'over-quota')::integer as beyond
        from told group by pool, cycle_start),
    added as (
      update quota_counters c set used = used + counted, over_quota = over_quota + beyond,
          over_quota_of_day = case when over_quota_day = ${day}::date then over_quota_of_day else 0 end + beyond,
          over_quota_day = ${day}::date
        from sums
        where account_id = ${accountId} and c.pool = sums.pool and c.cycle_start = sums.cycle_start)
    select fits, id::text as id, state from bound left join told on true`.execute(trx);
  if (!rows[0]!.fits) return undefined;
  return rows.flatMap(({ id, state }) => (id === null ? [] : [{ id, state }]));
}
