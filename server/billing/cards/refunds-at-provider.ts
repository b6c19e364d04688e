import { inFrancs } from '../../../shared/numbers.ts';
import { act } from '../../contract/act.ts';
import type { Refund } from '../../integrations/card-payments.ts';
import { mailOperators } from '../../platform/mails/mails.ts';
import { dashboardReason } from '../payments/payments.ts';
import type { CardDependencies } from './card-dependencies.ts';
import { findMadeRefund, findUnsentRefund } from './refunds.queries.ts';
import { applyRefund } from './refunds.ts';

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
    known = await findUnsentRefund(database.kysely, charge, amountRappen);
    if (!known) {
      await act(deps, (act) => contracts.noteRefund(act, { charge, amountRappen, providerRef: made.id }));
      known = await findMadeRefund(database.kysely, made);
    }
  }
  // Others may use the provider's account, too.
  if (!known) return;
  await applyRefund(deps, known.id, made);
  if (known.reason === dashboardReason) await tell(deps, made);
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
