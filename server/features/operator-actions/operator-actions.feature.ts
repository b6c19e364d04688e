import type { Feature } from '../feature.ts';
import { operatorActionsTables } from './operator-actions.tables.ts';

/** What operators did by command, kept as evidence. */
export const operatorActionsFeature: Feature = { tables: operatorActionsTables };
