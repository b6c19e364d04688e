import type { OpenTransaction, Queries, RetentionRun } from '../../database/schema.ts';

export async function insertRun(trx: OpenTransaction, run: RetentionRun): Promise<void> {
  await trx.insertInto('retention_runs').values(run).execute();
}

/** Newest first. */
export async function findNewestRuns(queries: Queries, limit: number): Promise<RetentionRun[]> {
  return queries
    .selectFrom('retention_runs')
    .selectAll()
    .orderBy('performed_at', 'desc')
    .orderBy('rule')
    .limit(limit)
    .execute();
}
