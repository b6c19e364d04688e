import type { Selectable } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import { person, pseudonym } from '../../contract/kept.ts';
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
  legal_holds: {
    rows: 'changeable',
    kept: {
      id: 'impersonal',
      account_id: pseudonym('legal-holds', {
        none: 'Written for a dispute; that data needed for one is kept, the Privacy Policy says.',
      }),
      kind: 'impersonal',
      reason: person('legal-holds', {
        none: 'Written for a dispute; that data needed for one is kept, the Privacy Policy says.',
      }),
      placed_at: 'impersonal',
      review_at: 'impersonal',
      reminded_at: 'impersonal',
      lifted_at: 'impersonal',
    },
    terms: [
      {
        rule: 'legal-holds',
        id: 'id',
        start: 'lifted_at',
        period: `${retention.legalHoldYears} years`,
      },
    ],
  },
} as const satisfies TableRules<HoldsTables>;

export type LegalHold = Selectable<LegalHoldRow>;
