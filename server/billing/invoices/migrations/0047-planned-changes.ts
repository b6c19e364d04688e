import { type Kysely, sql } from 'kysely';

export const keepsWayBack = 'Former versions plan only changes to what is sold, which is what this allows.';

/** What follows a term is something that has a price, like what is subscribed to: no subscription waits for what cannot be invoiced. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      add constraint subscriptions_next_offer_check check (
        next_product is null
        or (next_product in ('offline-add-on', 'moderate', 'high') and next_months in (1, 4)
          and (next_product <> 'offline-add-on' or next_months = 1)))`.execute(database);
}
