import type { ChargedContracts } from '../cards/cards.ts';
import { findDueInvoices } from './charged-contracts.queries.ts';
import { noteRefund } from './foreign-refunds.ts';
import { findOrder } from './orders.queries.ts';
import { settleCardOrder } from './orders.ts';
import { noteChargeback, noteReturn, settleInvoice } from './settling.ts';
import { applyOnce } from './subscriptions.ts';

/** What cards ask, and what they call when the provider says that something was paid, taken back or given. */
export const chargedContracts: ChargedContracts = {
  findDueInvoices,
  async getOrdered(queries, orderId) {
    const order = await findOrder(queries, orderId);
    if (!order) throw new Error(`There is no order ${orderId}.`);
    return order;
  },
  settleOrder: settleCardOrder,
  settleInvoice: (act, paid) => settleInvoice(act, { ...paid, method: 'card' }),
  noteChargeback,
  noteReturn,
  noteRefund,
  async payByCard(act, { accountId, source }) {
    await applyOnce(act, { accountId, event: { kind: 'method', method: 'card' }, source });
  },
};
