import type { Queries } from '../../database/schema.ts';
import type { OperatorAction } from './operator-actions.tables.ts';

export async function insertAction(queries: Queries, action: OperatorAction): Promise<void> {
  await queries.insertInto('operator_actions').values(action).execute();
}
