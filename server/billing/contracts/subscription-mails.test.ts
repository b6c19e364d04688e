import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, importStatement, moveTo } from '../../../tests/factories/billing.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { actIn } from '../../contract/act.ts';
import { settleInvoice } from './settling.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch,eu-consumer' });
  api.time.now = new Date('2027-03-01T09:00:00Z');
});
afterEach(() => api.close());

/** The words of the mails of a kind, in one piece. */
async function toldOf(accountId: string, kind: string): Promise<string> {
  const mails = await api.database.kysely
    .selectFrom('mails')
    .select('message')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute();
  return mails
    .map(({ message }) => wordsOf(message!))
    .join('\n')
    .replace(/[\u00a0\u2060]/g, ' ')
    .replaceAll(' - ', '-');
}

it('an order that lapsed names the credit note and not the invoice', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order();
  await importStatement(api, '2027-03-30');
  await moveTo(api, '2027-03-31T09:00:00Z');
  const [note, invoice] = await buyer.invoices();
  const words = await toldOf(buyer.userId, 'order-lapsed');
  expect([words.includes(note!.number), words.includes(invoice!.number)]).toEqual([true, false]);
});

it('a credit note says what is given back of what was paid, and nothing of that where nothing was', async () => {
  const [paid, unpaid] = [aBuyerAt(api), aBuyerAt(api)];
  for (const buyer of [paid, unpaid]) {
    await buyer.give({ country: 'IE', locale: 'en' });
    await buyer.order({ locale: 'en' });
  }
  await paid.pay();
  for (const buyer of [paid, unpaid]) await buyer.act({ action: 'withdraw' });
  expect(await toldOf(paid.userId, 'credit-note')).toContain('We will refund CHF 49');
  expect(await toldOf(unpaid.userId, 'credit-note')).not.toContain('We will refund');
});

it('an upgrade by transfer begins with its payment, and takes off what is left until the running term ends', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2027-03-11T09:00:00Z');
  const { actions } = await buyer.subscription();
  const change = actions.find(({ product, months }) => product === 'high' && months === 4)!;
  await buyer.act({ action: 'change', product: 'high', months: 4, totalRappen: change.dueNowRappen });
  const lines = await api.database.kysely
    .selectFrom('invoice_lines')
    .select(['reason', 'product', 'from_on', 'until_on'])
    .where('from_on', '=', '2027-03-11')
    .orderBy('place')
    .execute();
  expect(lines).toEqual([
    { reason: 'term', product: 'high', from_on: '2027-03-11', until_on: '2027-07-11' },
    { reason: 'unused', product: 'moderate', from_on: '2027-03-11', until_on: '2027-04-01' },
  ]);
  expect(await toldOf(buyer.userId, 'invoice-issued')).toBe('');
  const words = await toldOf(buyer.userId, 'upgrade-invoiced');
  expect(words).toContain('an dem Tag');
  expect(words).toContain((await buyer.invoices())[0]!.number);
});

it('a last term is renewed without the promise of another', async () => {
  api.time.now = new Date('2027-03-12T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2027-03-29T09:00:00Z');
  await buyer.pay();
  // A Saturday: notice for Monday could be given until Friday.
  await moveTo(api, '2027-04-10T09:00:00Z');
  await buyer.act({ action: 'cancel', followedBy: 'free' });
  await moveTo(api, '2027-04-12T09:00:00Z');
  const words = await toldOf(buyer.userId, 'renewed');
  expect(words).toContain('11. Mai 2027');
  expect(words).not.toContain('12. Mai 2027');
});

it('a payment within the days of grace takes up nothing that had stopped', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2027-03-20T09:00:00Z');
  await moveTo(api, '2027-04-02T09:00:00Z');
  expect((await buyer.subscription()).state).toBe('grace');
  await buyer.pay();
  const words = await toldOf(buyer.userId, 'restored');
  expect(words).toContain('läuft weiter');
  expect(words).not.toContain('wieder');
});

it('the first payment is told by its value date, however late it is known', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order();
  await moveTo(api, '2027-03-08T09:00:00Z');
  await buyer.pay(undefined, '2027-03-05');
  const words = await toldOf(buyer.userId, 'payment-received');
  expect(words).toContain('Valuta Freitag, 5. März 2027');
});

it('a late payment by card is told by its own day and amount, also where a transfer for the invoice came later', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2027-03-20T09:00:00Z');
  await moveTo(api, '2027-04-05T09:00:00Z');
  await buyer.pay(1000);
  const invoice = (await buyer.invoices())[0]!;
  const deps = { config: api.config, clock: () => api.time.now, jobs: api.jobs };
  // As after a restore from a dump that is older than the charge.
  const payment = { invoiceId: invoice.id, amountRappen: invoice.openRappen, receivedOn: '2027-04-03' };
  const charge = { ...payment, method: 'card', providerRef: 'pi_found' } as const;
  await api.database.kysely.transaction().execute((trx) => settleInvoice(actIn(trx, deps), charge));
  const words = await toldOf(buyer.userId, 'payment-received');
  expect(words).toContain('CHF 39');
  expect(words).toContain('Valuta Samstag, 3. April 2027');
  expect(words).not.toContain('5. April 2027');
});
