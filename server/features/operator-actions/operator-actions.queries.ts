import { sql } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { isPeriodOver } from '../retention/retention.ts';
import type { OperatorAction } from './operator-actions.tables.ts';

export async function insertAction(queries: Queries, action: OperatorAction): Promise<void> {
  await queries.insertInto('operator_actions').values(action).execute();
}

export async function countExpiredActions(queries: Queries, cutoff: Date): Promise<number> {
  const { count } = await queries
    .selectFrom('operator_actions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('performed_at', '<', cutoff)
    .where(isPeriodOver(sql.ref('performed_at'), { months: retention.operatorActionYears * 12 }))
    .executeTakeFirstOrThrow();
  return count;
}

export async function removeExpiredActions(trx: OpenTransaction, cutoff: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    select remove_expired_operator_actions(${cutoff}, ${limit}::integer) as removed`.execute(trx);
  return rows[0]!.removed;
}
