import { type Kysely, sql } from 'kysely';

export const keepsWayBack = 'Former versions leave the new column as it comes, which the check allows.';

/**
 * What was given by contract is told as what it is. `plan` stays the one whose limits it has: versions of before know no other, and go on
 * working. Of former ones, the operator's log knows which they are.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table plan_grants add column is_enterprise boolean not null default false check (plan = 'high' or not is_enterprise)`.execute(
    database,
  );
  await sql`
    update plan_grants set is_enterprise = true
      where plan = 'high' and exists (select from operator_actions
        where command = 'plan grant' and subject = account_id and outcome = 'granted: enterprise'
          and performed_at between granted_at - interval '1 minute' and granted_at + interval '1 minute')`.execute(
    database,
  );
}
