import { sql } from 'kysely';
import type { OpenTransaction } from '../database/schema.ts';

/** Does the work; with `isDryRun` it is undone afterwards, and only what it returns is left. */
export async function doOrTry<Result>(
  trx: OpenTransaction,
  isDryRun: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isDryRun) return work();
  await sql`savepoint before_dry_run`.execute(trx);
  const result = await work();
  await sql`rollback to savepoint before_dry_run`.execute(trx);
  return result;
}
