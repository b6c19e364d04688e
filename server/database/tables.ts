import type { ColumnType } from 'kysely';

/** Columns that are set on insertion and never changed. */
export type AppendOnly<Row> = { [Column in keyof Row]: ColumnType<Row[Column], Row[Column], never> };

export type TableRule = 'append-only' | 'changeable' | 'read-only';

/**
 * What the application may do to the rows of each table. Rows of append-only tables are evidence: they can be added and
 * read, never changed or removed; those of read-only ones belong to the owner of the database. Both the database's
 * privileges and the rule in code follow from this.
 */
export type TableRules<Tables = Record<string, unknown>> = Readonly<Record<keyof Tables & string, TableRule>>;

/** Everything that the features keep in the database. */
export interface DatabaseContents {
  tables: TableRules;
  /**
   * The only ways to remove expired rows from append-only tables: database functions that check the period
   * themselves.
   */
  expiryFunctions: readonly string[];
  /** Folders of migrations besides server/database/migrations. */
  migrationFolders: readonly string[];
}

export function listTables(tables: TableRules, rule: TableRule): string[] {
  return Object.keys(tables).filter((table) => tables[table] === rule);
}
