import type { TableRules } from '../../database/tables.ts';

/** One row. */
interface ServiceClockRow {
  is_only: boolean;
  /** Milliseconds by which the service's time is ahead of the database's. */
  ahead_ms: number;
  /** People are served from this database, so that it cannot be set ahead. */
  is_public: boolean;
}

export interface ClockTables {
  service_clock: ServiceClockRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends ClockTables {}
}

export const clockTables = {
  service_clock: {
    rows: 'read-only',
    kept: {
      is_only: 'impersonal',
      ahead_ms: 'impersonal',
      is_public: 'impersonal',
    },
  },
} as const satisfies TableRules<ClockTables>;
