import { type Kysely, sql } from 'kysely';

/** Sessions that were signed out of, for as long as tokens of them may live (ASVS 5.0, 7.4.1). */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table ended_sessions (
      session_sha256 text primary key check (session_sha256 ~ '^[0-9a-f]{64}$'),
      ended_at timestamptz not null
    )`.execute(database);
  await sql`create index ended_sessions_by_time on ended_sessions (ended_at)`.execute(database);
}
