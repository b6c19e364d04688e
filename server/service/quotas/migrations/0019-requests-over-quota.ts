import { type Kysely, sql } from 'kysely';

/** Recordings that the app made into text offline are kept, also beyond the quota. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table usage_requests drop constraint usage_requests_state_check,
      add constraint usage_requests_state_check check (state in ('open', 'counted', 'released', 'over-quota'))`.execute(
    database,
  );
}
