import { type Kysely, sql } from 'kysely';

/**
 * Evidence goes in batches, oldest first, and leaves to another process what that works on. Each row is asked by itself
 * whether its period is over, less the hour by which rows go early: what ended on 30 November was kept until 2 March, because
 * three months before 28 February is 28 November.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  const schema = sql.id(rows[0]!.name);
  const replace = async (name: string, removal: ReturnType<typeof sql>) => {
    await sql`drop function if exists ${sql.id(name)} (timestamptz)`.execute(database);
    // A server of the version before calls it without a batch.
    await sql`
      create function ${sql.id(name)} (cutoff timestamptz, batch integer default 500) returns bigint
      language plpgsql security definer set search_path to ${schema}, pg_temp as $$
      declare
        due constant timestamptz := service_now() + interval '1 hour';
        removed bigint;
        more bigint := 0;
      begin
        ${removal}
        get diagnostics removed = row_count;
        return removed + more;
      end $$`.execute(database);
    await sql`revoke all on function ${sql.id(name)} (timestamptz, integer) from public`.execute(database);
  };

  await replace(
    'remove_expired_consents',
    sql`delete from consents where id in (
      select id from consents where recorded_at < cutoff and recorded_at + interval '12 months' < due
        order by recorded_at limit batch for update skip locked);`,
  );
  await replace(
    'remove_expired_acceptances',
    sql`delete from acceptances where id in (
      select acceptances.id from acceptances join accounts on accounts.id = acceptances.account_id
        where accounts.ended_at < cutoff and accounts.ended_at + interval '3 months' < due
        limit batch for update of acceptances skip locked);`,
  );
  await replace(
    'remove_expired_operator_actions',
    sql`delete from operator_actions where id in (
      select id from operator_actions where performed_at < cutoff and performed_at + interval '3 years' < due
        limit batch for update skip locked);`,
  );
  await replace(
    'forget_download_traces',
    sql`cutoff := least(cutoff, due - interval '90 days');
      update download_progress set address_marks = '[]' where download_id in (
        select download_id from download_progress where last_at < cutoff and address_marks <> '[]'
          order by last_at limit batch for update skip locked);
      get diagnostics more = row_count;
      update downloads set session_id = null, ip_address = null, user_agent = null where id in (
        select id from downloads where started_at < cutoff
          and (session_id is not null or ip_address is not null or user_agent is not null)
          order by started_at limit batch for update skip locked);`,
  );
  await sql`revoke all on function remove_downloads_of_ended_account (text) from public`.execute(database);
}
