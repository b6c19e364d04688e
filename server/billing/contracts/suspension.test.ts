import { afterEach, beforeEach, expect, it } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, importStatement, moveTo } from '../../../tests/factories/billing.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { sumNote } from '../payments/payments.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
});
afterEach(() => api.close());

const monthly = plans.moderate.monthlyRappen;

it('serves through day 7 of a debt to the last minute in Zurich, and not on day 8', async () => {
  api.time.now = new Date('2026-11-09T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2026-12-09T12:00:00Z');
  expect((await buyer.subscription()).state).toBe('active');
  await moveTo(api, '2026-12-10T12:00:00Z');
  expect(await buyer.subscription()).toMatchObject({ state: 'grace', deadlines: { suspendsOn: '2026-12-17' } });
  await importStatement(api, '2026-12-16');
  await moveTo(api, '2026-12-16T22:59:00Z');
  expect(await buyer.subscription()).toMatchObject({ state: 'grace', plan: 'moderate' });
  await moveTo(api, '2026-12-16T23:00:00Z');
  const ends = { suspendsOn: null, endsForGoodOn: '2027-01-08' };
  expect(await buyer.subscription()).toMatchObject({ state: 'suspended', plan: 'free', deadlines: ends });
  await buyer.pay();
  expect(await buyer.subscription()).toMatchObject({ state: 'active', plan: 'moderate', payment: null });
});

it('does not suspend before the bank statement that would show a payment, and ends 30 days after the debt', async () => {
  api.time.now = new Date('2028-01-10T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  // A debt of 10 February: the statement of before is long imported, that of 17 February is not.
  await moveTo(api, '2028-02-10T12:00:00Z');
  await moveTo(api, '2028-02-11T12:00:00Z');
  await moveTo(api, '2028-02-20T12:00:00Z');
  expect((await buyer.subscription()).state).toBe('grace');
  await importStatement(api, '2028-02-18', { iban: 'CH5604835012345678009' });
  // The details of a sum, made on that day.
  await importStatement(api, '2028-02-19', { closing_rappen: null });
  await moveTo(api, '2028-02-20T12:10:00Z');
  expect((await buyer.subscription()).state).toBe('grace');
  await importStatement(api, '2028-02-17');
  const { id: statement_id } = await api.database.kysely
    .selectFrom('bank_statements')
    .select('id')
    .executeTakeFirstOrThrow();
  const entry = { id: crypto.randomUUID(), statement_id, entry_key: 'A', amount_rappen: 1, state: 'open' } as const;
  const untold = { debtor_name: null, debtor_iban: null, message: null, reference: null, note: null };
  await api.database.kysely
    .insertInto('bank_entries')
    .values({ ...entry, ...untold, booked_on: '2028-02-17', value_on: '2028-02-17' })
    .execute();
  for (const note of [null, sumNote]) {
    await api.database.kysely.updateTable('bank_entries').set({ note }).execute();
    await moveTo(api, '2028-02-20T12:20:00Z');
    expect((await buyer.subscription()).state).toBe('grace');
  }
  await api.database.kysely.updateTable('bank_entries').set({ note: 'no invoice has this reference' }).execute();
  await moveTo(api, '2028-02-20T13:00:00Z');
  expect((await buyer.subscription()).state).toBe('suspended');
  // Nor does it end before the statement of the last day on which a payment could arrive.
  await importStatement(api, '2028-03-11');
  await moveTo(api, '2028-03-25T12:00:00Z');
  expect((await buyer.subscription()).state).toBe('suspended');
  await importStatement(api, '2028-03-12');
  await moveTo(api, '2028-03-25T13:00:00Z');
  const served = monthly - Math.ceil((monthly * 19) / 29);
  expect(await buyer.subscription()).toMatchObject({
    state: 'free',
    subscription: null,
    payment: { state: 'owed', invoice: { openRappen: served } },
    actions: [{ action: 'pay', dueNowRappen: served }],
  });
  const { reference } = (await buyer.subscription()).payment!.invoice!;
  const told = await api.database.kysely
    .selectFrom('mails')
    .select('message')
    .where('account_id', '=', buyer.userId)
    .where('kind', '=', 'ended')
    .executeTakeFirstOrThrow();
  expect(wordsOf(told.message!).replaceAll('\u00a0', ' ')).toContain(reference.replaceAll('\u00a0', ' '));
  const [note, renewal] = await buyer.invoices();
  expect(note).toMatchObject({ kind: 'credit-note', corrects: renewal!.number });
  // Served: from 10 to 20 February of 29 days; the rest is taken back, rounded in favour of the customer.
  expect(note!.totalRappen).toBe(-Math.ceil((monthly * 19) / 29));
  expect((await buyer.order()).json()).toMatchObject({ code: 'debt-open' });
  await buyer.pay();
  expect(await buyer.subscription()).toMatchObject({ payment: null, actions: [] });
  expect((await buyer.order()).statusCode).toBe(201);
});

it('of several debts, what is to be paid at once is the oldest, as a payment charges it', async () => {
  api.time.now = new Date('2026-11-09T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2026-12-01T12:00:00Z');
  await buyer.pay();
  await moveTo(api, '2026-12-10T12:00:00Z');
  // A bank takes both payments back.
  const { kysely } = api.database;
  const allocations = await kysely.selectFrom('allocations').selectAll().execute();
  await kysely
    .insertInto('allocations')
    .values(allocations.map((each) => ({ ...each, id: crypto.randomUUID(), amount_rappen: -each.amount_rappen })))
    .execute();
  await moveTo(api, '2026-12-10T12:10:00Z');
  const { actions, payment } = await buyer.subscription();
  const open = (await buyer.invoices()).filter(({ openRappen }) => openRappen > 0);
  expect(open.map(({ openRappen }) => openRappen)).toEqual([monthly, monthly]);
  expect(payment?.invoice?.number).toBe(open.at(-1)!.number);
  expect(actions.find(({ action }) => action === 'pay')).toMatchObject({ dueNowRappen: monthly });
});
