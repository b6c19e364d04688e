import { sql } from 'kysely';
import type { WaitingList } from '../../../shared/business/access.ts';
import { retention } from '../../../shared/business/retention.ts';
import type { CustomerKind } from '../../../shared/business/sales.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { isPeriodOver } from '../../platform/retention/retention.ts';
import { hasHash, isAddress } from './access-requests.queries.ts';
import type { ListRequest } from './access-requests.tables.ts';

/** The id of the place that the address has on the list, or has now. It takes the same work either way. */
export async function noteListRequest(trx: OpenTransaction, request: ListRequest): Promise<string> {
  const { id } = await trx
    .insertInto('list_requests')
    .values(request)
    .onConflict((conflict) =>
      conflict.expression(sql`purpose, lower(email)`).doUpdateSet({ id: sql`list_requests.id` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Nobody else changes it until the transaction is over. */
export const lockListRequest = (trx: OpenTransaction, id: string): Promise<ListRequest | undefined> =>
  trx.selectFrom('list_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockListRequestByHash = (trx: OpenTransaction, sha256: string): Promise<ListRequest | undefined> =>
  trx.selectFrom('list_requests').selectAll().where(hasHash(sha256)).forUpdate().executeTakeFirst();

export const findListRequest = (queries: Queries, id: string): Promise<ListRequest | undefined> =>
  queries.selectFrom('list_requests').selectAll().where('id', '=', id).executeTakeFirst();

export const findListRequestsOf = (queries: Queries, accountId: string): Promise<ListRequest[]> =>
  queries.selectFrom('list_requests').selectAll().where('account_id', '=', accountId).orderBy('purpose').execute();

/** Those of an address, one for each list at most. */
export const findListRequestsOfAddress = (queries: Queries, email: string): Promise<ListRequest[]> =>
  queries.selectFrom('list_requests').selectAll().where(isAddress(email)).orderBy('purpose').execute();

export async function changeListRequest(
  trx: OpenTransaction,
  id: string,
  change: Partial<Omit<ListRequest, 'id'>>,
): Promise<void> {
  await trx.updateTable('list_requests').set(change).where('id', '=', id).execute();
}

export async function removeListRequest(trx: OpenTransaction, id: string): Promise<void> {
  await trx.deleteFrom('list_requests').where('id', '=', id).execute();
}

/** Whom something is for: of the list for paid plans by country and kind, of any other everybody. */
export type Served = 'everybody' | readonly { country: string; kind: CustomerKind }[];

const isServed = (served: Served) =>
  served === 'everybody'
    ? sql<boolean>`true`
    : sql<boolean>`(country, kind) in (select * from unnest(
        ${served.map(({ country }) => country)}::text[], ${served.map(({ kind }) => kind)}::text[]))`;

/** People who wait and are served, the longest first. Nobody of them leaves the list until the transaction is over. */
export async function lockWaiting(
  trx: OpenTransaction,
  purpose: WaitingList,
  served: Served,
  limit: number,
): Promise<ListRequest[]> {
  const { rows } = await sql<ListRequest>`
    select * from list_requests
      where purpose = ${purpose} and confirmed_at is not null and told_at is null and ${isServed(served)}
      order by confirmed_at, id limit ${limit}::integer for update`.execute(trx);
  return rows;
}

/** How many wait and are served. */
export async function countWaiting(queries: Queries, purpose: WaitingList, served: Served): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from list_requests
      where purpose = ${purpose} and confirmed_at is not null and told_at is null and ${isServed(served)}`.execute(
    queries,
  );
  return rows[0]!.count;
}

/** People on a list, told or not, who have waited longest first. */
export const findListRequests = (queries: Queries, purpose: WaitingList, limit: number): Promise<ListRequest[]> =>
  queries
    .selectFrom('list_requests')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The list, where the place on it is the account's from now on; undefined where it belongs to somebody already, or is gone. */
export async function linkListHolder(
  trx: OpenTransaction,
  id: string,
  accountId: string,
): Promise<WaitingList | undefined> {
  const linked = await trx
    .updateTable('list_requests')
    .set({ account_id: accountId })
    .where('id', '=', id)
    .where('account_id', 'is', null)
    .where('confirmed_at', 'is not', null)
    .returning('purpose')
    .executeTakeFirst();
  return linked?.purpose;
}

/** What expires, and when: a place that nobody confirmed, one of somebody who has been told, any other. */
export const listExpiries = {
  unconfirmed: (cutoff: Date) => sql`confirmed_at is null and asked_at < ${cutoff}::timestamptz`,
  told: (cutoff: Date) => sql`told_at < ${cutoff}::timestamptz`,
  waiting: (cutoff: Date) => sql`
    confirmed_at < ${cutoff}::timestamptz
      and ${isPeriodOver(sql.ref('confirmed_at'), { months: retention.listRequestMonths })}`,
} as const;
