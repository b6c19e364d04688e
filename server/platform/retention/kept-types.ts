/** Columns of one table that one rule lets go of. */
interface KeptColumns {
  /** The rule's name; `terms` says when its time is over. */
  rule: string;
  /** That say something about a person. */
  person?: readonly string[];
  /** That say nothing by themselves and lead to a person: ids, hashes and marks. */
  pseudonym?: readonly string[];
  /** The part of an account's export in which its holder finds them, or why there is none. */
  exporter: { part: string } | { none: string };
}

export interface ClassifiedTable {
  /** Columns that tell nothing about a person once the others are gone. */
  none: readonly string[];
  kept: readonly KeptColumns[];
}

/** When the time of a table's rows is over, in words that both an operator and SQL understand. */
export interface Term {
  /** The rule of retention that keeps it. */
  rule: string;
  table: string;
  /** What an operator finds a row by. */
  id: string;
  /** When the period starts: a column, or an expression of some. */
  start: string;
  /** For rows that go with an account: their reference to it; `start` is then the account's column. */
  account?: string;
  /** As PostgreSQL reads it. */
  period: string;
  /** Columns that must be empty then; without them, the row must be gone. */
  empties?: readonly string[];
  /** For what goes by the machine's time, as tokens do, and not by the service's clock. */
  onMachineTime?: true;
}
