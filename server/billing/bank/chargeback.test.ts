import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPrice } from '../../../shared/business/sales.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults, importStatement, moneyOf, moveTo } from '../../../tests/factories/billing.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { bankBookingJob } from './bank-booking.ts';

const statement = randomUUID();

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
  api.time.now = new Date('2027-01-10T09:00:00Z');
  await importStatement(api, '2027-01-10', { id: statement, iban: 'CH93', closing_rappen: null });
});
afterEach(async () => {
  expect(await findFaults(api)).toEqual([]);
  await api.close();
});

/** Books what the bank wrote: a transfer for an invoice, or one that it takes back. */
async function receive(reference: string, amount_rappen: number): Promise<void> {
  const day = api.time.now.toISOString().slice(0, 10);
  await api.database.kysely
    .insertInto('bank_entries')
    .values({
      ...{
        id: randomUUID(),
        statement_id: statement,
        entry_key: randomUUID(),
        amount_rappen,
        reference,
        state: 'open',
      },
      ...{ booked_on: day, value_on: day, debtor_name: null, debtor_iban: null, message: null, note: null },
    })
    .execute();
  const { config, database, jobs, app } = api;
  const deps = { config, database, jobs, log: app.log, clock: () => api.time.now };
  await bankBookingJob.handle(
    { ...deps, accountParts: [], retentionRules: [], promiseChecks: [], waitingKinds: [] },
    undefined as never,
  );
}

it('a transfer that the bank takes back suspends, and a payment brings it back', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order();
  const { reference, openRappen } = (await buyer.subscription()).payment!.invoice!;
  await receive(reference, openRappen);
  expect(await buyer.subscription()).toMatchObject({ state: 'active', plan: 'moderate' });
  await receive(reference, -openRappen);
  expect(await buyer.subscription()).toMatchObject({
    state: 'suspended',
    plan: 'free',
    payment: { invoice: { openRappen } },
  });
  await receive(reference, openRappen);
  expect(await buyer.subscription()).toMatchObject({ state: 'active', plan: 'moderate', payment: null });
});

it('whoever has cancelled is told that day, not one after it, once the bank takes the transfer back', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order();
  const { reference, openRappen } = (await buyer.subscription()).payment!.invoice!;
  await receive(reference, openRappen);
  await buyer.act({ action: 'cancel', followedBy: 'free' });
  api.time.now = new Date('2027-01-20T09:00:00Z');
  await receive(reference, -openRappen);
  expect(await buyer.subscription()).toMatchObject({
    state: 'suspended',
    subscription: { endsOn: '2027-02-10' },
    deadlines: { endsForGoodOn: '2027-02-10' },
  });
});

it('a transfer for a plan that a better one replaced on its first day is owed again', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order();
  const first = (await buyer.subscription()).payment!.invoice!;
  await receive(first.reference, first.openRappen);
  const upgrade = {
    product: 'moderate',
    months: 4,
    action: 'change',
    totalRappen: findPrice('moderate', 4)! - first.openRappen,
  } as const;
  expect((await buyer.act(upgrade)).statusCode).toBe(200);
  const second = (await buyer.subscription()).payment!.invoice!;
  await receive(second.reference, second.openRappen);
  await receive(first.reference, -first.openRappen);
  expect(await buyer.subscription()).toMatchObject({ state: 'suspended', payment: { invoice: first } });
  expect(await findFaults(api)).toEqual([]);
  await receive(first.reference, first.openRappen);
  expect(await buyer.subscription()).toMatchObject({ state: 'active', payment: null });
});

/** What is open of the invoices of an account, oldest first, and what is to be given back. */
async function sumsOf(buyer: ReturnType<typeof aBuyerAt>) {
  const invoices = (await buyer.invoices()).filter(({ kind }) => kind === 'invoice').toReversed();
  return {
    open: invoices.map(({ openRappen }) => openRappen),
    refunds: (await moneyOf(api, buyer.userId)).refunds
      .map(({ amount_rappen, state }) => `${state} ${amount_rappen}`)
      .toSorted(),
  };
}

it('what was paid ahead pays, at an unpaid end, the days that were served before, and only the rest goes back', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order();
  const first = (await buyer.subscription()).payment!.invoice!;
  await receive(first.reference, first.openRappen);
  // The next term is paid before it begins on 10 February.
  await moveTo(api, '2027-01-28T09:00:00Z');
  const next = (await buyer.subscription()).payment!.invoice!;
  await receive(next.reference, next.openRappen);
  await receive(first.reference, -first.openRappen);
  expect(await buyer.plan()).toBe('free');
  await importStatement(api, '2027-02-20');
  await moveTo(api, '2027-02-25T09:00:00Z');
  // 18 of 31 days were served: the other 13 are taken off, and 28.45 of what was paid ahead are for them.
  const served = 4900 - Math.ceil((4900 * 13) / 31);
  expect(served).toBe(2845);
  expect(await sumsOf(buyer)).toEqual({ open: [0, 0], refunds: ['sent 4900', `wanted ${4900 - served}`] });
  const notes = await api.database.kysely.selectFrom('mails').selectAll().where('kind', '=', 'credit-note').execute();
  expect(notes.map(({ message }) => wordsOf(message!)).join()).toMatch(
    /CHF\s28\.45\s+aus\s+Ihrer\s+Zahlung\s+haben\s+wir/,
  );
  // The bank takes that back as well: the days are owed again, and nothing is given back twice.
  await receive(next.reference, -next.openRappen);
  expect(await sumsOf(buyer)).toEqual({ open: [served, 0], refunds: ['sent 2055', 'sent 2845', 'sent 4900'] });
});
