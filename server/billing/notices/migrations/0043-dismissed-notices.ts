import { type Kysely, sql } from 'kysely';

/** Withdrawals and cancellations that a person has looked at and that are nobody's. They go with what was sent in. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table notice_dismissals (
      id uuid primary key references notices (id) on delete cascade,
      reason text not null,
      dismissed_at timestamptz not null
    )`.execute(database);
}
