import { type Kysely, sql } from 'kysely';

/** What is reported beyond a quota is a number from now on. Rows that were stored before stay until they expire. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quota_counters
      add column over_quota integer not null default 0 check (over_quota >= over_quota_of_day),
      add column over_quota_day date,
      add column over_quota_of_day integer not null default 0 check (over_quota_of_day >= 0)`.execute(database);
}
