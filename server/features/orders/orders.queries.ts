import type { OpenTransaction } from '../../database/schema.ts';

export async function exportOrders(trx: OpenTransaction, accountId: string): Promise<Record<string, unknown>[]> {
  const orders = await trx
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('placed_at')
    .execute();
  return orders.map(({ account_id: _account, idempotency_key: _key, request_sha256: _hash, ...order }) => order);
}
