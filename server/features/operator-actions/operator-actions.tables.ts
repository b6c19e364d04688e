import type { Selectable } from 'kysely';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

interface OperatorActionRow {
  id: string;
  command: string;
  /** Id of what was viewed or changed, where there is one; never a name or an address. */
  subject: string | null;
  outcome: string;
  /** The operating system's name of the user who ran the command. */
  actor: string;
  performed_at: Date;
}

export interface OperatorActionsTables {
  operator_actions: AppendOnly<OperatorActionRow>;
}

declare module '../../database/schema.ts' {
  interface Schema extends OperatorActionsTables {}
}

export const operatorActionsTables = {
  operator_actions: 'append-only',
} as const satisfies TableRules<OperatorActionsTables>;

export type OperatorAction = Selectable<OperatorActionRow>;
