import { type Kysely, sql } from 'kysely';

/** People who asked to be told and invited. One request an address; it goes some time after its last step. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table access_requests (
      id uuid primary key,
      email text not null,
      country text not null check (country ~ '^[A-Z]{2}$'),
      locale text not null,
      state text not null check (state in ('asked', 'waiting', 'inviting', 'invited', 'accepted', 'declined')),
      asked_at timestamptz not null,
      last_step_at timestamptz not null
    )`.execute(database);
  await sql`create unique index access_requests_email on access_requests (lower(email))`.execute(database);
  await sql`create index access_requests_state on access_requests (state, asked_at)`.execute(database);
  await sql`create index access_requests_last_step on access_requests (last_step_at)`.execute(database);
}
