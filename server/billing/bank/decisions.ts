import { randomUUID } from 'node:crypto';
import type { Rappen } from '../../../shared/business/plans.ts';
import { inFrancs } from '../../../shared/numbers.ts';
import type { Act } from '../../contract/act.ts';
import type { OpenTransaction } from '../../database/schema.ts';
import { lockAccount } from '../../people/accounts/accounts.ts';
import { isMailKnown } from '../../platform/mails/mails.ts';
import { applyEvent, describeChanges, findInvoiceIds, notePaid } from '../contracts/contracts.ts';
import { type Balance, findBalance, writeNumber } from '../invoices/invoices.ts';
import { allocate, bookPayment, findInvoicesPaidBy, takeOff, undoPayment } from '../payments/payments.ts';
import { changeEntry, findSurplus, insertGone, type StoredEntry } from './bank.queries.ts';
import { tellReceived } from './bank-booking.ts';
import {
  type Decision,
  findPaymentOf,
  findRefundsOf,
  findShownOn,
  insertAnew,
  insertDecision,
  markUndone,
  removeRefund,
} from './decisions.queries.ts';

/** A payment that no invoice was found for is for this one; it is booked within a minute. */
export async function assignEntry(
  trx: OpenTransaction,
  entry: StoredEntry,
  { id, reference }: Balance['invoice'],
  now: Date,
): Promise<void> {
  const amount_rappen = Number(entry.amount_rappen);
  await insertDecision(trx, entry, { kind: 'assigned', invoice_id: id, amount_rappen, decided_at: now });
  await changeEntry(trx, entry.id, { reference, note: null });
}

/**
 * What was too much of a payment is for another invoice of the same customer, as far as that is open. Returns what is left; undefined
 * where there is nothing of it, or the invoice is somebody else's.
 */
export async function assignSurplus(act: Act, entry: StoredEntry, invoiceId: string): Promise<Rappen | undefined> {
  const { trx, now } = act;
  const known = (await findBalance(trx, invoiceId))!;
  await lockAccount(trx, known.invoice.account_id);
  const { invoice, openRappen } = (await findBalance(trx, invoiceId))!;
  const surplus = await findSurplus(trx, entry.id);
  const used = Math.min(surplus?.surplusRappen ?? 0, openRappen);
  if (!surplus || used <= 0 || surplus.accountId !== invoice.account_id) return undefined;
  const decided = { kind: 'assigned', invoice_id: invoiceId, amount_rappen: used, decided_at: now } as const;
  await insertDecision(trx, entry, decided);
  await allocate(trx, { paymentId: surplus.paymentId, invoiceId, amountRappen: used }, now);
  const isBegun = await notePaid(act, { invoiceId, paymentId: surplus.paymentId });
  if (!isBegun) await tellReceived(act, invoice, entry, { used, rest: openRappen - used });
  const left = surplus.surplusRappen - used;
  const number = writeNumber(invoice);
  await changeEntry(
    trx,
    entry.id,
    left > 0
      ? { note: `${inFrancs(left)} too much, of which ${inFrancs(used)} paid ${number}` }
      : { state: 'settled', note: `${inFrancs(used)} of it paid ${number}` },
  );
  return left;
}

/** How much of an entry would go back: what was too much, or all of one of which nobody knows what it is for. */
export async function findReturnable(trx: OpenTransaction, entry: StoredEntry) {
  const surplus = await findSurplus(trx, entry.id);
  return {
    paymentId: surplus?.paymentId,
    accountId: surplus?.accountId ?? null,
    amountRappen: surplus?.surplusRappen ?? Number(entry.amount_rappen),
  };
}

/** Books that it was sent back. What the bank took back without our knowing of the payment has gone back already. */
export async function noteSentBack(trx: OpenTransaction, entry: StoredEntry, now: Date): Promise<void> {
  const { paymentId: known, amountRappen } = await findReturnable(trx, entry);
  const decided = { kind: 'returned', invoice_id: null, amount_rappen: amountRappen, decided_at: now } as const;
  await insertDecision(trx, entry, decided);
  if (amountRappen < 0) return changeEntry(trx, entry.id, { state: 'ignored' });
  const payment = { accountId: null, method: 'bank', bankEntryId: entry.id, receivedOn: entry.value_on } as const;
  const paymentId = known ?? (await bookPayment(trx, { ...payment, amountRappen }, now))!;
  if (amountRappen > 0) await insertGone(trx, { paymentId, amountRappen, reason: 'surplus' }, now);
  await changeEntry(trx, entry.id, { state: 'refunded' });
}

/** What came of undoing: what is told, or why it cannot be. */
type Undone = { done: string[]; anew: string } | { refused: string };

/**
 * Takes back what was decided of an entry last. Where a payment was booked for it, that is taken out of the books again, and another entry
 * waits in the place of this one.
 */
export async function undoDecision(act: Act, entry: StoredEntry, decision: Decision): Promise<Undone> {
  const { trx, now } = act;
  const undone = await undo(act, entry, decision);
  if ('done' in undone) await markUndone(trx, decision, now);
  return undone;
}

async function undo(act: Act, entry: StoredEntry, decision: Decision): Promise<Undone> {
  const { trx } = act;
  const before = {
    state: decision.state_before,
    note: decision.note_before,
    reference: decision.reference_before,
  };
  const payment = await findPaymentOf(trx, entry.id);
  if (!payment && entry.amount_rappen < 0 && entry.state === 'settled')
    return { refused: 'What the bank took back is owed again, and was told so: a new payment settles it.' };
  if (!payment) {
    await changeEntry(trx, entry.id, before);
    return { done: ['It waits as before.'], anew: entry.id };
  }
  if (payment.account_id !== null) await lockAccount(trx, payment.account_id);
  if (decision.kind === 'returned') return undoReturn(act, { entry, decision, payment, before });
  const refunds = await findRefundsOf(trx, payment.id);
  const since = refunds.filter(({ wanted_at }) => wanted_at >= decision.decided_at);
  const gone = since.reduce((sum, { amount_rappen }) => sum + amount_rappen, 0);
  if (gone > 0) return { refused: `${inFrancs(gone)} of it went back since, or is to be given back.` };
  return decision.state_before === 'open'
    ? undoBooking(act, { entry, payment, before })
    : undoSurplus(act, { entry, decision, payment, before });
}

interface Undoing {
  entry: StoredEntry;
  decision: Decision;
  payment: NonNullable<Awaited<ReturnType<typeof findPaymentOf>>>;
  before: Pick<StoredEntry, 'state' | 'note' | 'reference'>;
}

async function undoReturn(act: Act, { entry, decision, payment, before }: Undoing): Promise<Undone> {
  const { trx } = act;
  const shownOn = await findShownOn(trx, entry, decision.amount_rappen);
  if (shownOn) return { refused: `It went back: the statement shows a transfer of so much on ${shownOn}.` };
  const refund = (await findRefundsOf(trx, payment.id)).findLast(
    ({ reason, amount_rappen }) => reason === 'surplus' && amount_rappen === decision.amount_rappen,
  );
  if (refund?.shown_on) return { refused: `It went back: you said that the bank booked it on ${refund.shown_on}.` };
  if (refund) await removeRefund(trx, refund.id);
  if (before.state === 'open') return undoBooking(act, { entry, payment, before });
  await changeEntry(trx, entry.id, before);
  return { done: [`${inFrancs(decision.amount_rappen)} is to be sent back again.`], anew: entry.id };
}

/** The payment was somebody else's: nothing of it is left in the books, and an entry like it waits. */
async function undoBooking(act: Act, { entry, payment, before }: Omit<Undoing, 'decision'>): Promise<Undone> {
  const { trx, now } = act;
  const owed = await takeOff(trx, payment.id, now);
  await undoPayment(trx, payment);
  const anew = randomUUID();
  await changeEntry(trx, entry.id, { state: 'ignored', note: `undone: it waits as ${anew}` });
  await insertAnew(trx, entry, { id: anew, reference: before.reference, note: before.note });
  const told = await oweAgain(act, { entry, paymentId: payment.id, owed });
  return { done: [...told, `It waits as ${anew}.`], anew };
}

/** What was too much of a payment is too much again. */
async function undoSurplus(act: Act, { entry, decision, payment, before }: Undoing): Promise<Undone> {
  const { trx, now } = act;
  const { invoice_id: invoiceId, amount_rappen: amountRappen } = decision;
  const paid = await findInvoicesPaidBy(trx, payment.id);
  const used = paid.find((each) => each.invoiceId === invoiceId)?.amountRappen ?? 0;
  if (!invoiceId || used < amountRappen) return { refused: 'It has been used for something else since.' };
  await allocate(trx, { paymentId: payment.id, invoiceId, amountRappen: -amountRappen }, now);
  await changeEntry(trx, entry.id, before);
  const { subscription_id: subscriptionId } = (await findBalance(trx, invoiceId))!.invoice;
  const owed = [{ invoiceId, subscriptionId, amountRappen }];
  const told = await oweAgain(act, { entry, paymentId: payment.id, owed });
  return { done: [...told, `${inFrancs(amountRappen)} more is to be sent back.`], anew: entry.id };
}

/** What follows for whoever seemed to have paid; a person has to tell those who were told that they have. */
async function oweAgain(
  act: Act,
  { entry, paymentId, owed }: { entry: StoredEntry; paymentId: string; owed: Awaited<ReturnType<typeof takeOff>> },
): Promise<string[]> {
  const { trx, now } = act;
  const told: string[] = [];
  for (const { invoiceId, subscriptionId, amountRappen } of owed) {
    const source = `undone ${paymentId} ${now.toISOString()}`;
    if (subscriptionId) await applyEvent(act, { id: subscriptionId, event: { kind: 'unbooked' }, source });
    const { invoice } = (await findBalance(trx, invoiceId))!;
    const number = writeNumber(invoice);
    told.push(`${inFrancs(amountRappen)} of ${number} is open again.`);
    const mails = [
      `payment-received ${entry.id} ${invoiceId}`,
      `payment-received ${subscriptionId} payment ${paymentId}`,
    ];
    for (const key of mails)
      if (await isMailKnown(trx, key))
        told.push(`A mail to ${invoice.buyer.email} said that ${number} is paid: write that it is not.`);
    if (subscriptionId)
      told.push(...(await describeChanges(trx, invoice.account_id, await findInvoiceIds(trx, invoice.account_id))));
  }
  return told;
}
