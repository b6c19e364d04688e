import { type Kysely, sql } from 'kysely';

/**
 * People who asked to be told of something other than the beta, each for one purpose and once for each. Not in `access_requests`: a
 * former version invites whoever stands there, and knows of one request for an address.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table list_requests (
      id uuid primary key,
      purpose text not null,
      email text not null,
      country text check (country ~ '^[A-Z]{2}$'),
      kind text check (kind in ('private', 'business')),
      locale text not null,
      asked_at timestamptz not null,
      confirmed_at timestamptz,
      told_at timestamptz check (told_at is null or confirmed_at is not null),
      account_id text,
      holders_sought_at timestamptz,
      check (purpose <> 'sale' or (country is not null and kind is not null))
    )`.execute(database);
  await sql`create unique index list_requests_of_address on list_requests (purpose, lower(email))`.execute(database);
  await sql`create index list_requests_waiting on list_requests (purpose, confirmed_at) where told_at is null`.execute(
    database,
  );
  await sql`create index list_requests_account on list_requests (account_id)`.execute(database);
  // A dump that is restored learns of who has left since (migration 0040).
  await sql`
    create trigger request_end_is_recorded after delete on list_requests for each row
      execute function record_request_end()`.execute(database);
}
