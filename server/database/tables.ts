import type { ColumnType } from 'kysely';

/** Columns that are set on insertion and never changed. */
export type AppendOnly<Row> = { [Column in keyof Row]: ColumnType<Row[Column], Row[Column], never> };

/**
 * What the application may do to the rows of a table. Rows of append-only tables are evidence: they can be added and
 * read, never changed or removed; those of read-only ones belong to the owner of the database. Both the database's
 * privileges and the rule in code follow from this.
 */
export type RowRule = 'append-only' | 'changeable' | 'read-only';

/** What a column tells about a person, and for how long. `impersonal` ones tell nothing once the others are gone. */
export type KeptColumn =
  | 'impersonal'
  | {
      /** The rule of retention that lets go of it; a term of this rule says when its time is over. */
      rule: string;
      /** Whether it says something about a person, or says nothing by itself and leads to one, as ids, hashes and marks do. */
      tells: 'person' | 'pseudonym';
      /** The part of an account's export in which its holder finds it, or why there is none. */
      exporter: { part: string } | { none: string };
    };

/** When the time of a table's rows is over, in words that both an operator and SQL understand. */
export interface TableTerm<Column extends string = string> {
  /** The rule of retention that keeps it. */
  rule: string;
  /** What an operator finds a row by. */
  id: Column;
  /** When the period starts: a column, or an expression of some. */
  start: string;
  /** For rows that go with an account: their reference to it; `start` is then the account's column. */
  account?: Column;
  /** As PostgreSQL reads it. */
  period: string;
  /** Columns that must be empty then; without them, the row must be gone. */
  empties?: readonly Column[];
  /** For what goes by the machine's time, as tokens do, and not by the service's clock. */
  onMachineTime?: true;
}

/** Everything that a table says about itself besides the types of its columns. */
interface TableRule<Row = Record<string, unknown>> {
  rows: RowRule;
  kept: { readonly [Column in keyof Row & string]: KeptColumn };
  /** None where its rows say nothing of a person, or go with those that they belong to, by a foreign key. */
  terms?: readonly TableTerm<keyof Row & string>[];
}

export type TableRules<Tables = Record<string, Record<string, unknown>>> = {
  readonly [Table in keyof Tables & string]: TableRule<Tables[Table]>;
};

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

export function listTables(tables: TableRules, rule: RowRule): string[] {
  return Object.keys(tables).filter((table) => tables[table]!.rows === rule);
}
