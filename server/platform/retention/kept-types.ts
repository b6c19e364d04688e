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
