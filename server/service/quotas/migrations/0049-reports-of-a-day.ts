import { type Kysely, sql } from 'kysely';

/** To count what an account has reported in a day without reading all of it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index usage_requests_reported on usage_requests (account_id, settled_at)
      where outcome in ('reported', 'adjusted')`.execute(database);
}
