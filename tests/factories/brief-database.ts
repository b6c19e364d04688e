/**
 * For a Node process that opens the embedded database for a few statements: optimizing the machine code of PostgreSQL
 * takes more processor time than everything that a test asks of it.
 */
export const briefDatabase = '--liftoff-only';
