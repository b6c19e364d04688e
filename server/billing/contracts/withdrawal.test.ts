import { afterEach, beforeEach, expect, it } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults, moneyOf, moveTo } from '../../../tests/factories/billing.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch,eu-consumer' });
  api.time.now = new Date('2027-03-01T09:00:00Z');
});
afterEach(async () => {
  expect(await findFaults(api)).toEqual([]);
  await api.close();
});

const monthly = plans.moderate.monthlyRappen;
const inIreland = { country: 'IE', locale: 'en' } as const;

/** Ordered on 1 March and paid on the 5th, so that 31 days are served from then on. */
async function aConsumer(given: object = inIreland, ordered: object = {}) {
  const buyer = aBuyerAt(api);
  await buyer.give(given);
  await buyer.order(ordered);
  await moveTo(api, '2027-03-05T09:00:00Z');
  await buyer.pay();
  return buyer;
}

it('a consumer in the EU can withdraw for 14 days after an order, and pays for the days that were served', async () => {
  const [buyer, late] = [await aConsumer(), aBuyerAt(api)];
  await late.give(inIreland);
  await moveTo(api, '2027-03-15T22:59:00Z');
  expect(await buyer.subscription()).toMatchObject({ plan: 'moderate', deadlines: { withdrawBy: '2027-03-15' } });
  for (const _ of ['first', 'repeated'])
    expect((await buyer.act({ action: 'withdraw' }, 'a key of this withdrawal')).json()).toMatchObject({
      state: 'free',
    });
  expect((await buyer.act({ action: 'withdraw' }, 'another key')).statusCode).toBe(409);
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
  // Asked about the change alone, before its payment arrived.
  const asBefore = await buyer.act({ action: 'withdraw', from: 'change' });
  expect(asBefore.json()).toMatchObject({ code: 'change-not-possible' });
  await buyer.act({ action: 'withdraw', from: 'contract' });
  const { refunds } = await moneyOf(api, buyer.userId);
  expect(refunds.map(({ amount_rappen }) => amount_rappen)).toEqual([totalRappen, Math.ceil((monthly * 26) / 31)]);
});

it('from an upgrade that is not paid yet takes back only that, and what is paid is served on', async () => {
  const buyer = await aConsumer();
  await moveTo(api, '2027-03-20T09:00:00Z');
  const [upgrade] = (await buyer.subscription()).actions.filter(({ product }) => product === 'high');
  const { dueNowRappen: totalRappen } = upgrade!;
  await buyer.act({ action: 'change', product: 'high', months: 1, totalRappen });
  const offered = async () => (await buyer.subscription()).actions.find(({ action }) => action === 'withdraw');
  expect(await offered()).toMatchObject({ product: 'high', months: 1 });
  // Asked about the whole contract, before the change was ordered.
  const asBefore = await buyer.act({ action: 'withdraw', from: 'contract' });
  expect(asBefore.json()).toMatchObject({ code: 'change-not-possible' });
  expect((await buyer.act({ action: 'withdraw', from: 'change' })).json()).toMatchObject({
    state: 'active',
    plan: 'moderate',
  });
  expect((await buyer.invoices())[0]).toMatchObject({ kind: 'credit-note', totalRappen: -totalRappen });
  const { refunds, mails } = await moneyOf(api, buyer.userId);
  expect([refunds, mails.includes('withdrawal-received')]).toEqual([[], true]);
});

const day = (date: string) => `2027-03-${date}T09:00:00Z`;

/** A better plan, as the page offers it, paid at once. */
async function upgrade(buyer: Awaited<ReturnType<typeof aConsumer>>, product: 'high' | 'moderate', months: 1 | 4) {
  const { actions } = await buyer.subscription();
  const totalRappen = actions.find((action) => action.product === product && action.months === months)!.dueNowRappen;
  const answer = await buyer.act({ action: 'change', product, months, totalRappen });
  expect(answer.statusCode).toBe(200);
  await buyer.pay();
  return totalRappen;
}

it.each([
  // Of the days of Moderate those before the first upgrade were served at the customer's request.
  ['8', '11', 28],
  ['8', '8', 28],
  ['5', '11', 31],
  ['5', '5', 31],
])(
  'of two upgrades, on the %sth and the %sth, everything is given back but the days that were asked for',
  async (first, second, left) => {
    const buyer = await aConsumer();
    await moveTo(api, day(first.padStart(2, '0')));
    const paid = [monthly, await upgrade(buyer, 'high', 1)];
    await moveTo(api, day(second.padStart(2, '0')));
    paid.push(await upgrade(buyer, 'high', 4));
    await moveTo(api, day('14'));
    expect((await buyer.act({ action: 'withdraw' })).json()).toMatchObject({ state: 'free', plan: 'free' });
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    const { refunds } = await moneyOf(api, buyer.userId);
    const owed = monthly - Math.ceil((monthly * left) / 31);
    expect(sum(refunds.map(({ amount_rappen }) => amount_rappen))).toBe(sum(paid) - owed);
    // What each document says adds up to the same.
    expect(sum((await buyer.invoices()).map(({ totalRappen }) => totalRappen))).toBe(owed);
  },
);

it('what an upgrade was served is owed once its own 14 days are over', async () => {
  const fourMonths = plans.moderate.fourMonthRappen;
  const buyer = await aConsumer(inIreland, { months: 4, totalRappen: fourMonths });
  await moveTo(api, day('06'));
  const first = await upgrade(buyer, 'high', 1);
  // More than its own invoice paid for: the rest is owed of what the one before had left.
  await moveTo(api, day('22'));
  const second = await upgrade(buyer, 'high', 4);
  await moveTo(api, day('30'));
  await buyer.act({ action: 'withdraw' });
  const { refunds } = await moneyOf(api, buyer.userId);
  const high = plans.high.monthlyRappen;
  // 1 of 122 days of Moderate, and 16 of 31 of High.
  const owed = fourMonths - Math.ceil((fourMonths * 121) / 122) + high - Math.ceil((high * 15) / 31);
  const back = refunds.reduce((total, { amount_rappen }) => total + amount_rappen, 0);
  expect(back).toBe(fourMonths + first + second - owed);
  expect(owed).toBeGreaterThan(first);
});
