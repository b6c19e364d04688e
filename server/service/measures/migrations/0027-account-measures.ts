import { type Kysely, sql } from 'kysely';

/**
 * What was decided about accounts, step by step: rows are only added. They outlive the account, as evidence, and go together once
 * their measure has been over for so long.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  const schema = sql.id(rows[0]!.name);
  await sql`
    create table account_measures (
      id uuid primary key,
      account_id text not null,
      act text not null check (act in
        ('suspend', 'throttle', 'block', 'terminate', 'prove', 'apply', 'lift', 'end', 'object', 'decide', 'seen')),
      measure_id uuid not null,
      reason text,
      sentence text,
      at_once text check (at_once in ('security', 'law')),
      from_at timestamptz not null,
      until_at timestamptz,
      actor text not null,
      noted_at timestamptz not null,
      check ((act in ('suspend', 'throttle', 'block', 'terminate', 'prove')) = (measure_id = id)),
      check ((measure_id = id) = (reason is not null))
    )`.execute(database);
  await sql`create index account_measures_of_account on account_measures (account_id)`.execute(database);
  await sql`create unique index account_measures_once on account_measures (measure_id, act)`.execute(database);
  await sql`create index account_measures_noted on account_measures (noted_at)`.execute(database);
  await sql`
    create function measure_over_since(measure uuid) returns timestamptz language sql stable as $$
      select case
        when bool_or(step.act in ('suspend', 'throttle', 'block')) and bool_or(step.act = 'apply') and not bool_or(step.act = 'end')
        then null else max(step.noted_at) end
      from account_measures as step where step.measure_id = $1 $$`.execute(database);
  await sql`
    create function remove_expired_account_measures (cutoff timestamptz, batch integer default 500) returns bigint
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare removed bigint;
    begin
      delete from account_measures where id in (
        select id from account_measures
          where noted_at < cutoff and measure_over_since(measure_id) < cutoff
            and measure_over_since(measure_id) + interval '3 years' < service_now() + interval '1 hour'
          limit batch for update skip locked);
      get diagnostics removed = row_count;
      return removed;
    end $$`.execute(database);
  await sql`revoke all on function remove_expired_account_measures (timestamptz, integer) from public`.execute(
    database,
  );
}
