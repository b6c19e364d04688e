import { type Kysely, sql } from 'kysely';

/**
 * Of an account that is held as a whole nothing goes, neither by a rule of its own nor because its holder objects to traces; those
 * stay for whoever objects where downloads are held.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function is_held(account text, kind text) returns boolean language sql stable as $$
      select exists (select from legal_holds as hold
        where hold.account_id = $1 and hold.kind in ($2, 'account') and hold.lifted_at is null) $$`.execute(database);
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  await sql`
    create or replace function forget_traces_of_objectors(batch integer) returns bigint
    language plpgsql security definer set search_path to ${sql.id(rows[0]!.name)}, pg_temp as $$
    declare
      marks bigint;
      traces bigint;
    begin
      update download_progress set address_marks = '[]' where download_id in (
        select download_id from download_progress join downloads on downloads.id = download_id
          join accounts on accounts.id = downloads.account_id
          where accounts.objected_at is not null and address_marks <> '[]' and not is_held(accounts.id, 'downloads')
          limit batch for update of download_progress skip locked);
      get diagnostics marks = row_count;
      update downloads set session_id = null, ip_address = null, user_agent = null where id in (
        select downloads.id from downloads join accounts on accounts.id = downloads.account_id
          where accounts.objected_at is not null
            and num_nonnulls(downloads.session_id, downloads.ip_address, downloads.user_agent) > 0
            and not is_held(accounts.id, 'downloads')
          limit batch for update of downloads skip locked);
      get diagnostics traces = row_count;
      return marks + traces;
    end $$`.execute(database);
}
