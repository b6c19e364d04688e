import { isUuid } from '../../../shared/uuid.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { PaymentAttempt } from './cards.tables.ts';

const openStates = ['created', 'open'] as const;

/** What is not settled of an account: one at most, whoever asks (`one_open_attempt`). */
export async function findOpenAttempt(queries: Queries, accountId: string): Promise<PaymentAttempt | undefined> {
  return queries
    .selectFrom('payment_attempts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', openStates)
    .executeTakeFirst();
}

/** False where no card has ever been asked for. */
export async function hasAttempts(queries: Queries): Promise<boolean> {
  return Boolean(await queries.selectFrom('payment_attempts').select('id').limit(1).executeTakeFirst());
}

export async function findAttempt(queries: Queries, id: string): Promise<PaymentAttempt | undefined> {
  return queries.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findAttemptOfSession(queries: Queries, sessionId: string): Promise<PaymentAttempt | undefined> {
  return queries.selectFrom('payment_attempts').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
}

/** Waits for whoever is settling it. */
export async function lockAttempt(trx: OpenTransaction, id: string): Promise<PaymentAttempt> {
  return trx.selectFrom('payment_attempts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Those of `ids` that are no attempt of ours, of those that may have been. */
export async function findUnknownAttempts(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  const possible = ids.filter(isUuid);
  if (!possible.length) return new Set();
  const known = await queries.selectFrom('payment_attempts').select('id').where('id', 'in', possible).execute();
  const unknown = new Set(possible);
  for (const { id } of known) unknown.delete(id);
  return unknown;
}

type NewAttempt = Pick<
  PaymentAttempt,
  'id' | 'account_id' | 'kind' | 'order_id' | 'invoice_id' | 'amount_rappen' | 'card' | 'created_at'
>;

/** False when the account has an open attempt already. */
export async function insertAttempt(
  trx: OpenTransaction,
  attempt: NewAttempt & Partial<Pick<PaymentAttempt, 'state' | 'settled_at' | 'decline_code' | 'is_final'>>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('payment_attempts')
    .values({
      state: 'created',
      session_id: null,
      intent_id: null,
      pay_at: null,
      decline_code: null,
      needs_authentication: false,
      is_final: false,
      settled_at: null,
      ...attempt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function changeAttempt(trx: OpenTransaction, id: string, change: Partial<PaymentAttempt>): Promise<void> {
  await trx.updateTable('payment_attempts').set(change).where('id', '=', id).execute();
}

/** Charges of an invoice, the newest first. */
export async function listCharges(queries: Queries, invoiceId: string): Promise<PaymentAttempt[]> {
  return queries
    .selectFrom('payment_attempts')
    .selectAll()
    .where('invoice_id', '=', invoiceId)
    .where('kind', '=', 'charge')
    .orderBy('created_at', 'desc')
    .execute();
}

/** What has been open since before `before`, the oldest first. */
export async function listOpenAttempts(queries: Queries, before: Date, limit: number): Promise<PaymentAttempt[]> {
  return queries
    .selectFrom('payment_attempts')
    .selectAll()
    .where('state', 'in', openStates)
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
}

/** How the newest try to pay an order by card stands. */
export async function findAttemptOfOrder(
  queries: Queries,
  orderId: string,
): Promise<{ state: string; pay_at: string | null } | undefined> {
  return queries
    .selectFrom('payment_attempts')
    .select(['state', 'pay_at'])
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest try to have something paid by card; one that only asks for a card is none. */
export async function findLatestAttempt(queries: Queries, accountId: string): Promise<PaymentAttempt | undefined> {
  return queries
    .selectFrom('payment_attempts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '<>', 'setup')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function exportAttempts(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> {
  return trx
    .selectFrom('payment_attempts')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
}
