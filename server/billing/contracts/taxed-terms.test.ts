import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { vatRappen } from '../../../shared/business/vat.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults, importStatement, moveTo } from '../../../tests/factories/billing.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
  api.time.now = new Date('2026-11-24T10:00:00Z');
});
afterEach(async () => {
  expect(await findFaults(api)).toEqual([]);
  await api.close();
});

const monthly = plans.moderate.monthlyRappen;
const taxed = monthly + vatRappen(monthly, 81);

const registerFrom = (on_day: string) =>
  api.database.kysely
    .insertInto('tax_registrations')
    .values({
      id: crypto.randomUUID(),
      regime: 'swiss',
      change: 'start',
      number: 'CHE123456789MWST',
      on_day,
      recorded_at: api.time.now,
    })
    .execute();

it('mails name the price of the next term with its tax', async () => {
  await registerFrom('2026-11-24');
  const buyer = aBuyerAt(api);
  await buyer.subscribe({ product: 'high', totalRappen: 21080 });
  await buyer.act({ action: 'cancel', followedBy: 'free' });
  await buyer.act({ action: 'resume' });
  await buyer.act({ action: 'change', product: 'moderate', months: 1, totalRappen: 0 });
  const mails = await api.database.kysely
    .selectFrom('mails')
    .select(['kind', 'message'])
    .where('account_id', '=', buyer.userId)
    .execute();
  const wordsOfKind = (kind: string) => wordsOf(mails.find((mail) => mail.kind === kind)!.message!);
  expect(wordsOfKind('resumed')).toContain('210.80');
  expect(wordsOfKind('change-planned')).toContain('52.97');
});

it('a term that begins with a registration is taxed under its number, and costs what its invoice says', async () => {
  await registerFrom('2026-12-24');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  expect((await buyer.subscription()).nextCharge).toMatchObject({ on: '2026-12-24', amountRappen: taxed });
  await moveTo(api, '2026-12-10T10:00:00Z');
  const issued = await api.database.kysely
    .selectFrom('invoices')
    .select(['total_rappen', 'seller'])
    .orderBy('number')
    .execute();
  expect(issued).toMatchObject([
    { total_rappen: monthly, seller: { vatNumber: null } },
    { total_rappen: taxed, seller: { vatNumber: 'CHE123456789MWST' } },
  ]);
  await buyer.pay(1000);
  expect((await buyer.subscription()).nextCharge).toMatchObject({ on: '2026-12-24', amountRappen: taxed - 1000 });
  await buyer.act({ action: 'cancel', followedBy: 'free' });
  const note = await api.database.kysely
    .selectFrom('invoices')
    .select(['vat_permille', 'seller'])
    .where('kind', '=', 'credit-note')
    .executeTakeFirstOrThrow();
  expect(note).toMatchObject({ vat_permille: 81, seller: { vatNumber: 'CHE123456789MWST' } });
});

/** The words of a document's page. */
async function readPdf(pdf: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
}

async function wordsOfDocument(invoiceId: string): Promise<string> {
  const { pdf } = await api.database.kysely
    .selectFrom('invoice_files')
    .select('pdf')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  return readPdf(Buffer.from(pdf));
}

const documents = async (accountId: string) =>
  api.database.kysely
    .selectFrom('invoices')
    .select(['kind', 'net_rappen', 'vat_permille', 'vat_rappen', 'total_rappen', 'due_on', 'id', 'reference'])
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute();
/** What was agreed is the sum, with the tax in it: 8.1 of 108.1 parts. */
const within = (total: number) => ({
  net_rappen: total - Math.round((total * 81) / 1081),
  vat_permille: 81,
  total_rappen: total,
});

it('an order by transfer from before a registration that is served after it is taxed, for the sum that was agreed', async () => {
  const [early, buyer] = [aBuyerAt(api), aBuyerAt(api)];
  for (const each of [early, buyer]) {
    await each.give();
    await each.order();
  }
  await registerFrom('2026-11-26');
  await moveTo(api, '2026-11-25T10:00:00Z');
  await early.pay();
  expect(await documents(early.userId)).toMatchObject([{ vat_permille: 0, total_rappen: monthly }]);
  await moveTo(api, '2026-11-27T10:00:00Z');
  await buyer.pay();
  expect(await buyer.subscription()).toMatchObject({ state: 'active', plan: 'moderate', payment: null });
  const [first, note, second] = await documents(buyer.userId);
  expect([first, note]).toMatchObject([
    { kind: 'invoice', vat_permille: 0, total_rappen: monthly },
    { kind: 'credit-note', vat_permille: 0, total_rappen: -monthly },
  ]);
  expect(second).toMatchObject({ kind: 'invoice', ...within(monthly) });
  expect((await buyer.invoices()).map(({ openRappen }) => openRappen)).toEqual([0, 0, 0]);
  // Neither is anything given back, nor does the document ask for it again.
  expect(await api.database.kysely.selectFrom('refunds').selectAll().execute()).toEqual([]);
  await api.runDueJobs();
  const [asked, words] = [await wordsOfDocument(first!.id), await wordsOfDocument(second!.id)];
  // What waits for a payment has no days yet.
  const fromPayment = 'Ab dem Tag, an dem Ihre Zahlung eintrifft';
  expect([asked.includes(fromPayment), asked.includes('24. November 2026 bis')]).toEqual([true, false]);
  expect([words.includes(fromPayment), words.includes('27. November 2026 bis')]).toEqual([false, true]);
  expect(words).toContain('CHE123456789MWST');
  expect(words).toContain('Diese Rechnung ist schon bezahlt.');
  expect(words).not.toContain('QR');
});

it('an upgrade by transfer likewise, and a withdrawal of it adds up', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  const { actions } = await buyer.subscription();
  const { dueNowRappen } = actions.find(({ product, months }) => product === 'high' && months === 1)!;
  await buyer.act({ action: 'change', product: 'high', months: 1, totalRappen: dueNowRappen });
  await registerFrom('2026-11-26');
  await moveTo(api, '2026-11-28T10:00:00Z');
  await buyer.pay();
  expect(await buyer.plan()).toBe('high');
  expect((await documents(buyer.userId)).at(-1)).toMatchObject({ kind: 'invoice', ...within(dueNowRappen) });
  await api.operate('invoice credit', '2026-000004');
  expect((await documents(buyer.userId)).at(-1)).toMatchObject({ total_rappen: -dueNowRappen });
});

it('what was invoiced ahead likewise, and a transfer with the first reference pays it', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2026-12-12T10:00:00Z');
  const [renewal] = (await documents(buyer.userId)).slice(-1);
  await registerFrom('2026-12-20');
  await moveTo(api, '2026-12-24T10:00:00Z');
  expect((await documents(buyer.userId)).at(-1)).toMatchObject({
    kind: 'invoice',
    ...within(monthly),
    due_on: '2026-12-24',
  });
  expect(await buyer.subscription()).toMatchObject({
    payment: { invoice: { number: '2026-000004', openRappen: monthly } },
  });
  const told = await api.database.kysely
    .selectFrom('mails')
    .select('kind')
    .where('kind', '=', 'invoice-issued')
    .execute();
  expect(told).toHaveLength(2);
  await importStatement(api, '2026-12-24');
  const { id: statement_id } = await api.database.kysely
    .selectFrom('bank_statements')
    .select('id')
    .executeTakeFirstOrThrow();
  const entry = {
    id: crypto.randomUUID(),
    statement_id,
    entry_key: 'E',
    amount_rappen: monthly,
    state: 'open',
    note: null,
  };
  const said = { booked_on: '2026-12-24', value_on: '2026-12-24', debtor_name: null, debtor_iban: null, message: null };
  await api.database.kysely
    .insertInto('bank_entries')
    .values({ ...entry, ...said, reference: renewal!.reference } as never)
    .execute();
  await api.runDueJobs();
  expect(await buyer.subscription()).toMatchObject({ state: 'active', payment: null });
  // The term after it costs what the plan costs, and its tax.
  expect((await buyer.subscription()).nextCharge).toMatchObject({ amountRappen: taxed });
});
