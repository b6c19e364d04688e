import type { OpenTransaction, Queries } from '../../database/schema.ts';

interface StoredEvent {
  id: string;
  kind: string;
  raw: string;
}

/** False when it is known already. */
export async function insertEvent(trx: OpenTransaction, event: StoredEvent, receivedAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('provider_events')
    .values({ ...event, received_at: receivedAt, handled_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function findEvent(
  queries: Queries,
  id: string,
): Promise<(StoredEvent & { handled_at: Date | null }) | undefined> {
  return queries
    .selectFrom('provider_events')
    .select(['id', 'kind', 'raw', 'handled_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function markEventHandled(queries: Queries, id: string, at: Date): Promise<void> {
  await queries.updateTable('provider_events').set({ handled_at: at }).where('id', '=', id).execute();
}

export async function listUnhandledEvents(queries: Queries, before: Date, limit: number): Promise<string[]> {
  const rows = await queries
    .selectFrom('provider_events')
    .select('id')
    .where('handled_at', 'is', null)
    .where('received_at', '<=', before)
    .orderBy('received_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
