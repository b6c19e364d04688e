import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { retention } from '../../../shared/business/retention.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { Queries } from '../../database/schema.ts';
import { countExpiredActions, insertAction, removeExpiredActions } from './operator-actions.queries.ts';

/** Records a command: its name, the id it concerned and the outcome, never a name or an address. */
export async function recordAction(
  queries: Queries,
  { command, subject, outcome }: { command: string; subject: string | null; outcome: string },
  at: Date,
): Promise<void> {
  const actor = os.userInfo().username;
  await insertAction(queries, { id: randomUUID(), command, subject, outcome, actor, performed_at: at });
}

export const operatorActionRetention: RetentionRule = {
  name: 'operator-actions',
  cutoff: (now) => findPeriodStart(now, retention.operatorActionYears * 12),
  count: countExpiredActions,
  remove: removeExpiredActions,
};
