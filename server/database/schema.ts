import type { Kysely, Transaction } from 'kysely';

/** Every table, as Kysely types it. Each feature adds its own in `<feature>.tables.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it by declaration merging.
export interface Schema {}

/** A transaction, or the database itself where a query may stand alone. */
export type Queries = Kysely<Schema>;

/** A transaction. On the embedded database, a query outside it waits until it ends: inside one, use nothing else. */
export type OpenTransaction = Transaction<Schema>;
