import type { ChargedContracts } from '../cards/cards.ts';
import { settleCardOrder } from './orders.ts';
import { noteChargeback, noteReturn, settleInvoice } from './settling.ts';
import { act } from './subscriptions.ts';

/** What cards call when the provider says that something was paid, taken back or given. */
export const chargedContracts: ChargedContracts = {
  settleOrder: settleCardOrder,
  settleInvoice: (trx, deps, paid) => settleInvoice(trx, deps, { ...paid, method: 'card' }),
  noteChargeback,
  noteReturn,
  async payByCard(trx, deps, { accountId, source }) {
    await act(trx, deps, { accountId, event: { kind: 'method', method: 'card' }, source });
  },
};
