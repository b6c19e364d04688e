import { type Kysely, sql } from 'kysely';

/** The user at the login provider goes with the account; the provider may be down at that moment. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column login_removed_at timestamptz`.execute(database);
}
