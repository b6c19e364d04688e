import { type Kysely, sql } from 'kysely';

/**
 * Marks of addresses go 90 days after the first transfer. Counted from the last one, a link that was renewed in time kept those of
 * the beginning for as long again.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index download_progress_marked_since on download_progress (first_at)
    where address_marks <> '[]'`.execute(database);
  await sql`drop index download_progress_with_marks`.execute(database);
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  await sql`
    create or replace function forget_download_traces (cutoff timestamptz, batch integer default 500) returns bigint
    language plpgsql security definer set search_path to ${sql.id(rows[0]!.name)}, pg_temp as $$
    declare
      due constant timestamptz := service_now() + interval '1 hour';
      removed bigint;
      more bigint := 0;
    begin
      cutoff := least(cutoff, due - interval '90 days');
      update download_progress set address_marks = '[]' where download_id in (
        select download_id from download_progress join downloads on downloads.id = download_id
          where first_at < cutoff and address_marks <> '[]' and not is_held(downloads.account_id, 'downloads')
          order by first_at limit batch for update of download_progress skip locked);
      get diagnostics more = row_count;
      update downloads set session_id = null, ip_address = null, user_agent = null where id in (
        select id from downloads where started_at < cutoff
          and (session_id is not null or ip_address is not null or user_agent is not null)
          and not is_held(account_id, 'downloads')
          order by started_at limit batch for update skip locked);
      get diagnostics removed = row_count;
      return removed + more;
    end $$`.execute(database);
}
