import { type Kysely, sql } from 'kysely';

/** A rule that failed is recorded too: otherwise nobody would learn that records outlive their time. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table retention_runs add column fault text`.execute(database);
}
