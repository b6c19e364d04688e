import { type Kysely, sql } from 'kysely';

/** What is needed for a dispute stays, for one account and one kind of records; everything else of it goes in time. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table legal_holds (
      id uuid primary key,
      account_id text not null,
      kind text not null check (kind in ('account', 'downloads', 'acceptances', 'usage', 'mails')),
      reason text not null,
      placed_at timestamptz not null,
      review_at timestamptz not null,
      reminded_at timestamptz,
      lifted_at timestamptz
    )`.execute(database);
  await sql`
    create unique index legal_holds_in_force on legal_holds (account_id, kind) where lifted_at is null`.execute(
    database,
  );
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  const schema = sql.id(rows[0]!.name);
  await sql`
    create function is_held(account text, kind text) returns boolean language sql stable as $$
      select exists (select from legal_holds as hold
        where hold.account_id = $1 and hold.kind = $2 and hold.lifted_at is null) $$`.execute(database);
  const replace = async (name: string, removal: ReturnType<typeof sql>) => {
    await sql`
      create or replace function ${sql.id(name)} (cutoff timestamptz, batch integer default 500) returns bigint
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
  };
  await replace(
    'remove_expired_acceptances',
    sql`delete from acceptances where id in (
      select acceptances.id from acceptances join accounts on accounts.id = acceptances.account_id
        where accounts.ended_at < cutoff and accounts.ended_at + interval '3 months' < due
          and not is_held(acceptances.account_id, 'acceptances')
        limit batch for update of acceptances skip locked);`,
  );
  await replace(
    'forget_download_traces',
    sql`cutoff := least(cutoff, due - interval '90 days');
      update download_progress set address_marks = '[]' where download_id in (
        select download_id from download_progress join downloads on downloads.id = download_id
          where last_at < cutoff and address_marks <> '[]' and not is_held(downloads.account_id, 'downloads')
          order by last_at limit batch for update of download_progress skip locked);
      get diagnostics more = row_count;
      update downloads set session_id = null, ip_address = null, user_agent = null where id in (
        select id from downloads where started_at < cutoff
          and (session_id is not null or ip_address is not null or user_agent is not null)
          and not is_held(account_id, 'downloads')
          order by started_at limit batch for update skip locked);`,
  );
}
