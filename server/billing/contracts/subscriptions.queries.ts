import { sql } from 'kysely';
import { operator } from '../../../shared/business/company.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { sumMark } from '../payments/payments.ts';
import type { Subscription, SubscriptionEvent, Term } from './subscriptions.tables.ts';

/** The one that has not ended. */
export async function findLive(queries: Queries, accountId: string): Promise<Subscription | undefined> {
  return queries
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '<>', 'ended')
    .executeTakeFirst();
}

/** The newest, ended or not. */
export async function findLatest(queries: Queries, accountId: string): Promise<Subscription | undefined> {
  return queries
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findSubscription(queries: Queries, id: string): Promise<Subscription | undefined> {
  return queries.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Nobody else changes it until the transaction ends; its account is locked before. */
export async function lockSubscription(trx: OpenTransaction, id: string): Promise<Subscription | undefined> {
  return trx.selectFrom('subscriptions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertSubscription(trx: OpenTransaction, subscription: Subscription): Promise<void> {
  await trx.insertInto('subscriptions').values(subscription).execute();
}

export async function changeSubscription(
  trx: OpenTransaction,
  id: string,
  changes: Partial<Omit<Subscription, 'id'>>,
): Promise<void> {
  const ends = changes.state === 'ended' ? { next_check_on: null } : {};
  // What goes on again has to have a day; the right one is set at the end of the step.
  const begins = changes.ended_at === null ? { next_check_on: changes.ends_on ?? null } : {};
  await trx
    .updateTable('subscriptions')
    .set({ ...ends, ...begins, ...changes })
    .where('id', '=', id)
    .execute();
}

/** False where it has happened for its source. */
export async function insertEvent(
  trx: OpenTransaction,
  event: Omit<SubscriptionEvent, 'data'> & { data: string },
): Promise<boolean> {
  const added = await trx
    .insertInto('subscription_events')
    .values(event)
    .onConflict((conflict) => conflict.columns(['subscription_id', 'source', 'event']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** True where a request of that key was carried out. */
export async function isSourceKnown(queries: Queries, subscriptionId: string, source: string): Promise<boolean> {
  const row = await queries
    .selectFrom('subscription_events')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('source', '=', source)
    .executeTakeFirst();
  return row !== undefined;
}

/** When each kind of event happened last. */
export async function findLastEvents(queries: Queries, subscriptionId: string): Promise<Record<string, Date>> {
  const rows = await queries
    .selectFrom('subscription_events')
    .select(['event', ({ fn }) => fn.max('at').as('at')])
    .where('subscription_id', '=', subscriptionId)
    .groupBy('event')
    .execute();
  return Object.fromEntries(rows.map(({ event, at }) => [event, at]));
}

const ourIban = operator.bankAccount.iban.replaceAll(' ', '');

/**
 * The last day of the newest statement of our account with its balances; details of sums say nothing of a day. Null while
 * something that came in waits to be booked, or for the details of a sum: it may be what a debt is paid with.
 */
export async function findStatementsUntil(queries: Queries): Promise<string | null> {
  const row = await queries
    .selectFrom('bank_statements')
    .select(({ fn }) => fn.max('until_on').as('until'))
    .where('iban', '=', ourIban)
    .where('closing_rappen', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_entries')
            .select('bank_entries.id')
            .where('state', '=', 'open')
            .where(({ or, eb }) => or([eb('note', 'is', null), eb('note', 'like', `${sumMark}%`)])),
        ),
      ),
    )
    .executeTakeFirst();
  return row?.until ?? null;
}

export async function findTerms(queries: Queries, subscriptionId: string): Promise<Term[]> {
  return queries
    .selectFrom('terms')
    .select(['subscription_id', 'number', 'product', 'months', 'from_on', 'until_on', 'invoice_id'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('number')
    .execute();
}

/** When the term of each invoice began, also of terms that were replaced on their first day. */
export async function findBegunTerms(queries: Queries, subscriptionId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ invoiceId: string; fromOn: string }>`
    select effect ->> 'invoiceId' as "invoiceId", effect ->> 'from' as "fromOn"
      from subscription_events, jsonb_array_elements(data -> 'effects') as effect
      where subscription_id = ${subscriptionId}::uuid and effect ->> 'do' = 'begin-term'
    union all select invoice_id::text, from_on::text from terms
      where subscription_id = ${subscriptionId}::uuid and invoice_id is not null`.execute(queries);
  return new Map(rows.map(({ invoiceId, fromOn }) => [invoiceId, fromOn]));
}

/** On which the term of an invoice began; undefined while it has not. */
export async function findFirstDay(queries: Queries, invoiceId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('terms')
    .select('from_on')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row?.from_on;
}

interface NewTerm {
  product: Term['product'];
  months: number;
  from: string;
  until: string;
  invoiceId: string;
}

/** After the last one; one that began on the same day is replaced, since a term has at least a day. */
export async function beginTerm(trx: OpenTransaction, subscription_id: string, term: NewTerm): Promise<void> {
  const last = (await findTerms(trx, subscription_id)).at(-1);
  const { product, months, from: from_on, until: until_on, invoiceId: invoice_id } = term;
  const row = { product, months, from_on, until_on, invoice_id };
  if (last?.from_on === from_on)
    await trx
      .updateTable('terms')
      .set(row)
      .where('subscription_id', '=', subscription_id)
      .where('number', '=', last.number)
      .execute();
  else
    await trx
      .insertInto('terms')
      .values({ ...row, subscription_id, number: (last?.number ?? 0) + 1 })
      .execute();
}

const lastTermOf = (subscriptionId: string) =>
  sql<boolean>`subscription_id = ${subscriptionId}::uuid
    and number = (select max(number) from terms where subscription_id = ${subscriptionId}::uuid)`;

/** Not to nothing: one that began on the day stays as it is. */
export async function cutLastTerm(trx: OpenTransaction, subscriptionId: string, until: string): Promise<void> {
  await trx
    .updateTable('terms')
    .set({ until_on: until })
    .where('from_on', '<', until)
    .where('until_on', '>', until)
    .where(lastTermOf(subscriptionId))
    .execute();
}

export async function extendLastTerm(trx: OpenTransaction, subscriptionId: string, until: string): Promise<void> {
  await trx
    .updateTable('terms')
    .set({ until_on: until })
    .where('until_on', '<', until)
    .where(lastTermOf(subscriptionId))
    .execute();
}

/** Those on which something may have fallen due by `day`, in an order in which none is met twice. */
export async function findDueSubscriptions(
  queries: Queries,
  day: string,
  after: { day: string; id: string },
  limit: number,
): Promise<{ id: string; account_id: string; next_check_on: string }[]> {
  const { rows } = await sql<{ id: string; account_id: string; next_check_on: string }>`
    select id, account_id, next_check_on from subscriptions
      where next_check_on <= ${day}::date and (next_check_on, id) > (${after.day}::date, ${after.id}::uuid)
      order by next_check_on, id limit ${limit}`.execute(queries);
  return rows;
}

/** Of accounts that have ended, those that have not. What is erased has ended long before. */
export const findOfEndedAccounts = (
  queries: Queries,
  limit: number,
): Promise<Pick<Subscription, 'id' | 'account_id'>[]> =>
  queries
    .selectFrom('accounts')
    .innerJoin('subscriptions', 'subscriptions.account_id', 'accounts.id')
    .select(['subscriptions.id', 'subscriptions.account_id'])
    .where('accounts.ended_at', 'is not', null)
    .where('accounts.email', 'is not', null)
    .where('subscriptions.state', '<>', 'ended')
    .limit(limit)
    .execute();

/** Whose account closes with it, and has not yet. */
export async function findToClose(queries: Queries, limit: number): Promise<Pick<Subscription, 'id' | 'account_id'>[]> {
  return queries
    .selectFrom('subscriptions')
    .select(['id', 'account_id'])
    .where('state', '=', 'ended')
    .where('end_reason', '=', 'closed')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('subscription_events')
            .select('subscription_events.id')
            .whereRef('subscription_id', '=', 'subscriptions.id')
            .where('event', '=', 'account-closed'),
        ),
      ),
    )
    .limit(limit)
    .execute();
}

export async function exportSubscriptions(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> {
  const subscriptions = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  const exported = [];
  for (const { account_id: _account, ...subscription } of subscriptions)
    exported.push({
      ...subscription,
      terms: await trx
        .selectFrom('terms')
        .select(['number', 'product', 'months', 'from_on', 'until_on'])
        .where('subscription_id', '=', subscription.id)
        .orderBy('number')
        .execute(),
      events: await trx
        .selectFrom('subscription_events')
        .select(['event', 'data', 'at'])
        .where('subscription_id', '=', subscription.id)
        .orderBy('at')
        .execute(),
    });
  return exported;
}
