import { sql } from 'kysely';
import type { WaitingKind } from '../../contract/waiting.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { forgetTracesOfObjectingAccounts } from '../../people/accounts/accounts.ts';
import type { Breach, PrivacyRequest } from './privacy-requests.tables.ts';

export async function insertRequest(trx: OpenTransaction, request: PrivacyRequest): Promise<void> {
  await trx.insertInto('privacy_requests').values(request).execute();
}

/** Nobody else changes it until the transaction is over. */
export const lockRequest = (trx: OpenTransaction, id: string): Promise<PrivacyRequest | undefined> =>
  trx.selectFrom('privacy_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function updateRequest(trx: OpenTransaction, id: string, change: Partial<PrivacyRequest>): Promise<void> {
  await trx.updateTable('privacy_requests').set(change).where('id', '=', id).execute();
}

/** What comes first is due first. */
export const findOpenRequests = (queries: Queries): Promise<PrivacyRequest[]> =>
  queries
    .selectFrom('privacy_requests')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('due_at')
    .orderBy('id')
    .execute();

/** Those that ended last. */
export const findEndedRequests = (queries: Queries, limit: number): Promise<PrivacyRequest[]> =>
  queries
    .selectFrom('privacy_requests')
    .selectAll()
    .where('state', '<>', 'open')
    .orderBy('ended_at', 'desc')
    .limit(limit)
    .execute();

/** All that the account's holder has asked, oldest first. */
export async function exportRequests(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> {
  const rows = await trx
    .selectFrom('privacy_requests')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, kind, channel, received_at, due_at, identity, state, outcome, answer, ended_at }) => ({
    id,
    kind,
    channel,
    receivedAt: received_at,
    dueAt: due_at,
    identity,
    state,
    outcome,
    answer,
    endedAt: ended_at,
  }));
}

/** Answers whose link is good until `cutoff` or shorter, or of one account. */
const emptied = { answer: null, link_sha256: null, answer_until: null, code_sha256: null, code_until: null } as const;

export async function emptyAnswersOf(trx: OpenTransaction, accountId: string): Promise<void> {
  await trx
    .updateTable('privacy_requests')
    .set({ ...emptied, email: null })
    .where('account_id', '=', accountId)
    .execute();
}

export async function countSpentAnswers(queries: Queries, cutoff: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from privacy_requests where answer_until < ${cutoff}::timestamptz`.execute(
    queries,
  );
  return rows[0]!.count;
}

export async function emptySpentAnswers(trx: OpenTransaction, cutoff: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update privacy_requests set answer = null, link_sha256 = null, answer_until = null, code_sha256 = null, code_until = null
      where id in (select id from privacy_requests where answer_until < ${cutoff}::timestamptz
        limit ${limit}::integer for update skip locked)`.execute(trx);
  return Number(numAffectedRows);
}

const hasExpired = (cutoff: Date, isOver: ReturnType<typeof sql<boolean>>) =>
  sql`ended_at < ${cutoff}::timestamptz and ${isOver}`;

export async function countExpiredRequests(
  queries: Queries,
  cutoff: Date,
  isOver: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from privacy_requests where ${hasExpired(cutoff, isOver)}`.execute(queries);
  return rows[0]!.count;
}

export async function removeExpiredRequests(
  trx: OpenTransaction,
  cutoff: Date,
  limit: number,
  isOver: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from privacy_requests where id in (
      select id from privacy_requests where ${hasExpired(cutoff, isOver)} limit ${limit}::integer
        for update skip locked)`.execute(trx);
  return Number(numAffectedRows);
}

/**
 * What of downloads and account was kept for security alone, of everybody who objects to that. Returns how many downloads there
 * were, at most `limit` of each kind. What is held for a dispute stays until the hold is lifted.
 */
export async function forgetTracesOfObjectors(trx: OpenTransaction, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select forget_traces_of_objectors(${limit}::integer) as count`.execute(trx);
  await forgetTracesOfObjectingAccounts(trx);
  return rows[0]!.count;
}

/** Accounts that end at `now`, because their holders live where nobody may use the product. */
export async function lockAccountsThatClose(trx: OpenTransaction, now: Date, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('accounts')
    .select('id')
    .where('closes_at', '<=', now)
    .where('status', '<>', 'ended')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertBreach(trx: OpenTransaction, breach: Breach): Promise<void> {
  await trx.insertInto('breaches').values(breach).execute();
}

export const lockBreach = (trx: OpenTransaction, id: string): Promise<Breach | undefined> =>
  trx.selectFrom('breaches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function updateBreach(trx: OpenTransaction, id: string, change: Partial<Breach>): Promise<void> {
  await trx.updateTable('breaches').set(change).where('id', '=', id).execute();
}

/** Of which no authority has been told yet. */
export const openBreaches: WaitingKind = {
  name: 'breaches',
  settledBy: ['breach report <id>'],
  select: sql`select id::text as id, known_at as since, due_at as due, 'an authority is to be told' as about
    from breaches where reported_at is null`,
};

export const openRequests: WaitingKind = {
  name: 'requests',
  settledBy: ['request answer <id>'],
  select: sql`select id::text as id, received_at as since, due_at as due, kind as about
    from privacy_requests where state = 'open'`,
};

export const findOpenBreaches = (queries: Queries): Promise<Breach[]> =>
  queries.selectFrom('breaches').selectAll().where('reported_at', 'is', null).orderBy('due_at').execute();

export const findBreaches = (queries: Queries): Promise<Breach[]> =>
  queries.selectFrom('breaches').selectAll().orderBy('known_at', 'desc').execute();

/** Those with an address, of all accounts or of the named ones, and whether they have had the mail whose key begins so. */
export const findAddressees = (
  trx: OpenTransaction,
  keyOfMail: string,
  ids: readonly string[] | undefined,
): Promise<{ id: string; email: string | null; isTold: boolean }[]> =>
  trx
    .selectFrom('accounts')
    .select([
      'id',
      'email',
      sql<boolean>`exists (select from mails where dedupe_key = ${keyOfMail}::text || accounts.id)`.as('isTold'),
    ])
    .where('email', 'is not', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
    .orderBy('id')
    .execute();
