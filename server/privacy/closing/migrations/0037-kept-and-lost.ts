import { type Kysely, sql } from 'kysely';

/**
 * An account that was kept goes on also where a dump of the time in between had left its data out: nothing is stored of it then, as of
 * somebody who has not downloaded yet (decision 0053).
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounts
      drop constraint accounts_erased_whole_and_ended,
      add constraint accounts_stored_whole_or_not check (
        num_nulls(full_name, email, country) = 0
        or num_nulls(full_name, email, country, ip_address, user_agent) = 5)`.execute(database);
}
