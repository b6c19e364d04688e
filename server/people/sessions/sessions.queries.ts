import { sql } from 'kysely';
import type { OpenTransaction, Queries } from '../../database/schema.ts';

/** A later end of the same session counts. */
export async function upsertEndedSession(queries: Queries, sha256: string, endedAt: Date): Promise<void> {
  await queries
    .insertInto('ended_sessions')
    .values({ session_sha256: sha256, ended_at: endedAt })
    .onConflict((conflict) =>
      conflict
        .column('session_sha256')
        .doUpdateSet({ ended_at: sql`greatest(ended_sessions.ended_at, excluded.ended_at)` }),
    )
    .execute();
}

export async function countEndedBefore(queries: Queries, time: Date): Promise<number> {
  const { count } = await queries
    .selectFrom('ended_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended_at', '<', time)
    .executeTakeFirstOrThrow();
  return count;
}

export async function removeEndedBefore(trx: OpenTransaction, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('ended_sessions')
    .where('session_sha256', 'in', (select) =>
      select
        .selectFrom('ended_sessions')
        .select('session_sha256')
        .where('ended_at', '<', time)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function isEndedAfter(queries: Queries, sha256: string, time: Date): Promise<boolean> {
  const found = await queries
    .selectFrom('ended_sessions')
    .select('session_sha256')
    .where('session_sha256', '=', sha256)
    .where('ended_at', '>=', time)
    .executeTakeFirst();
  return found !== undefined;
}
