import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { inFrancs } from '../../../shared/numbers.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { OperatorMistake, readOptions, type TransactionCommand } from '../../operator/command.ts';
import { referenceOf } from '../invoices/invoices.ts';
import { sumNote } from '../payments/payments.ts';
import {
  changeEntry,
  changeRefund,
  findRefundsByHand,
  findUnsettled,
  lockEntry,
  type RefundByHand,
  type StoredEntry,
} from './bank.queries.ts';
import { assignSurplus, noteSentBack } from './bank-booking.ts';
import { importStatements } from './bank-import.ts';
import { StatementFault } from './bank-statement.ts';

const mostListed = 100;

export const bankImport: TransactionCommand = {
  kind: 'transaction',
  name: 'bank import',
  usage: '<file>',
  firstPath: 0,
  summary: 'Keeps what a statement of the bank says (camt.053), or the details of its sums (camt.054)',
  async run(trx, [file, ...rest], { clock }) {
    if (!file || rest.length) throw new OperatorMistake('Give one file.');
    const xml = await readFile(file, 'utf8').catch(() => {
      throw new OperatorMistake(`${file} cannot be read.`);
    });
    try {
      const { known, added, repeated, left, from, until } = await importStatements(trx, xml, clock());
      return {
        lines: [
          `${added} new entries, ${repeated} known ones, ${known} statements that were imported before.`,
          `The file tells of the account from ${from} until ${until}.`,
          ...(left > 0 ? [`${left} entries are details of no sum that is known and open: they were left out.`] : []),
          'Invoices are settled within a minute; "bank list" tells what is left for you.',
        ],
        outcome: `imported: ${added}`,
      };
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error;
      throw new OperatorMistake(`${error.message} Nothing was imported.`);
    }
  },
};

export const bankList: TransactionCommand = {
  kind: 'transaction',
  name: 'bank list',
  usage: '',
  summary: 'Lists what came to the bank account and belongs to no invoice yet, or is to be sent back',
  async run(trx, args) {
    if (args.length) throw new OperatorMistake('bank list takes no arguments.');
    const found = await findUnsettled(trx, mostListed + 1);
    const shown = found.slice(0, mostListed);
    return {
      lines: [
        ...shown.map(describeEntry),
        ...(found.length > mostListed ? [`There are more than these ${mostListed}, which are the oldest.`] : []),
        ...(found.length ? [] : ['Everything is settled.']),
      ],
      outcome: `listed: ${shown.length}`,
    };
  },
};

function describeEntry({
  id,
  booked_on,
  amount_rappen,
  state,
  debtor_name,
  reference,
  message,
  note,
}: StoredEntry): string {
  const amount = inFrancs(Number(amount_rappen));
  const said = [debtor_name, reference, message].filter(Boolean).join(' · ');
  return `${id}  ${booked_on}  ${amount}  ${state}  ${said}${note ? `  (${note})` : ''}`;
}

const requireEntryId = (id: string | undefined): string => {
  if (!id || !isUuid(id)) throw new OperatorMistake('Give the id of one entry, as bank list prints it.');
  return id;
};

/** What is in a sum is booked payment by payment, from the file that lists them. */
function requireSingle({ note }: StoredEntry): void {
  if (note === sumNote) throw new OperatorMistake('It is a sum of several payments. Import their details.');
}

export const bankAssign: TransactionCommand = {
  kind: 'transaction',
  name: 'bank assign',
  usage: '<entry id> <invoice number>',
  summary: 'Says which invoice a payment is for that came without its reference, or what was too much of one',
  async run(trx, [entryId, number, ...rest], context) {
    const id = requireEntryId(entryId);
    if (!number || !/^\d{4}-\d{6}$/.test(number) || rest.length)
      throw new OperatorMistake('Give the number of an invoice, such as 2026-000123.');
    const entry = await lockEntry(trx, id);
    if (!entry) return { lines: ['No entry has this id.'], outcome: 'none found' };
    if (entry.state !== 'open' && entry.state !== 'to-refund')
      return { lines: [`It is ${entry.state}.`], outcome: 'none', subject: id };
    requireSingle(entry);
    const invoice = await trx
      .selectFrom('invoices')
      .select('id')
      .where('reference', '=', referenceOf(number))
      .where('kind', '=', 'invoice')
      .executeTakeFirst();
    if (!invoice) throw new OperatorMistake(`There is no invoice ${number}.`);
    if (entry.state === 'to-refund') {
      const left = await assignSurplus(trx, context, entry, invoice.id);
      if (left === undefined)
        throw new OperatorMistake(`Nothing of ${number} is open, or it is not an invoice of whoever has paid.`);
      const rest = left > 0 ? `${inFrancs(left)} is still to be sent back` : 'Nothing is left of it';
      return { lines: [`Booked. ${rest}.`], outcome: `assigned to ${number}`, subject: id };
    }
    await changeEntry(trx, id, { reference: referenceOf(number), note: null });
    return { lines: ['It is booked within a minute.'], outcome: `assigned to ${number}`, subject: id };
  },
};

export const bankReturned: TransactionCommand = {
  kind: 'transaction',
  name: 'bank returned',
  usage: '<entry id>',
  summary: 'Notes that a payment, or the surplus of one, was sent back by a transfer',
  async run(trx, [entryId, ...rest], { clock }) {
    const id = requireEntryId(entryId);
    if (rest.length) throw new OperatorMistake('Give the id of one entry.');
    const entry = await lockEntry(trx, id);
    if (!entry) return { lines: ['No entry has this id.'], outcome: 'none found' };
    if (!['open', 'to-refund'].includes(entry.state))
      return { lines: [`It is ${entry.state}: nothing is to be sent back.`], outcome: 'none', subject: id };
    // What the bank took back without our knowing of the payment has gone back already.
    if (Number(entry.amount_rappen) < 0) {
      await changeEntry(trx, id, { state: 'ignored' });
      return { lines: ['Noted: the bank has sent it back.'], outcome: 'ignored', subject: id };
    }
    requireSingle(entry);
    await noteSentBack(trx, entry, clock());
    return { lines: ['Noted as sent back.'], outcome: 'returned', subject: id };
  },
};

/** Refunds that a person has to make: of what came by transfer, and of a card whose provider refused it. */
export const paymentRefund: TransactionCommand = {
  kind: 'transaction',
  name: 'payment refund',
  usage: '[<refund id> [--again]]',
  summary:
    'Lists refunds that are owed by transfer, or notes that one was made; --again: asks the card provider once more',
  async run(trx, args, { clock }) {
    const { values, positionals } = readOptions(args, { again: { type: 'boolean', default: false } });
    const [id, ...rest] = positionals;
    if (rest.length || (id && !isUuid(id)) || (values.again && !id))
      throw new OperatorMistake('Give the id of one refund, or nothing.');
    const owed = await findRefundsByHand(trx);
    if (!id)
      return {
        lines: owed.length ? owed.map(describeRefund) : ['No refund is owed by transfer.'],
        outcome: `listed: ${owed.length}`,
      };
    const refund = owed.find((each) => each.id === id);
    if (!refund) return { lines: ['No refund with this id is owed by transfer.'], outcome: 'none', subject: id };
    if (!values.again) {
      await changeRefund(trx, id, { state: 'sent', sent_at: clock(), provider_ref: null });
      return { lines: ['Noted as made; the customer is told.'], outcome: 'refunded', subject: id };
    }
    if (refund.method !== 'card') throw new OperatorMistake('It is a refund by transfer, which you make yourself.');
    // The provider repeats its answer to a key, which is the id.
    await changeRefund(trx, id, { id: randomUUID(), state: 'wanted', provider_ref: null });
    return { lines: ['The card provider is asked within 15 minutes.'], outcome: 'wanted again', subject: id };
  },
};

function describeRefund({ id, amount_rappen, reason, method, ...debtor }: RefundByHand): string {
  const to =
    method === 'card'
      ? 'refused by the card provider'
      : `to ${debtor.debtor_name ?? '?'}, ${debtor.debtor_iban ?? 'no IBAN known'}`;
  return `${id}  ${inFrancs(amount_rappen)}  ${reason}  ${to}`;
}
