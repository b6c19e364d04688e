import type { Generated, Insertable } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import { comparison, ofOperators, person, pseudonym } from '../../contract/kept.ts';
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
  /** In the order in which they were recorded, without gaps; given by the database. */
  position: Generated<number>;
  /** Of everything above and of the hash before; given by the database. */
  sha256: Generated<string>;
}

/** One row: after which action the chain begins, and with which it ends. Only the database changes it. */
interface OperatorActionChainRow {
  is_only: boolean;
  start_position: number;
  start_sha256: string;
  end_position: number;
  end_sha256: string;
}

export interface OperatorActionsTables {
  operator_actions: AppendOnly<Omit<OperatorActionRow, 'position' | 'sha256'>> &
    Pick<OperatorActionRow, 'position' | 'sha256'>;
  operator_action_chain: OperatorActionChainRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends OperatorActionsTables {}
}

export const operatorActionsTables = {
  operator_actions: {
    rows: 'append-only',
    kept: {
      id: 'impersonal',
      position: 'impersonal',
      sha256: 'impersonal',
      command: person('operator-actions', 'acts'),
      outcome: person('operator-actions', 'acts'),
      performed_at: person('operator-actions', 'acts'),
      actor: person('operator-actions', ofOperators),
      subject: pseudonym('operator-actions', comparison),
    },
    terms: [
      {
        rule: 'operator-actions',
        id: 'id',
        start: 'performed_at',
        period: `${retention.operatorActionYears} years`,
      },
    ],
  },
  operator_action_chain: {
    rows: 'read-only',
    kept: {
      is_only: 'impersonal',
      start_position: 'impersonal',
      start_sha256: 'impersonal',
      end_position: 'impersonal',
      end_sha256: 'impersonal',
    },
  },
} as const satisfies TableRules<OperatorActionsTables>;

export type NewOperatorAction = Insertable<OperatorActionRow>;
