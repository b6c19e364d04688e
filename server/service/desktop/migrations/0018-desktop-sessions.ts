import { type Kysely, sql } from 'kysely';

/** When somebody signed in to the desktop app (specification 4: the login token lasts 15 days). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table desktop_sessions (
      session_sha256 text primary key check (session_sha256 ~ '^[0-9a-f]{64}$'),
      account_id text not null references accounts (id),
      signed_in_at timestamptz not null
    )`.execute(database);
  await sql`create index desktop_sessions_by_account on desktop_sessions (account_id)`.execute(database);
  await sql`create index desktop_sessions_by_time on desktop_sessions (signed_in_at)`.execute(database);
}
