import { shortTransferRappen } from '../../../shared/business/billing.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { inFrancs } from '../../../shared/numbers.ts';
import type { Act } from '../../contract/act.ts';
import { OperatorMistake, readOptions, type TransactionCommand } from '../../contract/command.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { doOrTry } from '../../operator/dry-run.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import { type Balance, findBalance, findBalanceOfNumber, listOpenBalances, writeNumber } from '../invoices/invoices.ts';
import { writeOff } from '../payments/payments.ts';
import { describeChanges, findInvoiceIds } from './changes.ts';
import { creditByHand, notePaid, settleInvoice } from './settling.ts';

const mostListed = 200;

export const invoiceList: TransactionCommand = {
  kind: 'transaction',
  name: 'invoice list',
  usage: '[--overdue]',
  summary: 'Lists invoices that are not paid, the oldest first; with --overdue those that were due before today',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, { overdue: { type: 'boolean', default: false } });
    if (positionals.length) throw new OperatorMistake('The only option is --overdue.');
    const dueBefore = values.overdue ? zurichDayOf(now) : null;
    const found = await listOpenBalances(trx, dueBefore, mostListed + 1);
    const shown = found.slice(0, mostListed);
    const sum = shown.reduce((total, { openRappen }) => total + openRappen, 0);
    return {
      lines: [
        ...shown.map(
          ({ invoice, openRappen }) =>
            `${writeNumber(invoice)}  ${invoice.account_id}  due ${invoice.due_on}  ${inFrancs(openRappen)} of ${inFrancs(invoice.total_rappen)}  by ${invoice.method === 'card' ? 'card' : 'transfer'}`,
        ),
        ...(found.length > mostListed ? [`There are more than these ${mostListed}.`] : []),
        shown.length ? `${inFrancs(sum)} in ${shown.length} invoices.` : 'None.',
      ],
      outcome: `listed: ${shown.length}`,
    };
  },
};

/** One of the three things that operators do to an invoice. */
interface Change {
  usage: string;
  summary: string;
  options: { [name: string]: { type: 'string' } };
  /** Returns what was done, in a few words. Throws `OperatorMistake`. */
  do(act: Act, balance: Balance, values: Record<string, string | undefined>): Promise<string>;
}

const changeOf = (name: string, change: Change): TransactionCommand => ({
  kind: 'transaction',
  name,
  usage: `<number> ${change.usage} [--dry-run]`.replace('  ', ' '),
  summary: change.summary,
  async run(act, args) {
    const { trx } = act;
    const { values, positionals } = readOptions(args, {
      ...change.options,
      'dry-run': { type: 'boolean' },
    });
    const { 'dry-run': isDryRun = false, ...options } = values as Record<string, string | undefined> & {
      'dry-run'?: boolean;
    };
    const [number, ...rest] = positionals;
    if (!number || !/^\d{4}-\d{6}$/.test(number) || rest.length)
      throw new OperatorMistake('Give the number of one invoice, such as 2026-000123.');
    return doOrTry(trx, isDryRun, async () => {
      const { invoice } = await requireInvoice(trx, number);
      const accountId = invoice.account_id;
      await lockAccount(trx, accountId);
      const known = await findInvoiceIds(trx, accountId);
      const balance = (await findBalance(trx, invoice.id))!;
      const done = await change.do(act, balance, options);
      const { openRappen } = (await findBalance(trx, invoice.id))!;
      return {
        lines: [
          `${number}: ${done}; ${openRappen > 0 ? `${inFrancs(openRappen)} is open` : 'nothing is open'}.`,
          ...(await describeChanges(trx, accountId, known)),
          ...(isDryRun ? ['Nothing was changed.'] : []),
        ],
        outcome: isDryRun ? `tried: ${number}` : `${done}: ${number}`,
        subject: invoice.id,
      };
    });
  },
});

async function requireInvoice(trx: OpenTransaction, number: string): Promise<Balance> {
  const balance = await findBalanceOfNumber(trx, number);
  if (balance?.invoice.kind !== 'invoice') throw new OperatorMistake(`There is no invoice ${number}.`);
  return balance;
}

function requireDay(text: string | undefined, option: string, latest?: string): string {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new OperatorMistake(`${option} is a day, such as 2026-12-07.`);
  if (latest && text > latest) throw new OperatorMistake(`${option} is in the future.`);
  return text;
}

const requireOpen = ({ openRappen }: Balance): number => {
  if (openRappen <= 0) throw new OperatorMistake('Nothing of it is open.');
  return openRappen;
};

/** For money that no statement of the bank shows. */
export const invoiceMarkPaid = changeOf('invoice mark-paid', {
  usage: '--received <day> --reference <words>',
  summary: 'Books that what is open was paid in another way; the words say how one can prove it, and are used once',
  options: { received: { type: 'string' }, reference: { type: 'string' } },
  async do(act, balance, values) {
    const receivedOn = requireDay(values.received, '--received', zurichDayOf(act.now));
    const operatorRef = values.reference?.trim();
    if (!operatorRef || operatorRef.length > 200) throw new OperatorMistake('--reference are up to 200 characters.');
    const settled = await settleInvoice(act, {
      ...{ invoiceId: balance.invoice.id, method: 'invoice', operatorRef, receivedOn },
      amountRappen: requireOpen(balance),
    });
    if (settled !== 'settled') throw new OperatorMistake('This reference was used before.');
    return `${inFrancs(balance.openRappen)} paid`;
  },
});

export const invoiceCredit = changeOf('invoice credit', {
  usage: '[--from <day>]',
  summary: 'Takes it back with a credit note, or what is not served from a day on, and gives back what was paid for it',
  options: { from: { type: 'string' } },
  async do(act, { invoice }, values) {
    const from = values.from === undefined ? null : requireDay(values.from, '--from');
    const note = await creditByHand(act, { invoiceId: invoice.id, from });
    if (!note) throw new OperatorMistake('Nothing of it is left to be taken back.');
    return `${inFrancs(-note.total_rappen)} credited by ${writeNumber(note)}`;
  },
});

export const invoiceWriteOff = changeOf('invoice write-off', {
  usage: '',
  summary: `Asks no more for what is left of a paid invoice, up to ${inFrancs(shortTransferRappen)}`,
  options: {},
  async do(act, balance) {
    const amountRappen = requireOpen(balance);
    if (amountRappen > shortTransferRappen || balance.paidRappen <= 0)
      throw new OperatorMistake(`Only a rest of up to ${inFrancs(shortTransferRappen)} is written off.`);
    const { id: invoiceId } = balance.invoice;
    const paymentId = await writeOff(act.trx, { invoiceId, amountRappen }, act.now);
    await notePaid(act, { invoiceId, paymentId });
    return `${inFrancs(amountRappen)} written off`;
  },
});
