import { type Kysely, sql } from 'kysely';

/** Numbers that were sent to customers and that a restored database does not know: they are given to nobody else. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table invoice_series add column lost_numbers integer not null default 0 check (lost_numbers >= 0)`.execute(
    database,
  );
}
