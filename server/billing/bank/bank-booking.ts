import { shortTransferRappen } from '../../../shared/business/billing.ts';
import type { Rappen } from '../../../shared/business/plans.ts';
import { dayMs } from '../../../shared/durations.ts';
import { inFrancs } from '../../../shared/numbers.ts';
import { type Act, act } from '../../contract/act.ts';
import type { Job } from '../../contract/feature.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import { applyEvent, notePaid } from '../contracts/contracts.ts';
import { findBalance, writeNumber } from '../invoices/invoices.ts';
import { allocate, bookPayment, findInvoicesPaidBy, writeOff } from '../payments/payments.ts';
import { mailBilling } from '../texts/texts.ts';
import {
  changeEntry,
  findEntryOfPayment,
  findInvoiceId,
  findRefundsMade,
  findToBook,
  giveBackWanted,
  insertGone,
  lockEntry,
  type StoredEntry,
} from './bank.queries.ts';

const batchSize = 100;

/** Books what came to the bank account, each entry by itself; what belongs to nothing waits for a person. */
export const bankBookingJob: Job = {
  name: 'bank-booking',
  schedule: '* * * * *',
  async handle({ log, ...deps }) {
    for (const id of await findToBook(deps.database.kysely, batchSize))
      try {
        await act(deps, (act) => bookEntry(act, id));
      } catch (error) {
        // The others do not wait for it.
        log.error({ entry: id, err: error }, 'an entry of the bank cannot be booked');
      }
    await act(deps, tellRefunds);
  },
};

async function bookEntry(act: Act, id: string): Promise<void> {
  const { trx } = act;
  const entry = await lockEntry(trx, id);
  if (entry?.state !== 'open' || entry.note !== null) return;
  const invoiceId = entry.reference === null ? undefined : await findInvoiceId(trx, entry.reference);
  const note = (text: string) => changeEntry(trx, id, { note: text });
  if (!invoiceId) return note(entry.reference === null ? 'it has no reference' : 'no invoice has this reference');
  if (Number(entry.amount_rappen) < 0) return takeBackEntry(act, entry, invoiceId);
  return bookPaymentOf(act, entry, invoiceId);
}

/** Exact settles; what is too little leaves the rest open; what is too much is to be sent back. */
async function bookPaymentOf(act: Act, entry: StoredEntry, invoiceId: string): Promise<void> {
  const { trx, now } = act;
  await lockAccount(trx, (await findBalance(trx, invoiceId))!.invoice.account_id);
  const { invoice, openRappen } = (await findBalance(trx, invoiceId))!;
  const amountRappen = Number(entry.amount_rappen);
  const payment = { accountId: invoice.account_id, method: 'bank', bankEntryId: entry.id } as const;
  const paymentId = await bookPayment(trx, { ...payment, amountRappen, receivedOn: entry.value_on }, now);
  if (!paymentId) return changeEntry(trx, entry.id, { state: 'settled' });
  const owed = Math.max(0, openRappen);
  const used = Math.min(amountRappen, owed);
  const rest = owed - used;
  const isWrittenOff = isCharge(entry, rest);
  if (used > 0) {
    await allocate(trx, { paymentId, invoiceId, amountRappen: used }, now);
    if (isWrittenOff) await writeOff(trx, { invoiceId, amountRappen: rest }, now);
    const isBegun = await notePaid(act, { invoiceId, paymentId });
    if (!isBegun) await tellReceived(act, invoice, entry, { used, rest: isWrittenOff ? 0 : rest });
  }
  const surplus = amountRappen - used;
  await changeEntry(
    trx,
    entry.id,
    surplus > 0
      ? { state: 'to-refund', note: `${inFrancs(surplus)} too much for ${writeNumber(invoice)}` }
      : { state: 'settled', note: shortNote(rest, isWrittenOff, writeNumber(invoice)) },
  );
}

/** Foreign banks take their charges out of the sum: so little is not asked for again (billing.md, section 9). */
const isCharge = ({ debtor_iban }: StoredEntry, rest: Rappen): boolean =>
  rest > 0 && rest <= shortTransferRappen && debtor_iban !== null && !/^(?:CH|LI)/i.test(debtor_iban);

function shortNote(rest: Rappen, isWrittenOff: boolean, number: string): string | null {
  if (rest === 0) return null;
  return isWrittenOff
    ? `${inFrancs(rest)} of ${number} written off, probably the charges of a foreign bank`
    : `${inFrancs(rest)} of ${number} is still open`;
}

/** Tells a customer of what was received and booked. */
export async function tellReceived(
  act: Act,
  invoice: NonNullable<Awaited<ReturnType<typeof findBalance>>>['invoice'],
  entry: StoredEntry,
  { used, rest }: { used: Rappen; rest: Rappen },
): Promise<void> {
  await mailBilling(act, 'payment-received', {
    accountId: invoice.account_id,
    to: invoice.buyer.email,
    locale: invoice.locale,
    about: `${entry.id} ${invoice.id}`,
    facts: { total: used, number: writeNumber(invoice), receivedOn: entry.value_on, rest: rest > 0 ? rest : null },
  });
}

/** The bank takes a payment back: what it was for is owed again, and nothing is served until it is paid. */
async function takeBackEntry(act: Act, entry: StoredEntry, invoiceId: string): Promise<void> {
  const { trx, now } = act;
  const amountRappen = -Number(entry.amount_rappen);
  const reference = entry.reference!;
  const payment = await findEntryOfPayment(trx, { invoiceId, reference, amountRappen });
  if (!payment) return changeEntry(trx, entry.id, { note: 'it takes back a payment that is not booked' });
  const { invoice } = (await findBalance(trx, invoiceId))!;
  await lockAccount(trx, invoice.account_id);
  const paid = await findInvoicesPaidBy(trx, payment.paymentId);
  for (const { invoiceId, amountRappen } of paid)
    await allocate(trx, { paymentId: payment.paymentId, invoiceId, amountRappen: -amountRappen }, now);
  // What was to be given back of it, the bank has given back.
  const given = await giveBackWanted(trx, payment.paymentId, now);
  const rest = amountRappen - given;
  if (rest > 0) await insertGone(trx, { paymentId: payment.paymentId, amountRappen: rest, reason: 'chargeback' }, now);
  // What was too much of it went back, too.
  await changeEntry(trx, payment.entryId, { state: 'settled' });
  const event = { kind: 'chargeback' } as const;
  for (const id of new Set(paid.flatMap(({ subscriptionId }) => subscriptionId ?? [])))
    await applyEvent(act, { id, event, source: `chargeback ${entry.id}` });
  await changeEntry(trx, entry.id, {
    state: 'settled',
    note: paid.length ? 'the bank took a payment back: it is owed again' : 'the bank took back what was to be refunded',
  });
}

/** What the operator has sent back by a transfer, each once. */
async function tellRefunds(act: Act): Promise<void> {
  const { trx, now } = act;
  for (const { id, amount_rappen, account_id, email, locale } of await findRefundsMade(trx, daysBack(now)))
    await mailBilling(act, 'refund-sent', {
      accountId: account_id,
      to: email,
      locale,
      about: id,
      facts: { total: amount_rappen },
    });
}

/** Long enough for a server that was off; what was told before is not told again. */
const daysBack = (now: Date) => new Date(now.getTime() - 7 * dayMs);
