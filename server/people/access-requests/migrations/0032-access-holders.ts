import { type Kysely, sql } from 'kysely';

/**
 * Whose account a request for access belongs to: of the user whose address it is, as the login provider says. What people type at a
 * download proves nothing. `holders_sought_at` is when it was asked last; accounts that have not changed since are not asked about.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table access_requests add column account_id text, add column holders_sought_at timestamptz`.execute(
    database,
  );
  await sql`create index access_requests_account on access_requests (account_id)`.execute(database);
}
