import { type RawBuilder, sql } from 'kysely';
import { retention } from '../../../shared/business/retention.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { isPeriodOver } from '../../platform/retention/retention.ts';
import { mailboxOf } from '../accounts/accounts.ts';
import type { AccessRequest, AccessState, ListRequest } from './access-requests.tables.ts';

export const isAddress = (email: string) => sql<boolean>`lower(email) = lower(${email}::text)`;

/** False where the address has a request already. */
export async function insertRequest(trx: OpenTransaction, request: AccessRequest): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('access_requests')
    .values(request)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The id of the request that the address has, or has now. It takes the same work either way. */
export async function noteRequest(trx: OpenTransaction, request: AccessRequest): Promise<string> {
  const { id } = await trx
    .insertInto('access_requests')
    .values(request)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet({ id: sql`access_requests.id` }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Mails of these kinds to the mailbox of an address since then, however the address was written. */
export async function countMailsTo(
  queries: Queries,
  kinds: readonly string[],
  email: string,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from mails
      where message is not null and kind = any(${kinds}::text[]) and enqueued_at > ${since}::timestamptz
        and ${mailboxOf(sql`recipient`)} = ${mailboxOf(sql`${email}::text`)}`.execute(queries);
  return rows[0]!.count;
}

/** Nobody else changes it until the transaction is over. */
export const lockRequestOf = (trx: OpenTransaction, email: string): Promise<AccessRequest | undefined> =>
  trx.selectFrom('access_requests').selectAll().where(isAddress(email)).forUpdate().executeTakeFirst();

export const lockRequest = (trx: OpenTransaction, id: string): Promise<AccessRequest | undefined> =>
  trx.selectFrom('access_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const hasHash = (sha256: string) =>
  sql<boolean>`encode(sha256(convert_to(id::text, 'UTF8')), 'hex') = ${sha256}`;

export const lockRequestByHash = (trx: OpenTransaction, sha256: string): Promise<AccessRequest | undefined> =>
  trx.selectFrom('access_requests').selectAll().where(hasHash(sha256)).forUpdate().executeTakeFirst();

export const findRequest = (queries: Queries, id: string): Promise<AccessRequest | undefined> =>
  queries.selectFrom('access_requests').selectAll().where('id', '=', id).executeTakeFirst();

export const findRequestsOf = (queries: Queries, accountId: string): Promise<AccessRequest[]> =>
  queries.selectFrom('access_requests').selectAll().where('account_id', '=', accountId).execute();

export async function changeRequest(
  trx: OpenTransaction,
  id: string,
  change: Partial<Omit<AccessRequest, 'id'>> & { last_step_at: Date },
): Promise<void> {
  await trx.updateTable('access_requests').set(change).where('id', '=', id).execute();
}

export async function removeRequest(trx: OpenTransaction, id: string): Promise<void> {
  await trx.deleteFrom('access_requests').where('id', '=', id).execute();
}

/** Who has waited longest comes first. */
export const findRequests = (
  queries: Queries,
  { states, countries, limit }: { states: readonly AccessState[]; countries?: readonly string[]; limit: number },
): Promise<AccessRequest[]> =>
  queries
    .selectFrom('access_requests')
    .selectAll()
    .where('state', 'in', states)
    .$if(countries !== undefined, (query) => query.where('country', 'in', countries!))
    .orderBy('asked_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * People who were not told yet that their country is open, by id after `after`. Nobody of them leaves the list until the transaction is
 * over.
 */
export async function lockUntold(
  trx: OpenTransaction,
  country: string,
  after: string | null,
  limit: number,
): Promise<AccessRequest[]> {
  const { rows } = await sql<AccessRequest>`
    select * from access_requests as request
      where country = ${country} and state in ('waiting', 'invited', 'declined')
        and (${after}::uuid is null or id > ${after}::uuid)
        and not exists (
          select from mails where dedupe_key = 'country-added ' || request.id || ' ' || ${country}::text)
      order by id limit ${limit}::integer for update of request`.execute(trx);
  return rows;
}

/** In lower case: of people on the list who are invited, and of those whose invitation is still known. */
export async function findInvitedAddresses(queries: Queries): Promise<Set<string>> {
  const { rows } = await sql<{ address: string }>`
    select lower(email) as address from access_requests where state in ('inviting', 'invited')
    union select lower(recipient) from mails where kind = 'invitation' and recipient is not null`.execute(queries);
  return new Set(rows.map(({ address }) => address));
}

/** Confirmed requests, for whichever list, of nobody's account yet, with the accounts in which somebody typed the address since they were sought. */
export async function findPossibleHolders(
  queries: Queries,
  limit: number,
): Promise<{ id: string; email: string; accountIds: string[] }[]> {
  const { rows } = await sql<{ id: string; email: string; accountIds: string[] }>`
    select request.id, request.email, array_agg(account.id order by account.updated_at) as "accountIds"
      from (
          select id, email, holders_sought_at from access_requests where account_id is null and state <> 'asked'
          union all
          select id, email, holders_sought_at from list_requests where account_id is null and confirmed_at is not null
        ) as request join accounts as account on lower(account.email) = lower(request.email)
      where request.holders_sought_at is null or account.updated_at >= request.holders_sought_at
      group by request.id, request.email order by request.id limit ${limit}::integer`.execute(queries);
  return rows;
}

/**
 * Whoever has an account has accepted, invited or not. The time until the request goes begins anew, but ends no later than that of the
 * step before. False where it belongs to somebody already, or is gone.
 */
export async function linkHolder(trx: OpenTransaction, id: string, accountId: string, now: Date): Promise<boolean> {
  const latest = sql`last_step_at + ${`${retention.accessRequestMonths} months`}::interval
    - ${`${retention.acceptedAccessRequestDays} days`}::interval`;
  const { numAffectedRows } = await sql`
    update access_requests set account_id = ${accountId},
        last_step_at = case when state in ('accepted', 'declined') then last_step_at
          else least(${now}::timestamptz, ${latest}) end,
        state = case when state = 'declined' then state else 'accepted' end
      where id = ${id} and account_id is null and state <> 'asked'`.execute(trx);
  return Number(numAffectedRows) > 0;
}

export async function markSought(queries: Queries, id: string, at: Date): Promise<void> {
  for (const table of ['access_requests', 'list_requests'] as const)
    await queries.updateTable(table).set({ holders_sought_at: at }).where('id', '=', id).execute();
}

/** Declined or not: what it was for is there. */
const ledToAccount = sql`(state = 'accepted' or account_id is not null)`;

/** What expires, and when: a request that nobody confirmed, one that led to an account, any other. */
export const expiries = {
  unconfirmed: (cutoff: Date) => sql`state = 'asked' and asked_at < ${cutoff}::timestamptz`,
  accepted: (cutoff: Date) => sql`${ledToAccount} and last_step_at < ${cutoff}::timestamptz`,
  settled: (cutoff: Date) => sql`
    state <> 'asked' and not ${ledToAccount} and last_step_at < ${cutoff}::timestamptz
      and ${isPeriodOver(sql.ref('last_step_at'), { months: retention.accessRequestMonths })}`,
} as const;

type Tables = { access_requests: AccessRequest; list_requests: ListRequest };

export async function countExpired(
  queries: Queries,
  table: keyof Tables,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)} where ${condition}`.execute(queries);
  return rows[0]!.count;
}

/** Returns what was removed. */
export async function removeExpired<Table extends keyof Tables>(
  trx: OpenTransaction,
  table: Table,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<Tables[Table][]> {
  const { rows } = await sql<Tables[Table]>`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${condition} limit ${limit}::integer for update skip locked))
      returning *`.execute(trx);
  return rows;
}
