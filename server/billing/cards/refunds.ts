import { type Act, act } from '../../contract/act.ts';
import { type CardPayments, CardProviderRefused, CardProviderUnreachable } from '../../integrations/card-payments.ts';
import { mailBilling } from '../texts/texts.ts';
import { mostUnanswered } from './attempts.ts';
import type { CardDependencies } from './card-dependencies.ts';
import {
  type CardRefund,
  changeRefund,
  findMadeRefund,
  findRefundOf,
  listRefundsToSend,
  noteRefundSending,
  noteRefundSent,
} from './refunds.queries.ts';

/** Sends what is to be given back to cards, each once, and asks about what was sent and not confirmed. */
export async function sendRefunds(deps: CardDependencies): Promise<void> {
  let unanswered = 0;
  for (const refund of await listRefundsToSend(deps.database.kysely)) {
    try {
      await sendRefund(deps, refund);
      unanswered = 0;
    } catch (error) {
      deps.log.error({ err: error, refund: refund.id }, 'a refund was not sent');
      if (error instanceof CardProviderUnreachable && ++unanswered === mostUnanswered) return;
      if (error instanceof CardProviderRefused)
        await changeRefund(deps.database.kysely, refund.id, { state: 'failed' });
    }
  }
}

async function sendRefund(deps: CardDependencies, refund: CardRefund): Promise<void> {
  const { database, provider } = deps;
  if (refund.provider_ref !== null) return applyRefund(deps, refund.id, await provider.getRefund(refund.provider_ref));
  const sent = await findSent(deps, refund);
  if (sent) return applyRefund(deps, refund.id, sent);
  if (!(await noteRefundSending(database.kysely, refund.id, refund.amount_rappen))) return;
  const wanted = { charge: refund.charge, amountRappen: refund.amount_rappen, refundId: refund.id };
  await applyRefund(deps, refund.id, await provider.refund(wanted, refund.id));
}

/**
 * What the provider has sent before: this refund, whose answer was lost or whose key it has forgotten, or one of the same amount
 * that our books do not know, as after a restore from a dump that is older.
 */
async function findSent({ database, provider }: CardDependencies, { id, charge, amount_rappen }: CardRefund) {
  const made = (await provider.listRefunds(charge)).filter(({ state }) => state !== 'failed');
  const own = made.find(({ refundId }) => refundId === id);
  if (own) return own;
  for (const refund of made)
    if (refund.amountRappen === amount_rappen && !(await findMadeRefund(database.kysely, refund))) return refund;
  return undefined;
}

/** Applies what became of a refund. Once it is made, the customer is told. */
export async function applyRefund(
  deps: CardDependencies,
  id: string,
  { id: providerRef, state }: Awaited<ReturnType<CardPayments['getRefund']>>,
): Promise<void> {
  await act(deps, async (act) => {
    const { trx, now } = act;
    if (state !== 'done') {
      const change = state === 'failed' ? 'failed' : 'sending';
      return changeRefund(trx, id, { state: change, sent_at: null, provider_ref: providerRef });
    }
    await noteRefundSent(trx, id, { at: now, providerRef });
    await tellRefund(act, id);
  });
}

async function tellRefund(act: Act, id: string): Promise<void> {
  const refund = await findRefundOf(act.trx, id);
  if (!refund?.email || !refund.locale) return;
  await mailBilling(act, 'refund-sent', {
    accountId: refund.account_id,
    to: refund.email,
    locale: refund.locale,
    about: id,
    facts: { total: refund.amount_rappen },
  });
}
