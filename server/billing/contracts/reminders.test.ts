import { afterEach, beforeEach, expect, it } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults, moneyOf, moveTo } from '../../../tests/factories/billing.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch,eu-consumer' });
  api.time.now = new Date('2027-01-10T09:00:00Z');
});
afterEach(async () => {
  expect(await findFaults(api)).toEqual([]);
  await api.close();
});

const fourMonths = plans.moderate.fourMonthRappen!;
const inItaly = { country: 'IT', locale: 'it' } as const;

/** Four months from 10 January to 10 May 2027, and four more, of which people are told when the service next runs, on `day`. */
async function aRenewal(day: string, given: object = inItaly) {
  const buyer = aBuyerAt(api);
  await buyer.give(given);
  await buyer.order({ months: 4, totalRappen: fourMonths });
  await buyer.pay();
  await moveTo(api, `${day}T09:00:00Z`);
  await buyer.pay();
  await moveTo(api, '2027-05-10T09:00:00Z');
  await moveTo(api, '2027-06-09T09:00:00Z');
  expect((await buyer.subscription()).subscription).toMatchObject({
    term: { from: '2027-05-10', until: '2027-09-10' },
  });
  const [cancel] = (await buyer.subscription()).actions.filter(({ action }) => action === 'cancel');
  await buyer.act({ action: 'cancel', followedBy: 'free' });
  return { ...buyer, cancel: cancel!, money: await moneyOf(api, buyer.userId) };
}

it('a renewal in Italy binds when the reminder came 30 days before', async () => {
  const buyer = await aRenewal('2027-04-10');
  expect(buyer.cancel.effectiveOn).toBe('2027-09-10');
  expect(await buyer.subscription()).toMatchObject({ plan: 'moderate', subscription: { endsOn: '2027-09-10' } });
  expect(buyer.money.refunds).toEqual([]);
});

it('and does not when it came later: one leaves at once, and what is not used comes back', async () => {
  const buyer = await aRenewal('2027-04-11');
  expect(buyer.cancel.effectiveOn).toBe('2027-06-09');
  expect(await buyer.subscription()).toMatchObject({ plan: 'free', state: 'free' });
  // Of 123 days, 30 were used.
  expect(buyer.money.refunds).toEqual([{ amount_rappen: Math.ceil((fourMonths * 93) / 123), state: 'wanted' }]);
  expect(buyer.money.mails).toEqual(expect.arrayContaining(['ended', 'credit-note']));
});

it.each([
  ['in Ireland', { country: 'IE', locale: 'en' }],
  ['in Switzerland', {}],
])('%s it binds all the same', async (_, given) => {
  expect((await aRenewal('2027-04-11', given)).money.refunds).toEqual([]);
});

it('a reminder that came back reminded nobody', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give(inItaly);
  await buyer.order({ months: 4, totalRappen: fourMonths });
  await buyer.pay();
  await moveTo(api, '2027-04-05T09:00:00Z');
  await buyer.pay();
  const { numUpdatedRows } = await api.database.kysely
    .updateTable('mails')
    .set({ state: 'bounced', due_at: null, settled_at: api.time.now })
    .where('kind', '=', 'invoice-issued')
    .executeTakeFirst();
  expect(numUpdatedRows).toBe(1n);
  await moveTo(api, '2027-05-10T09:00:00Z');
  await buyer.act({ action: 'cancel', followedBy: 'free' });
  expect(await buyer.subscription()).toMatchObject({ state: 'free' });
  expect((await moneyOf(api, buyer.userId)).refunds).toEqual([{ amount_rappen: fourMonths, state: 'wanted' }]);
});

it('tells once, 14 days ahead, of a card that cannot be charged for the next term', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  const card = { card_payment_method: 'pm_1', card_brand: 'visa', card_last4: '4242', card_expires_on: '2027-01-31' };
  await api.database.kysely.updateTable('customers').set(card).where('account_id', '=', buyer.userId).execute();
  await buyer.act({ action: 'method', method: 'card' });
  const told = async () => (await moneyOf(api, buyer.userId)).mails.filter((kind) => kind === 'card-expiring').length;
  await moveTo(api, '2027-01-26T22:59:00Z');
  expect(await told()).toBe(0);
  await moveTo(api, '2027-01-26T23:00:00Z');
  await moveTo(api, '2027-01-28T09:00:00Z');
  expect(await told()).toBe(1);
  await api.database.kysely.updateTable('customers').set({ card_expires_on: '2027-03-31' }).execute();
  await moveTo(api, '2027-02-01T09:00:00Z');
  expect(await told()).toBe(1);
});
