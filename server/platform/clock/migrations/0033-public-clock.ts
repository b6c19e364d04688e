import { type Kysely, sql } from 'kysely';

/** Whether people are served from this database: its clock is then the machine's, whoever asks to set it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table service_clock
      add column is_public boolean not null default false,
      add check (not is_public or ahead_ms = 0)`.execute(database);
}
