import { type Kysely, sql } from 'kysely';

/**
 * Indexes for what an account has accepted of each document, and for accounts that have ended, so that neither the
 * account's answer nor the nightly removal slows down as records accumulate.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index acceptances_by_document on acceptances (account_id, document, version, accepted_at)
    where document is not null`.execute(database);
  await sql`create index accounts_by_end on accounts (ended_at) where ended_at is not null`.execute(database);
}
