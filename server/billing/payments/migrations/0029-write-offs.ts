import { type Kysely, sql } from 'kysely';

/** What is not asked for any more settles its invoice, and is no money that came in. Notices are found where they were carried out. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payments drop constraint payments_method_check,
      add constraint payments_method_check check (method in ('card', 'bank', 'manual', 'write-off'))`.execute(database);
  await sql`
    create index subscription_events_of_notices on subscription_events (source) where source like 'notice %'`.execute(
    database,
  );
}
