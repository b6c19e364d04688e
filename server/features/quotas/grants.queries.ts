import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { PlanGrant } from './quotas.tables.ts';

/** The plan that was given to an account and is good at that time. */
export async function findGrant(queries: Queries, accountId: string, at: Date): Promise<PlanGrant | undefined> {
  return queries
    .selectFrom('plan_grants')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('granted_at', '<=', at)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', at)]))
    .executeTakeFirst();
}

/** In place of an earlier one. */
export async function saveGrant(trx: OpenTransaction, grant: PlanGrant): Promise<void> {
  const { account_id: _, ...changes } = grant;
  await trx
    .insertInto('plan_grants')
    .values(grant)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changes))
    .execute();
}

export async function removeGrant(trx: OpenTransaction, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('plan_grants').where('account_id', '=', accountId).executeTakeFirst();
  return numDeletedRows > 0n;
}
