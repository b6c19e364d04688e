import { type Kysely, sql } from 'kysely';

/**
 * The service's clock: the database's, and how far it was set ahead to see what time brings about. The application's role
 * can only read it, because the functions that remove expired evidence go by it: each never touches a row before the
 * period of its own kind is over, less the hour by which rows go early, whoever calls it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table service_clock (
      is_only boolean primary key default true check (is_only),
      ahead_ms bigint not null default 0 check (ahead_ms >= 0)
    )`.execute(database);
  await sql`insert into service_clock default values`.execute(database);
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  const schema = sql.id(rows[0]!.name);
  await sql`
    create function service_now() returns timestamptz
    language sql stable set search_path to ${schema}, pg_temp as $$
      select now() + (select ahead_ms from service_clock) * interval '1 millisecond' $$`.execute(database);

  await sql`
    create or replace function remove_expired_consents(cutoff timestamptz) returns bigint
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare removed bigint;
    begin
      delete from consents where recorded_at < least(cutoff, service_now() + interval '1 hour' - interval '12 months');
      get diagnostics removed = row_count;
      return removed;
    end $$`.execute(database);
  await sql`
    create or replace function remove_expired_acceptances(cutoff timestamptz) returns bigint
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare removed bigint;
    begin
      delete from acceptances using accounts
        where accounts.id = acceptances.account_id
          and accounts.ended_at < least(cutoff, service_now() + interval '1 hour' - interval '3 months');
      get diagnostics removed = row_count;
      return removed;
    end $$`.execute(database);
  await sql`
    create or replace function forget_download_traces(cutoff timestamptz) returns bigint
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare forgotten bigint;
    begin
      cutoff := least(cutoff, service_now() + interval '1 hour' - interval '90 days');
      update download_progress set address_marks = '[]' where last_at < cutoff and address_marks <> '[]';
      update downloads set session_id = null, ip_address = null, user_agent = null
        where started_at < cutoff
          and (session_id is not null or ip_address is not null or user_agent is not null);
      get diagnostics forgotten = row_count;
      return forgotten;
    end $$`.execute(database);
}
