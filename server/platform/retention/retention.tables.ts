import type { Selectable } from 'kysely';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/** What one retention rule removed in one run. */
interface RetentionRunRow {
  id: string;
  rule: string;
  /** Everything older was removed. */
  cutoff: Date;
  removed: number;
  /** The kind of error when the rule failed; null otherwise. */
  fault: string | null;
  performed_at: Date;
}

export interface RetentionTables {
  retention_runs: AppendOnly<RetentionRunRow>;
}

declare module '../../database/schema.ts' {
  interface Schema extends RetentionTables {}
}

export const retentionTables = {
  retention_runs: {
    rows: 'append-only',
    kept: {
      id: 'impersonal',
      rule: 'impersonal',
      cutoff: 'impersonal',
      removed: 'impersonal',
      fault: 'impersonal',
      performed_at: 'impersonal',
    },
  },
} as const satisfies TableRules<RetentionTables>;

export type RetentionRun = Selectable<RetentionRunRow>;
