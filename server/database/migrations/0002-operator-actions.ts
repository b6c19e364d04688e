import { type Kysely, sql } from 'kysely';

/** What operators did by command, kept as evidence. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_actions (
      id uuid primary key,
      command text not null,
      subject text,
      outcome text not null,
      actor text not null,
      performed_at timestamptz not null
    )`.execute(database);
  await sql`create index operator_actions_by_time on operator_actions (performed_at)`.execute(database);
}
