import type { TableRules, TableTerm } from '../../database/tables.ts';

/** What one table says of when its rows' time is over. */
export interface Term extends TableTerm {
  table: string;
}

/** Of all tables. */
export const listTerms = (tables: TableRules): Term[] =>
  Object.entries(tables).flatMap(([table, { terms = [] }]) => terms.map((term) => ({ ...term, table })));

/** Tables that tell of somebody. */
export const listTablesOfPeople = (tables: TableRules): string[] =>
  Object.entries(tables).flatMap(([table, { kept }]) =>
    Object.values(kept).some((column) => column !== 'impersonal' && column.tells === 'person') ? [table] : [],
  );
