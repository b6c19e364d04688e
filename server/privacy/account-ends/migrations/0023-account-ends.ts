import { type Kysely, sql } from 'kysely';

/**
 * Each end of an account, each restoration and each erasure, by a hash of its id. Written by the database itself, so that no code
 * forgets it: a restored dump is brought up to date from a copy of this table.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_ends (
      id uuid primary key default gen_random_uuid(),
      account_sha256 text not null check (account_sha256 ~ '^[0-9a-f]{64}$'),
      ended_at timestamptz,
      ended_by text,
      erased boolean not null,
      recorded_at timestamptz not null
    )`.execute(database);
  await sql`create index account_ends_recorded on account_ends (recorded_at, id)`.execute(database);
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  const schema = sql.id(rows[0]!.name);
  await sql`
    create function record_account_end() returns trigger
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    begin
      insert into account_ends (account_sha256, ended_at, ended_by, erased, recorded_at) values (
        encode(sha256(convert_to(new.id, 'UTF8')), 'hex'), new.ended_at, new.ended_by, new.email is null, service_now());
      return null;
    end $$`.execute(database);
  await sql`revoke all on function record_account_end () from public`.execute(database);
  await sql`
    create trigger account_end_is_recorded after update on accounts for each row
      when (old.ended_at is distinct from new.ended_at or (old.email is null) is distinct from (new.email is null))
      execute function record_account_end()`.execute(database);
  await sql`
    create function remove_expired_account_ends(cutoff timestamptz, batch integer default 500) returns bigint
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    declare removed bigint;
    begin
      delete from account_ends where id in (
        select id from account_ends
          where recorded_at < cutoff and recorded_at + interval '90 days' < service_now() + interval '1 hour'
          limit batch for update skip locked);
      get diagnostics removed = row_count;
      return removed;
    end $$`.execute(database);
  await sql`revoke all on function remove_expired_account_ends (timestamptz, integer) from public`.execute(database);
}
