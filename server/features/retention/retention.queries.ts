import type { Queries } from '../../database/schema.ts';
import type { RetentionRun } from './retention.tables.ts';

export async function insertRun(queries: Queries, run: RetentionRun): Promise<void> {
  await queries.insertInto('retention_runs').values(run).execute();
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
