import { type Kysely, sql } from 'kysely';

/**
 * What stood beside a box when it was ticked, word for word: the sentence of the catalogue has placeholders. Empty for
 * older records, since rows of an append-only table are never changed.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table acceptances
      add column shown_text text,
      add constraint acceptances_shown_text_of_sentence check (shown_text is null or sentence is not null)`.execute(
    database,
  );
}
