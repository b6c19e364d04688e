import { inFrancs } from '../../../shared/numbers.ts';
import { type Act, act } from '../../contract/act.ts';
import type { Refund } from '../../integrations/card-payments.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import { mailOperators } from '../../platform/mails/mails.ts';
import { dashboardReason, findPaymentByReference } from '../payments/payments.ts';
import type { CardDependencies, ChargedContracts } from './card-dependencies.ts';
import { changeRefund, findMadeRefund, lockUnsentRefund } from './refunds.queries.ts';
import { applyRefund } from './refunds.ts';

type MadeByHand = Parameters<ChargedContracts['noteRefund']>[1];

/**
 * Applies a refund as the provider has it. One that a person made in its dashboard is the one that our books want, or is booked
 * as what it is: money given back of an invoice, which is credited as far. Whoever runs the company is told. Safe to repeat.
 */
export async function applyMadeRefund(deps: CardDependencies, made: Refund): Promise<void> {
  const { database, contracts } = deps;
  const { charge, amountRappen } = made;
  let known = await findMadeRefund(database.kysely, made);
  if (!known) {
    // One of ours that is in no book is of before a restore: whoever wants it again finds it.
    if (charge === undefined || made.refundId !== undefined || made.state === 'failed') return;
    await act(deps, (act) => bookMade(act, contracts, { charge, amountRappen, providerRef: made.id }));
    known = await findMadeRefund(database.kysely, made);
  }
  if (!known) return;
  await applyRefund(deps, known.id, made);
  if (known.reason === dashboardReason) await tell(deps, made);
}

async function bookMade(act: Act, contracts: ChargedContracts, made: MadeByHand): Promise<void> {
  const { trx } = act;
  const { charge, amountRappen, providerRef } = made;
  const payment = await findPaymentByReference(trx, charge);
  // Others may use the provider's account, too.
  if (!payment) return;
  if (payment.account_id !== null) await lockAccount(trx, payment.account_id);
  if (await findMadeRefund(trx, { id: providerRef })) return;
  const unsent = await lockUnsentRefund(trx, charge, amountRappen);
  if (unsent) await changeRefund(trx, unsent.id, { state: 'sending', provider_ref: providerRef });
  else await contracts.noteRefund(act, made);
}

async function tell(deps: CardDependencies, { id, charge, amountRappen }: Refund): Promise<void> {
  await mailOperators(deps, {
    key: `refund ${id}`,
    subject: "A refund was made in the card provider's dashboard",
    paragraphs: [
      `${inFrancs(amountRappen)} of the charge ${charge} went back by the refund ${id}. It is booked, with a credit note over the same sum, of which the customer has a mail.`,
    ],
    note: 'The plan goes on: "subscription cancel" ends it.',
  });
}
