import type { RawBuilder } from 'kysely';

/** Something of a feature that waits for a person. */
export interface WaitingKind {
  /** In one word, as `waiting list --kind` takes it. */
  name: string;
  /** The commands of the feature that settle one: what was assigned, answered or dismissed waits no more. */
  settledBy: readonly string[];
  /** Selects what waits as `WaitingRow`s; ids and our own words, never what a stranger has written. */
  select: RawBuilder<WaitingRow>;
}

export interface WaitingRow {
  /** Text, as the commands take it. */
  id: string;
  since: Date;
  /** When the law or our own word wants it done; null where nobody has said. */
  due: Date | null;
  about: string;
}
