import { type Kysely, sql } from 'kysely';

/**
 * Who submitted each form and from where: the account keeps only the latest. Empty for older records, since rows of an
 * append-only table are never changed.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table downloads
      add column session_id text,
      add column ip_address text,
      add column user_agent text`.execute(database);
}
