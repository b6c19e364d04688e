import { type Kysely, sql } from 'kysely';

/**
 * Since when an operator has the account suspended, whatever else becomes of it: what its holder closes and keeps is suspended as
 * before. A suspension with a reason is known by its measure.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column suspended_at timestamptz`.execute(database);
  await sql`
    create function is_suspended_by_measure(account text) returns boolean language sql stable as $$
      select exists (select from account_measures as measure
        where measure.account_id = $1 and measure.act = 'suspend'
          and exists (select from account_measures as later where later.measure_id = measure.id and later.act = 'apply')
          and not exists (select from account_measures as later where later.measure_id = measure.id and later.act = 'end')) $$`.execute(
    database,
  );
  await sql`
    update accounts set suspended_at = service_now() where status = 'suspended' and not is_suspended_by_measure(id)`.execute(
    database,
  );
}
