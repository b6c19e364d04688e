import { type Kysely, sql } from 'kysely';

/**
 * How far each download has come, so that the operator sees which were started, resumed and finished, and which links
 * are used from many places. Addresses are kept only as keyed marks that tell them apart.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table download_progress (
      download_id uuid primary key references downloads (id),
      first_at timestamptz not null,
      last_at timestamptz not null,
      transfers integer not null,
      resumed integer not null,
      sent_bytes bigint not null,
      sent_ranges jsonb not null,
      address_marks jsonb not null,
      finished_at timestamptz
    )`.execute(database);
}
