import { type Kysely, sql } from 'kysely';

/**
 * What people asked of their data, by when it has to be answered, and what became of it; breaches with their own deadline;
 * and what an account's holder may decide alone: restriction, objection, and a country in which nobody may use the product.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table privacy_requests (
      id uuid primary key,
      kind text not null
        check (kind in ('access', 'portability', 'rectification', 'erasure', 'restriction', 'objection')),
      channel text not null check (channel in ('account', 'email', 'representative', 'portal', 'post')),
      account_id text,
      email text,
      locale text not null,
      received_at timestamptz not null,
      due_at timestamptz not null,
      reminded_at timestamptz,
      identity text not null check (identity in ('unproven', 'asked', 'proven', 'failed')),
      code_sha256 text,
      code_until timestamptz,
      code_tries integer not null default 0,
      state text not null check (state in ('open', 'answered', 'refused')),
      answer text,
      link_sha256 text,
      answer_until timestamptz,
      outcome text,
      ended_at timestamptz,
      check ((state = 'open') = (ended_at is null)),
      check (num_nulls(code_sha256, code_until) in (0, 2)),
      check (num_nulls(link_sha256, answer_until) in (0, 2))
    )`.execute(database);
  await sql`create index privacy_requests_open on privacy_requests (due_at) where state = 'open'`.execute(database);
  await sql`create index privacy_requests_ended on privacy_requests (ended_at)`.execute(database);
  await sql`create index privacy_requests_of_account on privacy_requests (account_id)`.execute(database);
  await sql`create index privacy_requests_answers on privacy_requests (answer_until)`.execute(database);
  await sql`
    create table breaches (
      id uuid primary key,
      what text not null,
      known_at timestamptz not null,
      due_at timestamptz not null,
      reminded_at timestamptz,
      reported_at timestamptz,
      notified integer
    )`.execute(database);
  await sql`
    alter table accounts
      add column restricted_at timestamptz,
      add column objected_at timestamptz,
      add column closes_at timestamptz,
      drop constraint accounts_erased_whole_and_ended,
      add constraint accounts_erased_whole_and_ended check (
        num_nulls(full_name, email, country) = 0
        or num_nulls(full_name, email, country, ip_address, user_agent) = 5 and ended_at is not null)`.execute(
    database,
  );
  await sql`create index accounts_that_objected on accounts (id) where objected_at is not null`.execute(database);
  await sql`create index accounts_that_close on accounts (closes_at) where closes_at is not null`.execute(database);
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  await sql`
    create function forget_traces_of_objectors(batch integer) returns bigint
    language plpgsql security definer set search_path to ${sql.id(rows[0]!.name)}, pg_temp as $$
    declare
      marks bigint;
      traces bigint;
    begin
      update download_progress set address_marks = '[]' where download_id in (
        select download_id from download_progress join downloads on downloads.id = download_id
          join accounts on accounts.id = downloads.account_id
          where accounts.objected_at is not null and address_marks <> '[]'
          limit batch for update of download_progress skip locked);
      get diagnostics marks = row_count;
      update downloads set session_id = null, ip_address = null, user_agent = null where id in (
        select downloads.id from downloads join accounts on accounts.id = downloads.account_id
          where accounts.objected_at is not null
            and num_nonnulls(downloads.session_id, downloads.ip_address, downloads.user_agent) > 0
          limit batch for update of downloads skip locked);
      get diagnostics traces = row_count;
      return marks + traces;
    end $$`.execute(database);
  await sql`revoke all on function forget_traces_of_objectors (integer) from public`.execute(database);
}
