import type { OpenTransaction, Queries } from '../../database/schema.ts';
import type { Order } from './orders.tables.ts';

export async function findOrder(queries: Queries, id: string): Promise<Order | undefined> {
  return queries.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findOrderByKey(queries: Queries, accountId: string, key: string): Promise<Order | undefined> {
  return queries
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export async function insertOrder(trx: OpenTransaction, { buyer, texts, ...order }: Order): Promise<void> {
  await trx
    .insertInto('orders')
    .values({ ...order, buyer: JSON.stringify(buyer), texts: JSON.stringify(texts) })
    .execute();
}

/** The invoice for an order; the newest one where the tax had changed by the time it was served. */
export async function findInvoiceOfOrder(queries: Queries, orderId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('invoices')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .orderBy('year', 'desc')
    .orderBy('number', 'desc')
    .executeTakeFirst();
  return row?.id;
}

export async function exportOrders(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> {
  const orders = await trx
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('placed_at')
    .execute();
  return orders.map(({ account_id: _account, idempotency_key: _key, request_sha256: _hash, ...order }) => order);
}
