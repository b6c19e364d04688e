import type { Act } from '../../contract/act.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import { findAttemptOfOrder } from '../cards/cards.ts';
import { findKnownCustomer } from '../customers/customers.ts';
import { findInvoiceOfOrder } from './orders.queries.ts';
import type { Order } from './orders.tables.ts';
import { findLive } from './subscriptions.queries.ts';
import { priceUpgradeOf } from './subscriptions.ts';

/**
 * Whether a payment by card for the order would be for something. Of an upgrade not where something else has to be paid first,
 * and not where it has become cheaper, since another term is paid by now.
 */
export async function isPayable(act: Act, order: Order): Promise<boolean> {
  const { trx } = act;
  const account = await lockAccount(trx, order.account_id);
  if (account?.status !== 'active') return false;
  const live = await findLive(trx, order.account_id);
  if (order.kind === 'new') return live === undefined;
  if (!live || live.id !== order.subscription_id) return false;
  const customer = await findKnownCustomer(trx, order.account_id);
  const price = customer && (await priceUpgradeOf(act, live.id, order, customer));
  return typeof price === 'object' && price.totalRappen >= order.total_rappen;
}

/** Whether a card is to be asked for the order: not once one has paid it, also where that was given back. */
export async function isToPay(act: Act, order: Order): Promise<boolean> {
  const { trx } = act;
  const isPaid = (await findAttemptOfOrder(trx, order.id))?.state === 'succeeded';
  return !isPaid && !(await findInvoiceOfOrder(trx, order.id)) && isPayable(act, order);
}
