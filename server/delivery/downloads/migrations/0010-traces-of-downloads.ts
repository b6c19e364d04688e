import { type Kysely, sql } from 'kysely';

/**
 * Removes the traces of a download when their time is over: session, address and browser of whoever started it, and the
 * marks of addresses it was fetched from. The application's role may only call the function, which never touches a
 * download younger than 30 days, whoever calls it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index downloads_with_traces on downloads (started_at)
    where session_id is not null or ip_address is not null or user_agent is not null`.execute(database);
  await sql`create index download_progress_with_marks on download_progress (last_at)
    where address_marks <> '[]'`.execute(database);
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  await sql`
    create function forget_download_traces(cutoff timestamptz) returns bigint
    language plpgsql security definer set search_path to ${sql.id(rows[0]!.name)}, pg_temp as $$
    declare forgotten bigint;
    begin
      cutoff := least(cutoff, now() - interval '30 days');
      update download_progress set address_marks = '[]' where last_at < cutoff and address_marks <> '[]';
      update downloads set session_id = null, ip_address = null, user_agent = null
        where started_at < cutoff
          and (session_id is not null or ip_address is not null or user_agent is not null);
      get diagnostics forgotten = row_count;
      return forgotten;
    end $$`.execute(database);
  await sql`revoke all on function forget_download_traces (timestamptz) from public`.execute(database);
}
