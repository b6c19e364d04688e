import { type Kysely, sql } from 'kysely';

/** What expires of the ledger is found without reading all of it, every hour. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index quota_counters_by_month on quota_counters (cycle_start)`.execute(database);
  await sql`
    create index usage_requests_with_fingerprint on usage_requests (requested_at) where fingerprint is not null`.execute(
    database,
  );
}
