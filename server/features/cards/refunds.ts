import type { OpenTransaction } from '../../database/schema.ts';
import { type CardPayments, CardProviderRefused, CardProviderUnreachable } from '../../integrations/card-payments.ts';
import { mailBilling } from '../billing-mails/billing-mails.ts';
import { type CardDependencies, mostUnanswered } from './attempts.ts';
import { type CardRefund, changeRefund, findRefundOf, listRefundsToSend } from './refunds.queries.ts';

/** The provider forgets keys after 24 hours; a refund whose outcome is unknown for so long is a person's business. */
const keyLifeMs = 23 * 60 * 60 * 1000;

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
  const { database, provider, clock, log } = deps;
  if (refund.provider_ref !== null) return applyRefund(deps, refund.id, await provider.getRefund(refund.provider_ref));
  if (refund.state === 'sending' && clock().getTime() - refund.wanted_at.getTime() > keyLifeMs) {
    log.error({ refund: refund.id }, 'nobody knows whether a refund was sent');
    return changeRefund(database.kysely, refund.id, { state: 'failed' });
  }
  await changeRefund(database.kysely, refund.id, { state: 'sending' });
  const wanted = { charge: refund.charge, amountRappen: refund.amount_rappen, refundId: refund.id };
  await applyRefund(deps, refund.id, await provider.refund(wanted, refund.id));
}

/** Applies what became of a refund. Once it is made, the customer is told. */
export async function applyRefund(
  deps: CardDependencies,
  id: string,
  { id: providerRef, state }: Awaited<ReturnType<CardPayments['getRefund']>>,
): Promise<void> {
  const { database, clock } = deps;
  await database.kysely.transaction().execute(async (trx) => {
    if (state !== 'done') {
      const change = state === 'failed' ? 'failed' : 'sending';
      return changeRefund(trx, id, { state: change, sent_at: null, provider_ref: providerRef });
    }
    await changeRefund(trx, id, { state: 'sent', sent_at: clock(), provider_ref: providerRef });
    await tellRefund(trx, deps, id);
  });
}

async function tellRefund(trx: OpenTransaction, deps: CardDependencies, id: string): Promise<void> {
  const refund = await findRefundOf(trx, id);
  if (!refund?.email || !refund.locale) return;
  await mailBilling(trx, deps, 'refund-sent', {
    accountId: refund.account_id,
    to: refund.email,
    locale: refund.locale,
    about: id,
    facts: { total: refund.amount_rappen },
  });
}
