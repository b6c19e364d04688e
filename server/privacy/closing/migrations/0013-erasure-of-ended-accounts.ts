import { type Kysely, sql } from 'kysely';

/**
 * What an ended account leaves: 30 days after its end only its id and times, for as long as its acceptances are kept. The
 * downloads that these refer to go with the rest; an acceptance is evidence by itself.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts
      alter column full_name drop not null,
      alter column email drop not null,
      alter column country drop not null,
      alter column ip_address drop not null,
      alter column user_agent drop not null,
      add constraint accounts_erased_whole_and_ended check (
        num_nulls(full_name, email, country, ip_address, user_agent) = 0
        or num_nulls(full_name, email, country, ip_address, user_agent) = 5 and ended_at is not null)`.execute(
    database,
  );
  await sql`alter table acceptances drop constraint if exists acceptances_download_id_fkey`.execute(database);
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  const schema = sql.id(rows[0]!.name);
  await sql`
    create function remove_downloads_of_ended_account(ended text) returns void
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    begin
      if not exists (select from accounts where id = ended and ended_at <= service_now() - interval '30 days') then
        raise exception 'The account has not ended, or less than 30 days ago.';
      end if;
      delete from download_progress using downloads
        where downloads.id = download_progress.download_id and downloads.account_id = ended;
      delete from downloads where account_id = ended;
    end $$`.execute(database);
  await sql`
    create function remove_expired_operator_actions(cutoff timestamptz) returns bigint
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare removed bigint;
    begin
      delete from operator_actions where performed_at < least(cutoff, service_now() + interval '1 hour' - interval '3 years');
      get diagnostics removed = row_count;
      return removed;
    end $$`.execute(database);
}
