import { type Kysely, sql } from 'kysely';

/**
 * Records of cookie consent (specification 3), counts without identifiers, and what deletes records on time. Rows of
 * append-only tables can be removed by two functions alone: the application's role may call them and nothing else, and
 * whoever calls them, they never touch a row that is younger than 30 days.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table consents (
      id uuid primary key,
      session_id uuid not null,
      method text not null,
      statistics boolean not null,
      option_version text not null,
      options_sha256 text not null check (options_sha256 ~ '^[0-9a-f]{64}$'),
      document text not null,
      document_version text not null,
      document_sha256 text not null check (document_sha256 ~ '^[0-9a-f]{64}$'),
      locale text not null,
      decided_at timestamptz not null,
      recorded_at timestamptz not null
    )`.execute(database);
  await sql`create index consents_by_time on consents (recorded_at)`.execute(database);

  await sql`
    create table page_views (
      day text not null check (day ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      page text not null,
      locale text not null,
      views bigint not null,
      primary key (day, page, locale)
    )`.execute(database);
  await sql`
    create table web_vitals (
      day text not null check (day ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      page text not null,
      metric text not null,
      value integer not null,
      samples bigint not null,
      primary key (day, page, metric, value)
    )`.execute(database);

  await sql`alter table accounts add column ended_at timestamptz`.execute(database);

  await sql`
    create table retention_runs (
      id uuid primary key,
      rule text not null,
      cutoff timestamptz not null,
      removed bigint not null,
      performed_at timestamptz not null
    )`.execute(database);
  await sql`create index retention_runs_by_time on retention_runs (performed_at)`.execute(database);

  const schema = await getSchema(database);
  await sql`
    create function remove_expired_consents(cutoff timestamptz) returns bigint
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare removed bigint;
    begin
      delete from consents where recorded_at < least(cutoff, now() - interval '30 days');
      get diagnostics removed = row_count;
      return removed;
    end $$`.execute(database);
  await sql`
    create function remove_expired_acceptances(cutoff timestamptz) returns bigint
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare removed bigint;
    begin
      delete from acceptances using accounts
        where accounts.id = acceptances.account_id
          and accounts.ended_at < least(cutoff, now() - interval '30 days');
      get diagnostics removed = row_count;
      return removed;
    end $$`.execute(database);
  for (const name of ['remove_expired_consents', 'remove_expired_acceptances'])
    await sql`revoke all on function ${sql.id(name)} (timestamptz) from public`.execute(database);
}

/** A function with its owner's rights fixes its search path, so that nobody can substitute another table. */
async function getSchema(database: Kysely<unknown>) {
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  return sql.id(rows[0]!.name);
}
