import type { Selectable } from 'kysely';
import type { HoldKind } from '../../contract/retention-rule.ts';
import type { TableRules } from '../../database/tables.ts';

interface LegalHoldRow {
  id: string;
  account_id: string;
  kind: HoldKind;
  /** In a few words, without names. */
  reason: string;
  placed_at: Date;
  /** When somebody has to look whether it is still needed. */
  review_at: Date;
  reminded_at: Date | null;
  lifted_at: Date | null;
}

export interface HoldsTables {
  legal_holds: LegalHoldRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends HoldsTables {}
}

export const holdsTables = {
  legal_holds: 'changeable',
} as const satisfies TableRules<HoldsTables>;

export type LegalHold = Selectable<LegalHoldRow>;
