import { sql } from 'kysely';
import type { OpenTransaction } from '../../database/schema.ts';
import type { PlanGrant } from './quotas.tables.ts';

/** In place of an earlier one, which ends then. */
export async function saveGrant(trx: OpenTransaction, grant: PlanGrant): Promise<void> {
  await endGrant(trx, grant.account_id, grant.granted_at);
  await trx.insertInto('plan_grants').values(grant).execute();
}

/** What was given stays known: reports of that time may come late. False where nothing is given at `at`. */
export async function endGrant(trx: OpenTransaction, accountId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      update plan_grants set until = ${at}
        where account_id = ${accountId} and granted_at < ${at} and (until is null or until > ${at}) returning 1),
    never as (delete from plan_grants where account_id = ${accountId} and granted_at >= ${at} returning 1)
    select 1 from ended union all select 1 from never`.execute(trx);
  return rows.length > 0;
}
