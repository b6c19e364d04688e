import { randomUUID } from 'node:crypto';
import { billing } from '../../../shared/business/billing.ts';
import { inFrancs } from '../../../shared/numbers.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { OperatorMistake, readOptions, type TransactionCommand } from '../../contract/command.ts';
import { carefully, carefulOptions, carefulUsage } from '../../operator/careful.ts';
import { changeRefund, findRefundsByHand, findTransferOf, type RefundByHand } from './bank.queries.ts';
import { readBookedOn } from './decisions.operator.ts';

/** Refunds that a person has to make: of what came by transfer, and of a card whose provider refused it. */
export const paymentRefund: TransactionCommand = {
  kind: 'transaction',
  name: 'payment refund',
  usage: `[<refund id> [--again] [--booked-on <day>] ${carefulUsage}]`,
  summary:
    'Lists refunds that are owed by transfer, or notes that one was made, and asks first; --again: asks the card provider once more; --booked-on: the bank booked it with others, or from another account',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, {
      ...carefulOptions,
      again: { type: 'boolean', default: false },
      'booked-on': { type: 'string' },
    });
    const [id, ...rest] = positionals;
    if (rest.length || (id && !isUuid(id)) || (values.again && !id))
      throw new OperatorMistake('Give the id of one refund, or nothing.');
    const shownOn = readBookedOn(values['booked-on'], now);
    const owed = await findRefundsByHand(trx);
    if (!id)
      return {
        lines: owed.length ? owed.map(describeRefund) : ['No refund is owed by transfer.'],
        outcome: `listed: ${owed.length}`,
      };
    const refund = owed.find((each) => each.id === id);
    if (!refund && shownOn && (await findTransferOf(trx, id))) {
      await changeRefund(trx, id, { shown_on: shownOn });
      return { lines: [`Noted: the bank booked it on ${shownOn}.`], outcome: `booked on ${shownOn}`, subject: id };
    }
    if (!refund) return { lines: ['No refund with this id is owed by transfer.'], outcome: 'none', subject: id };
    if (values.again) {
      if (refund.method !== 'card') throw new OperatorMistake('It is a refund by transfer, which you make yourself.');
      // The provider repeats its answer to a key, which is the id.
      await changeRefund(trx, id, { id: randomUUID(), state: 'wanted', provider_ref: null });
      return { lines: ['The card provider is asked within 15 minutes.'], outcome: 'wanted again', subject: id };
    }
    const asked = {
      facts: [describeRefund(refund)],
      question: 'Have you made this transfer? The customer is told at once.',
      subject: id,
    };
    return carefully(trx, values, asked, async () => {
      await changeRefund(trx, id, { state: 'sent', sent_at: now, provider_ref: null, shown_on: shownOn ?? null });
      return {
        lines: [
          `Noted as made; the customer is told. A statement has to show it within ${billing.returnShownDays} days; otherwise "billing verify" names it.`,
        ],
        outcome: 'refunded',
        subject: id,
      };
    });
  },
};

function describeRefund({ id, amount_rappen, reason, method, ...debtor }: RefundByHand): string {
  const to =
    method === 'card'
      ? 'refused by the card provider'
      : `to ${debtor.debtor_name ?? '?'}, ${debtor.debtor_iban ?? 'no IBAN known'}`;
  return `${id}  ${inFrancs(amount_rappen)}  ${reason}  ${to}`;
}
