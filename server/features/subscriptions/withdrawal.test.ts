import { afterEach, beforeEach, expect, it } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults, moneyOf, moveTo } from '../../../tests/factories/billing.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch,eu-consumer' });
  api.time.now = new Date('2027-03-01T09:00:00Z');
}, 60_000);
afterEach(async () => {
  expect(await findFaults(api)).toEqual([]);
  await api.close();
});

const monthly = plans.moderate.monthlyRappen;
const inIreland = { country: 'IE', locale: 'en' } as const;

/** Ordered on 1 March and paid on the 5th, so that 31 days are served from then on. */
async function aConsumer(given: object = inIreland) {
  const buyer = aBuyerAt(api);
  await buyer.give(given);
  await buyer.order();
  await moveTo(api, '2027-03-05T09:00:00Z');
  await buyer.pay();
  return buyer;
}

it('a consumer in the EU can withdraw for 14 days after an order, and pays for the days that were served', async () => {
  const [buyer, late] = [await aConsumer(), aBuyerAt(api)];
  await late.give(inIreland);
  await moveTo(api, '2027-03-15T22:59:00Z');
  expect(await buyer.subscription()).toMatchObject({ plan: 'moderate', deadlines: { withdrawBy: '2027-03-15' } });
  expect((await buyer.act({ action: 'withdraw' }, 'a key of this withdrawal')).json()).toMatchObject({ state: 'free' });
  expect((await buyer.act({ action: 'withdraw' }, 'a key of this withdrawal')).statusCode).toBe(409);
  // Of the 31 days from 5 March on, those until the 15th were served.
  const back = Math.ceil((monthly * 21) / 31);
  const { mails, refunds } = await moneyOf(api, buyer.userId);
  expect(refunds).toEqual([{ amount_rappen: back, state: 'wanted' }]);
  expect(mails).toEqual(expect.arrayContaining(['withdrawal-received', 'credit-note']));
  expect(await buyer.invoices()).toMatchObject([{ kind: 'credit-note', totalRappen: -back }, { state: 'settled' }]);
});

it('not on the day after, and not from a renewal', async () => {
  const buyer = await aConsumer();
  await moveTo(api, '2027-03-15T23:00:00Z');
  expect((await buyer.subscription()).deadlines.withdrawBy).toBeNull();
  expect((await buyer.act({ action: 'withdraw' })).json()).toMatchObject({ code: 'change-not-possible' });
  await moveTo(api, '2027-04-01T09:00:00Z');
  await buyer.pay();
  await moveTo(api, '2027-04-06T09:00:00Z');
  expect(await buyer.subscription()).toMatchObject({ state: 'active', deadlines: { withdrawBy: null } });
});

it('nobody in Switzerland can', async () => {
  const buyer = await aConsumer({});
  expect((await buyer.subscription()).deadlines.withdrawBy).toBeNull();
  expect((await buyer.act({ action: 'withdraw' })).json()).toMatchObject({ code: 'change-not-possible' });
});

it('an order that is not paid yet costs nothing', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give(inIreland);
  await buyer.order();
  expect((await buyer.act({ action: 'withdraw' })).json()).toMatchObject({ state: 'free', payment: null });
  expect(await buyer.invoices()).toMatchObject([{ totalRappen: -monthly }, { openRappen: 0 }]);
  expect((await moneyOf(api, buyer.userId)).refunds).toEqual([]);
});

it('of an upgrade all is given back, and of what it replaced the days that were left', async () => {
  const buyer = await aConsumer();
  await moveTo(api, '2027-03-10T09:00:00Z');
  const [upgrade] = (await buyer.subscription()).actions.filter(({ product }) => product === 'high');
  const { dueNowRappen: totalRappen } = upgrade!;
  await buyer.act({ action: 'change', product: 'high', months: 1, totalRappen });
  await buyer.pay();
  await moveTo(api, '2027-03-23T09:00:00Z');
  expect(await buyer.subscription()).toMatchObject({ plan: 'high', deadlines: { withdrawBy: '2027-03-24' } });
  await buyer.act({ action: 'withdraw' });
  const { refunds } = await moneyOf(api, buyer.userId);
  expect(refunds.map(({ amount_rappen }) => amount_rappen)).toEqual([totalRappen, Math.ceil((monthly * 26) / 31)]);
});

it('from an upgrade that is not paid yet takes back only that, and what is paid is served on', async () => {
  const buyer = await aConsumer();
  await moveTo(api, '2027-03-20T09:00:00Z');
  const [upgrade] = (await buyer.subscription()).actions.filter(({ product }) => product === 'high');
  const { dueNowRappen: totalRappen } = upgrade!;
  await buyer.act({ action: 'change', product: 'high', months: 1, totalRappen });
  expect((await buyer.act({ action: 'withdraw' })).json()).toMatchObject({ state: 'active', plan: 'moderate' });
  expect((await buyer.invoices())[0]).toMatchObject({ kind: 'credit-note', totalRappen: -totalRappen });
  const { refunds, mails } = await moneyOf(api, buyer.userId);
  expect([refunds, mails.includes('withdrawal-received')]).toEqual([[], true]);
});
