import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aStatementFile, type ToldEntry } from '../../../tests/factories/bank-statement.ts';
import { insertBooks, someBooks } from '../../../tests/factories/book-records.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import { act, actIn } from '../../contract/act.ts';
import type { TransactionCommand } from '../../contract/command.ts';
import { verifyBooks } from '../books/books.ts';
import { creditByHand } from '../contracts/contracts.ts';
import { findBalance, referenceOf } from '../invoices/invoices.ts';
import { bookPayment, wantRefund } from '../payments/payments.ts';
import { bankList } from './bank.operator.ts';
import { importStatements } from './bank-import.ts';
import { bankAssign, bankReturned } from './decisions.operator.ts';
import { paymentRefund } from './refunds.operator.ts';

const number = 123;
const reference = referenceOf('2026-000123');
let api: TestApi;
let invoiceId: string;
let day: number;
let balance: number;
// Statements are never removed, so that each test has a database of its own.
beforeEach(async () => {
  api = await createTestApi();
  day = 1;
  balance = 100_000;
  await api.download('user_payer');
  const { orders, subscriptions, invoices, invoice_lines } = someBooks({ id: 'user_payer' });
  const sums = { net_rappen: 17_600, total_rappen: 17_600 };
  await insertBooks(api.database.kysely, {
    orders,
    subscriptions,
    invoices: { ...invoices, ...sums, number, reference, year: 2026 } as never,
    invoice_lines: { ...invoice_lines, net_rappen: 17_600 } as never,
  });
  invoiceId = invoices.id;
});
afterEach(() => api.close());

const inFrancs = (rappen: number) => (rappen / 100).toFixed(2);

/** A statement of the next day with one entry, imported and booked. */
async function receive(rappen: number, entry: Partial<ToldEntry> = {}, said: object = { reference }) {
  const opening = inFrancs(balance);
  balance += rappen;
  const date = `2026-12-${String(day).padStart(2, '0')}`;
  const side = rappen < 0 ? 'DBIT' : 'CRDT';
  const told = { amount: inFrancs(Math.abs(rappen)), side, payments: [said], ...entry } as const;
  const xml = aStatementFile({ id: `S-${day}`, day: date, opening, closing: inFrancs(balance), entries: [told] });
  day += 1;
  await api.database.kysely.transaction().execute((trx) => importStatements(trx, xml, api.time.now));
  expect(await api.runDueJobs()).not.toContain('bank-booking');
}
/** Another one of the same customer; answers with its number. */
async function anotherInvoice(rappen: number): Promise<string> {
  const { invoices, invoice_lines } = someBooks({ id: 'user_payer' });
  const { subscription_id } = (await findBalance(api.database.kysely, invoiceId))!.invoice;
  const numbered = { year: 2026, number: number + 1, reference: referenceOf('2026-000124') };
  const sums = { net_rappen: rappen, total_rappen: rappen };
  await insertBooks(api.database.kysely, {
    invoices: { ...invoices, ...numbered, ...sums, subscription_id, order_id: null } as never,
    invoice_lines: { ...invoice_lines, net_rappen: rappen } as never,
  });
  return '2026-000124';
}
const openRappen = async () => (await findBalance(api.database.kysely, invoiceId))!.openRappen;
const entries = async () =>
  (await api.database.kysely.selectFrom('bank_entries').selectAll().orderBy('booked_on').execute()).map(
    ({ state, note }) => (note === null ? state : `${state}: ${note}`),
  );
const mails = async () =>
  (
    await api.database.kysely
      .selectFrom('mails')
      .select('message')
      .where('kind', '=', 'payment-received')
      .orderBy('enqueued_at')
      .execute()
  ).map(({ message }) => wordsOf(message!).replaceAll('\u00a0', ' '));
const credit = () =>
  api.database.kysely.transaction().execute((trx) => {
    const deps = { config: api.config, clock: () => api.time.now, jobs: api.jobs };
    return creditByHand(actIn(trx, deps), { invoiceId, from: null });
  });
const run = (command: TransactionCommand, ...args: string[]) =>
  act({ config: api.config, database: api.database, clock: () => api.time.now }, (given) =>
    command.run(given, args, {
      config: api.config,
      clock: () => api.time.now,
      accountParts: [],
      retentionRules: [],
      promiseChecks: [],
      waitingKinds: [],
    }),
  );

it('exactly what is owed settles the invoice, by the value date', async () => {
  await receive(17_600, { valueOn: '2026-11-30' });
  expect(await openRappen()).toBe(0);
  expect(await entries()).toEqual(['settled']);
  const payments = await api.database.kysely.selectFrom('payments').selectAll().execute();
  expect(payments).toMatchObject([{ method: 'bank', amount_rappen: 17_600, received_on: '2026-11-30' }]);
  const [words, ...others] = await mails();
  expect([words!.includes('176 CHF'), others]).toEqual([true, []]);
  await api.runDueJobs();
  expect(await api.database.kysely.selectFrom('payments').selectAll().execute()).toHaveLength(1);
});

it('too little leaves the rest open, until that comes as well', async () => {
  await receive(10_000);
  expect(await openRappen()).toBe(7600);
  expect(await entries()).toEqual(['settled: CHF 76.00 of 2026-000123 is still open']);
  expect((await mails())[0]).toMatch(/Av fakturan återstår\s76\sCHF/);
  await receive(7600);
  expect(await openRappen()).toBe(0);
});

it('the charges of a foreign bank are written off up to 5 francs, and nothing of a bank here', async () => {
  await receive(17_099, {}, { reference, debtorIban: 'SE4550000000058398257466' });
  expect([await openRappen(), await entries()]).toEqual([501, ['settled: CHF 5.01 of 2026-000123 is still open']]);
  await receive(1, {}, { reference, debtorIban: 'CH5604835012345678009' });
  expect(await openRappen()).toBe(500);
  await receive(-1, { reversal: true });
  await receive(1, {}, { reference, debtorIban: 'SE4550000000058398257466' });
  expect(await openRappen()).toBe(0);
  expect((await entries()).at(-1)).toBe(
    'settled: CHF 5.00 of 2026-000123 written off, probably the charges of a foreign bank',
  );
  const written = await api.database.kysely
    .selectFrom('payments')
    .select('amount_rappen')
    .where('method', '=', 'write-off')
    .execute();
  expect(written).toEqual([{ amount_rappen: 500 }]);
});

it('too much, or the same twice, is to be sent back, and nothing of it is allocated', async () => {
  await receive(18_000);
  expect(await openRappen()).toBe(0);
  await receive(17_600);
  expect(await openRappen()).toBe(0);
  expect(await entries()).toEqual([
    'to-refund: CHF 4.00 too much for 2026-000123',
    'to-refund: CHF 176.00 too much for 2026-000123',
  ]);
  expect(await mails()).toHaveLength(1);
});

it('what is too much stays on the list, and with an operator each night, until it is assigned or sent back', async () => {
  await receive(17_600);
  await receive(17_600);
  const waiting = async () =>
    (await verifyBooks(api.database.kysely, new Date(api.time.now.getTime() + 2 * 3_600_000))).find(
      ({ name }) => name === 'waiting',
    )?.count;
  expect(await waiting()).toBe(1);
  const [id] = (await run(bankList)).lines[0]!.split('  ');
  await expect(run(bankAssign, id!, '2026-000123', '--yes')).rejects.toThrow('Nothing of 2026-000123 is open');
  const next = await anotherInvoice(10_000);
  expect(await run(bankAssign, id!, next, '--yes')).toMatchObject({
    lines: ['Booked. CHF 76.00 is still to be sent back.'],
  });
  expect((await entries())[1]).toBe(`to-refund: CHF 76.00 too much, of which CHF 100.00 paid ${next}`);
  expect(await waiting()).toBe(1);
  await run(bankReturned, id!, '--yes');
  expect([await entries(), await waiting()]).toEqual([['settled', expect.stringMatching('^refunded')], undefined]);
  const refunds = await api.database.kysely
    .selectFrom('refunds')
    .select(['amount_rappen', 'reason', 'state'])
    .execute();
  expect(refunds).toEqual([{ amount_rappen: 7600, reason: 'surplus', state: 'sent' }]);
  expect((await verifyBooks(api.database.kysely, api.time.now)).map(({ name }) => name)).not.toContain('payments');
});

it('what came twice, and the bank takes back, is not to be sent back any more, and nothing is owed', async () => {
  await receive(17_600);
  await receive(17_600);
  await receive(-17_600, { reversal: true });
  expect(await openRappen()).toBe(0);
  expect((await entries()).filter((entry) => !entry.startsWith('settled'))).toEqual([]);
});

it('what the bank takes back of a payment that nobody knows can be put away', async () => {
  await receive(-17_600, { reversal: true });
  const [id] = (await run(bankList)).lines[0]!.split('  ');
  await run(bankReturned, id!, '--yes');
  expect((await run(bankList)).lines).toEqual(['Everything is settled.']);
});

it('a payment that the bank takes back is owed again', async () => {
  await receive(17_600);
  await receive(-17_600, { reversal: true });
  expect(await openRappen()).toBe(17_600);
  expect(await entries()).toEqual(['settled', 'settled: the bank took a payment back: it is owed again']);
  await receive(-17_600, { reversal: true });
  expect((await entries()).at(-1)).toBe('open: it takes back a payment that is not booked');
  expect(await openRappen()).toBe(17_600);
});

it('a payment that the bank takes back is not to be refunded any more', async () => {
  await receive(17_600);
  await credit();
  await receive(-17_600, { reversal: true });
  const refunds = await api.database.kysely.selectFrom('refunds').select(['amount_rappen', 'state']).execute();
  expect(refunds).toEqual([{ amount_rappen: 17_600, state: 'sent' }]);
  expect(await entries()).toEqual(['settled', 'settled: the bank took back what was to be refunded']);
});

it('what was written off is not given back', async () => {
  await receive(17_100, {}, { reference, debtorIban: 'SE4550000000058398257466' });
  await credit();
  const refunds = await api.database.kysely.selectFrom('refunds').select('amount_rappen').execute();
  expect(refunds).toEqual([{ amount_rappen: 17_100 }]);
});

it('what names no invoice waits for the operator, who assigns it', async () => {
  await receive(17_600, {}, { debtor: 'Keller & Söhne', message: 'Rechnung' });
  expect(await entries()).toEqual(['open: it has no reference']);
  await receive(500, {}, { reference: 'RF18539007547034' });
  expect((await entries())[1]).toBe('open: no invoice has this reference');
  const { lines } = await run(bankList);
  expect(lines[0]).toContain('CHF 176.00  open  Keller & Söhne · Rechnung  (it has no reference)');
  await run(bankAssign, lines[0]!.split('  ')[0]!, '2026-000123', '--yes');
  expect(await api.runDueJobs()).not.toContain('bank-booking');
  expect(await openRappen()).toBe(0);
  expect((await entries())[0]).toBe('settled');
});

it('a refund by transfer is owed until the operator has made it, and then told once', async () => {
  await receive(17_600, {}, { reference, debtor: 'Keller', debtorIban: 'CH5604835012345678009' });
  const { customers } = someBooks({ id: 'user_payer' });
  await insertBooks(api.database.kysely, { customers });
  const [payment] = await api.database.kysely.selectFrom('payments').select('id').execute();
  const wanted = { paymentId: payment!.id, amountRappen: 495, reason: 'withdrawal' };
  const id = await api.database.kysely.transaction().execute((trx) => wantRefund(trx, wanted, api.time.now));
  expect((await run(paymentRefund)).lines).toEqual([`${id}  CHF 4.95  withdrawal  to Keller, CH5604835012345678009`]);
  const told = () => api.database.kysely.selectFrom('mails').selectAll().where('kind', '=', 'refund-sent').execute();
  await api.runDueJobs();
  expect(await told()).toEqual([]);
  expect(await run(paymentRefund, id)).toMatchObject({ outcome: 'asked', question: expect.stringContaining('told') });
  expect((await run(paymentRefund, id, '--dry-run')).outcome).toBe('tried');
  await api.runDueJobs();
  expect(await told()).toEqual([]);
  expect((await run(paymentRefund, id, '--yes')).outcome).toBe('refunded');
  await api.runDueJobs();
  await api.runDueJobs();
  const [mail, ...others] = await told();
  expect(others).toEqual([]);
  expect(wordsOf(mail!.message!).replaceAll('\u00a0', ' ')).toContain('4,95 CHF');
  expect((await run(paymentRefund)).lines).toEqual(['No refund is owed by transfer.']);
  expect((await run(paymentRefund, id)).outcome).toBe('none');
});

it('a refund that the card provider refused is asked for again, or made by transfer', async () => {
  await api.database.kysely
    .insertInto('accounts')
    .values(anAccount({ id: 'user_card' }))
    .execute();
  const { customers } = someBooks({ id: 'user_card' });
  await insertBooks(api.database.kysely, { customers });
  const failed = () =>
    api.database.kysely.transaction().execute(async (trx) => {
      const charge = { providerRef: randomUUID(), amountRappen: 4900, receivedOn: '2026-12-01' };
      const paymentId = (await bookPayment(trx, { ...charge, accountId: 'user_card', method: 'card' }, api.time.now))!;
      const id = await wantRefund(trx, { paymentId, amountRappen: 4900, reason: 'withdrawal' }, api.time.now);
      const change = { state: 'failed', provider_ref: `re_${id}` } as const;
      await trx.updateTable('refunds').set(change).where('id', '=', id).execute();
      return { id, paymentId };
    });
  const [again, byTransfer] = [await failed(), await failed()];
  expect((await run(paymentRefund)).lines).toContain(
    `${again.id}  CHF 49.00  withdrawal  refused by the card provider`,
  );
  expect((await run(paymentRefund, again.id, '--again')).outcome).toBe('wanted again');
  expect((await run(paymentRefund, byTransfer.id, '--yes')).outcome).toBe('refunded');
  const refunds = await api.database.kysely
    .selectFrom('refunds')
    .select(['id', 'payment_id', 'state', 'provider_ref'])
    .where('payment_id', 'in', [again.paymentId, byTransfer.paymentId])
    .orderBy('state')
    .execute();
  expect(refunds).toMatchObject([
    { payment_id: byTransfer.paymentId, state: 'sent', provider_ref: null },
    { payment_id: again.paymentId, state: 'wanted', provider_ref: null },
  ]);
  expect(refunds[1]!.id).not.toBe(again.id);
  await api.runDueJobs();
  const told = api.database.kysely.selectFrom('mails').select('account_id').where('kind', '=', 'refund-sent');
  expect(await told.execute()).toEqual([{ account_id: 'user_card' }]);
});
