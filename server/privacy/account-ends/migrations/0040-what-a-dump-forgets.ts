import { type Kysely, sql } from 'kysely';

/**
 * A restored dump does not know who has objected to traces or restricted an account since, nor who has left the waiting list: each
 * entry tells of the first two, and a request that is deleted gets one of its own, by a hash of its id.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Null in entries from before.
  await sql`alter table account_ends add column has_objected boolean, add column is_restricted boolean`.execute(
    database,
  );
  const { rows } = await sql<{ name: string }>`select current_schema()::text as name`.execute(database);
  const schema = sql.id(rows[0]!.name);
  await sql`
    create or replace function record_account_end() returns trigger
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    begin
      insert into account_ends (account_sha256, ended_at, ended_by, erased, recorded_at, has_objected, is_restricted) values (
        encode(sha256(convert_to(new.id, 'UTF8')), 'hex'), new.ended_at, new.ended_by, new.email is null, service_now(),
        new.objected_at is not null, new.restricted_at is not null);
      return null;
    end $$`.execute(database);
  await sql`drop trigger account_end_is_recorded on accounts`.execute(database);
  await sql`
    create trigger account_end_is_recorded after update on accounts for each row
      when (old.ended_at is distinct from new.ended_at or (old.email is null) is distinct from (new.email is null)
        or (old.objected_at is null) is distinct from (new.objected_at is null)
        or (old.restricted_at is null) is distinct from (new.restricted_at is null))
      execute function record_account_end()`.execute(database);
  // A dump from before this can be restored, too: it has to learn of who objected or restricted between the two.
  await sql`
    insert into account_ends (account_sha256, ended_at, ended_by, erased, recorded_at, has_objected, is_restricted)
      select encode(sha256(convert_to(id, 'UTF8')), 'hex'), ended_at, ended_by, email is null, service_now(),
          objected_at is not null, restricted_at is not null
        from accounts where objected_at is not null or restricted_at is not null`.execute(database);
  await sql`
    create function record_request_end() returns trigger
    language plpgsql security definer set search_path to ${schema}, pg_temp as $$
    begin
      insert into account_ends (account_sha256, ended_at, erased, recorded_at) values (
        encode(sha256(convert_to(old.id::text, 'UTF8')), 'hex'), service_now(), true, service_now());
      return null;
    end $$`.execute(database);
  await sql`revoke all on function record_request_end () from public`.execute(database);
  await sql`
    create trigger request_end_is_recorded after delete on access_requests for each row
      execute function record_request_end()`.execute(database);
}
