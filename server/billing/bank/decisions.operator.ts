import { billing } from '../../../shared/business/billing.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { isDay } from '../../../shared/days.ts';
import { inFrancs } from '../../../shared/numbers.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { type CommandResult, OperatorMistake, readOptions, type TransactionCommand } from '../../contract/command.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { carefully, carefulOptions, carefulUsage } from '../../operator/careful.ts';
import { type Balance, findBalance, listOpenOf, referenceOf, writeNumber } from '../invoices/invoices.ts';
import { sumNote } from '../payments/payments.ts';
import { changeRefund, findInvoiceId, lockEntry, type StoredEntry } from './bank.queries.ts';
import { findLastDecision, findPaymentOf, findRefundsOf } from './decisions.queries.ts';
import { assignEntry, assignSurplus, findReturnable, noteSentBack, undoDecision } from './decisions.ts';

/** Of open invoices with the sum of what is to be sent back. */
const mostNamed = 5;

export const bankAssign: TransactionCommand = {
  kind: 'transaction',
  name: 'bank assign',
  usage: `<entry id> <invoice number> ${carefulUsage}`,
  summary:
    'Says which invoice a payment is for that came without its reference, or what was too much of one; asks first',
  async run(act, args) {
    const { trx, now } = act;
    const { values, positionals } = readOptions(args, carefulOptions);
    const [entryId, number, ...rest] = positionals;
    const id = requireEntryId(entryId);
    if (!number || !/^\d{4}-\d{6}$/.test(number) || rest.length)
      throw new OperatorMistake('Give the number of an invoice, such as 2026-000123.');
    const entry = await lockEntry(trx, id);
    if (!entry) return noEntry;
    if (entry.state !== 'open' && entry.state !== 'to-refund') return isDecided(entry);
    await requireUndecided(trx, entry);
    const invoiceId = await findInvoiceId(trx, referenceOf(number));
    const balance = invoiceId && (await findBalance(trx, invoiceId));
    if (!balance) throw new OperatorMistake(`There is no invoice ${number}.`);
    const asked = {
      facts: [describePayment(entry), describeDebt(balance), ...(await describeDoubts(trx, entry, balance))],
      question: 'Is it for this invoice?',
      subject: id,
    };
    return carefully(trx, values, asked, async () => {
      const outcome = `assigned to ${writeNumber(balance.invoice)}`;
      if (entry.state === 'open') {
        await assignEntry(trx, entry, balance.invoice, now);
        return { lines: [`It is booked within a minute. "bank undo ${id}" takes it back.`], outcome, subject: id };
      }
      const left = await assignSurplus(act, entry, balance.invoice.id);
      if (left === undefined)
        throw new OperatorMistake(`Nothing of ${number} is open, or it is not an invoice of whoever has paid.`);
      const rest = left > 0 ? `${inFrancs(left)} is still to be sent back` : 'Nothing is left of it';
      return { lines: [`Booked. ${rest}.`], outcome, subject: id };
    });
  },
};

export const bankReturned: TransactionCommand = {
  kind: 'transaction',
  name: 'bank returned',
  usage: `<entry id> [--although-open] [--booked-on <day>] ${carefulUsage}`,
  summary:
    'Notes that a payment, or the surplus of one, was sent back by a transfer; asks first. --although-open: also where an open invoice has its sum; --booked-on: the bank booked it with others, or from another account',
  async run({ trx, now }, args) {
    const { values, positionals } = readOptions(args, {
      ...carefulOptions,
      'although-open': { type: 'boolean', default: false },
      'booked-on': { type: 'string' },
    });
    const [entryId, ...rest] = positionals;
    const id = requireEntryId(entryId);
    if (rest.length) throw new OperatorMistake('Give the id of one entry.');
    const shownOn = readBookedOn(values['booked-on'], now);
    const entry = await lockEntry(trx, id);
    if (!entry) return noEntry;
    if (entry.state === 'refunded' && shownOn) return noteShown(trx, entry, shownOn);
    if (entry.state !== 'open' && entry.state !== 'to-refund') return isDecided(entry);
    await requireUndecided(trx, entry);
    const { amountRappen, accountId } = await findReturnable(trx, entry);
    if (!values['although-open']) await requireNothingOpen(trx, amountRappen, accountId);
    const asked = {
      facts: [
        describePayment(entry),
        `${inFrancs(Math.abs(amountRappen))} of it goes back${accountId ? '' : ', all of it'}.`,
      ],
      question: amountRappen < 0 ? 'Has the bank taken it back?' : 'Have you sent it back?',
      subject: id,
    };
    return carefully(trx, values, asked, async () => {
      await noteSentBack(trx, entry, now);
      if (amountRappen < 0) return { lines: ['Noted: the bank has sent it back.'], outcome: 'ignored', subject: id };
      if (shownOn) return noteShown(trx, entry, shownOn);
      return {
        lines: [
          `Noted as sent back. A statement has to show that within ${billing.returnShownDays} days; otherwise "billing verify" names it. "bank undo ${id}" takes it back.`,
        ],
        outcome: 'returned',
        subject: id,
      };
    });
  },
};

export const bankUndo: TransactionCommand = {
  kind: 'transaction',
  name: 'bank undo',
  usage: `<entry id> ${carefulUsage}`,
  summary: 'Takes back what was assigned or noted as sent back by mistake; asks first',
  async run(act, args) {
    const { trx } = act;
    const { values, positionals } = readOptions(args, carefulOptions);
    const [entryId, ...rest] = positionals;
    const id = requireEntryId(entryId);
    if (rest.length) throw new OperatorMistake('Give the id of one entry.');
    const entry = await lockEntry(trx, id);
    if (!entry) return noEntry;
    const decision = await findLastDecision(trx, id);
    if (!decision)
      return {
        lines: ['Nobody has assigned it or noted it as sent back.'],
        outcome: 'none',
        subject: id,
        failed: true,
      };
    const invoice = decision.invoice_id && (await findBalance(trx, decision.invoice_id));
    const asked = {
      facts: [
        // Not what it was said to be for.
        describePayment({ ...entry, reference: decision.reference_before }),
        `${inFrancs(decision.amount_rappen)} of it was ${decision.kind === 'returned' ? 'noted as sent back' : 'assigned'} on ${zurichDayOf(decision.decided_at)}.`,
        ...(invoice ? [describeDebt(invoice)] : []),
      ],
      question: 'Take that back?',
      subject: id,
    };
    return carefully(trx, values, asked, async () => {
      const undone = await undoDecision(act, entry, decision);
      if ('refused' in undone) throw new OperatorMistake(`It cannot be taken back: ${undone.refused}`);
      return { lines: undone.done, outcome: `${decision.kind} undone`, subject: `${id} ${undone.anew}` };
    });
  },
};

const noEntry: CommandResult = { lines: ['No entry has this id.'], outcome: 'none found' };

const isDecided = ({ id, state, note }: StoredEntry): CommandResult => ({
  lines: [
    `It is ${state}${note ? ` (${note})` : ''}: nothing is to be decided. "bank undo ${id}" takes back what was.`,
  ],
  outcome: 'none',
  subject: id,
  failed: true,
});

function requireEntryId(id: string | undefined): string {
  if (!id || !isUuid(id)) throw new OperatorMistake('Give the id of one entry, as bank list prints it.');
  return id;
}

/** What is in a sum is booked payment by payment, from the file that lists them; and nothing is decided of what is decided. */
async function requireUndecided(trx: OpenTransaction, entry: StoredEntry): Promise<void> {
  if (entry.note === sumNote) throw new OperatorMistake('It is a sum of several payments. Import their details.');
  if (entry.state !== 'open' || entry.note !== null) return;
  const decision = await findLastDecision(trx, entry.id);
  const invoice = decision?.invoice_id && (await findBalance(trx, decision.invoice_id))?.invoice;
  throw new OperatorMistake(
    invoice
      ? `It is assigned to ${writeNumber(invoice)} already, and booked within a minute. "bank undo ${entry.id}" takes that back.`
      : 'It is new, and booked within a minute if it has a reference: look at "bank list" again.',
  );
}

/** Money that pays an invoice exactly is most probably for it. */
async function requireNothingOpen(trx: OpenTransaction, rappen: number, accountId: string | null): Promise<void> {
  const found = await listOpenOf(trx, { rappen, accountId, limit: mostNamed + 1 });
  if (found.length === 0) return;
  const names = found.slice(0, mostNamed).map((balance) => `  ${describeDebt(balance)}`);
  throw new OperatorMistake(
    [
      'Exactly so much is open of:',
      ...names,
      ...(found.length > mostNamed ? ['  and others.'] : []),
      '"bank assign" says that it is for one of them. If it went back all the same, add --although-open.',
    ].join('\n'),
  );
}

/** A day that is over, on which the bank is said to have booked it. Throws `OperatorMistake`. */
export function readBookedOn(day: string | undefined, now: Date): string | undefined {
  if (day !== undefined && (!isDay(day) || day > zurichDayOf(now)))
    throw new OperatorMistake('--booked-on is a day that is not in the future, such as 2026-12-07.');
  return day;
}

async function noteShown(trx: OpenTransaction, { id }: StoredEntry, shownOn: string): Promise<CommandResult> {
  const payment = await findPaymentOf(trx, id);
  for (const refund of payment ? await findRefundsOf(trx, payment.id) : [])
    if (refund.reason === 'surplus') await changeRefund(trx, refund.id, { shown_on: shownOn });
  return { lines: [`Noted: the bank booked it on ${shownOn}.`], outcome: `booked on ${shownOn}`, subject: id };
}

/** From whom it came, and what they wrote. */
function describePayment({
  amount_rappen,
  value_on,
  debtor_name,
  debtor_iban,
  message,
  reference,
}: StoredEntry): string {
  const amount = Number(amount_rappen);
  const from = [debtor_name ?? 'somebody without a name', debtor_iban].filter(Boolean).join(', ');
  const words = [reference, message].filter(Boolean).join(' · ');
  return `${inFrancs(amount)} of ${value_on} ${amount < 0 ? 'back to' : 'from'} ${from}: ${words ? `“${words}”` : 'without a word'}`;
}

function describeDebt({ invoice, openRappen }: Balance): string {
  const { fullName, company, email } = invoice.buyer;
  const who = [...(company ? [company] : []), `${fullName} <${email}>`].join(', ');
  const open =
    openRappen > 0
      ? `${inFrancs(openRappen)} of ${inFrancs(invoice.total_rappen)} open, due ${invoice.due_on}`
      : 'nothing open';
  return `Invoice ${writeNumber(invoice)} of ${who}, account ${invoice.account_id}: ${open}`;
}

/** What makes one look twice. */
async function describeDoubts(
  trx: OpenTransaction,
  entry: StoredEntry,
  { invoice, openRappen }: Balance,
): Promise<string[]> {
  const { amountRappen } = await findReturnable(trx, entry);
  const open = Math.max(0, openRappen);
  const { fullName, company, email } = invoice.buyer;
  const said = `${entry.debtor_name ?? ''} ${entry.message ?? ''}`.toLowerCase();
  const names = `${fullName} ${company ?? ''} ${email.split('@')[0]}`.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [];
  return [
    ...(amountRappen > open && amountRappen > 0
      ? [`LOOK: it is ${inFrancs(amountRappen - open)} more than is open.`]
      : []),
    ...(amountRappen > 0 && amountRappen < open
      ? [`LOOK: it is ${inFrancs(open - amountRappen)} less than is open.`]
      : []),
    ...(names.some((name) => said.includes(name)) ? [] : ['LOOK: nothing that the payer wrote names this customer.']),
  ];
}
