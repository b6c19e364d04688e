import type { Selectable } from 'kysely';
import type { MeasureAct, MeasureReason } from '../../../shared/business/measures.ts';
import { retention } from '../../../shared/business/retention.ts';
import { comparison, ofOperators, person, pseudonym } from '../../contract/kept.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/**
 * A measure, or that somebody was asked to `prove` where they live, and what became of it. `apply`: it took effect. `lift`: an
 * operator took it back. `end`: it is over. `object`: the holder objected. `decide`: a person decided about that. `seen`: the proof
 * was seen; nothing of it is kept.
 */
interface AccountMeasureRow {
  id: string;
  account_id: string;
  act: MeasureAct | 'prove' | 'apply' | 'lift' | 'end' | 'object' | 'decide' | 'seen';
  /** Its own id for a measure; otherwise the one it is about. */
  measure_id: string;
  /** Of a measure. */
  reason: MeasureReason | null;
  /** In the holder's language, word for word as it was mailed; of an objection by the button, the holder's own words. */
  sentence: string | null;
  /** Why it did not wait until the holder was told. */
  at_once: 'security' | 'law' | null;
  /** The holder may mend a breach until then. */
  from_at: Date;
  until_at: Date | null;
  /** The operating system's name of the operator, `holder` or `system`. */
  actor: string;
  noted_at: Date;
}

export interface MeasuresTables {
  account_measures: AppendOnly<AccountMeasureRow>;
}

declare module '../../database/schema.ts' {
  interface Schema extends MeasuresTables {}
}

export const measuresTables = {
  account_measures: {
    rows: 'append-only',
    kept: {
      id: pseudonym('account-measures', 'measures'),
      account_id: pseudonym('account-measures', comparison),
      act: person('account-measures', 'measures'),
      measure_id: pseudonym('account-measures', 'measures'),
      reason: person('account-measures', 'measures'),
      sentence: person('account-measures', 'measures'),
      at_once: person('account-measures', 'measures'),
      from_at: person('account-measures', 'measures'),
      until_at: person('account-measures', 'measures'),
      actor: person('account-measures', ofOperators),
      noted_at: person('account-measures', 'measures'),
    },
    terms: [
      {
        rule: 'account-measures',
        id: 'id',
        start: 'measure_over_since(measure_id)',
        period: `${retention.measureYears} years`,
      },
    ],
  },
} as const satisfies TableRules<MeasuresTables>;

export type AccountMeasure = Selectable<AccountMeasureRow>;
