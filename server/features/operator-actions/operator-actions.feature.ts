import type { Feature } from '../feature.ts';
import { operatorActionsTables } from './operator-actions.tables.ts';
import { operatorActionRetention } from './operator-actions.ts';

/** What operators did by command, kept as evidence. */
export const operatorActionsFeature: Feature = {
  tables: operatorActionsTables,
  expiryFunctions: ['remove_expired_operator_actions'],
  retention: [operatorActionRetention],
};
