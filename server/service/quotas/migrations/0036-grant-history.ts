import { type Kysely, sql } from 'kysely';

/** A plan that was given stays known after its end: reports of its time may come late. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table plan_grants drop constraint plan_grants_pkey, add primary key (account_id, granted_at)`.execute(
    database,
  );
}
