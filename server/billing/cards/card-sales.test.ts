import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { CustomerRequest } from '../../../shared/api/customer.ts';
import type { OrderAnswer } from '../../../shared/api/orders.ts';
import { invoicePdfPath, orderPath } from '../../../shared/api-paths.ts';
import { plans } from '../../../shared/business/plans.ts';
import { aBuyerAt } from '../../../tests/factories/billing.ts';
import { type CardWorld, cardRecords, startCardWorld } from '../../../tests/factories/card-world.ts';
import { enterCard } from '../../../tests/factories/cards-process.ts';

const good = '4242424242424242';

let world: CardWorld;
let records: ReturnType<typeof cardRecords>;
beforeAll(async () => {
  world = await startCardWorld({ SALES_OPEN: 'ch,eu-consumer' });
  records = cardRecords(world);
  await world.cards.control('webhooks', { mode: 'drop' });
});
afterEach(() => world.cards.control('fault', {}));
afterAll(() => world.close());

/** Moves the clock, and lets everything happen that is due by then: cards are charged by a job of their own. */
async function moveTo(time: string): Promise<void> {
  world.time.now = new Date(time);
  const failed = await world.runDueJobs();
  if (failed.length) throw new Error(`Failed: ${failed.join(', ')}`);
}

/** A buyer who has ordered by card, and paid on the provider's page. */
async function aCardBuyer(number = good, at = '2027-01-31T10:00:00Z', given: Partial<CustomerRequest> = {}) {
  world.time.now = new Date(at);
  const buyer = aBuyerAt(world);
  await buyer.give(given);
  const answer = await buyer.order({ method: 'card' });
  expect(answer.statusCode, answer.body).toBe(201);
  const order: OrderAnswer = answer.json();
  const read = async (): Promise<OrderAnswer> => (await world.get(orderPath(order.id), buyer.userId)).json();
  expect(order).toMatchObject({ state: 'open', payAt: expect.stringContaining('/pay/') });
  // The page waits for the provider only so long, and asks again.
  const pay = async () => {
    await enterCard(order.payAt!, number);
    await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe('paid');
  };
  return { ...buyer, order, read, enter: () => enterCard(order.payAt!, number), pay };
}

it('an order by card is served once it is paid, and renewed month after month from the 31st on', async () => {
  const buyer = await aCardBuyer();
  expect(await buyer.plan()).toBe('free');
  expect(await buyer.read()).toMatchObject({ state: 'open' });
  await buyer.pay();
  expect(await buyer.read()).toMatchObject({ state: 'paid', payAt: null });
  expect(await buyer.plan()).toBe('moderate');
  expect((await buyer.subscription()).card).toEqual({ brand: 'visa', last4: '4242', expiresOn: '2040-12-31' });
  const told = await records.mailsOf(buyer.userId);
  expect([told.includes('order-confirmed'), told.includes('payment-received')]).toEqual([true, false]);
  // The mail brings the invoice as it is kept, which is stored once.
  const [invoice] = await buyer.invoices();
  const { rawPayload } = await world.get(invoicePdfPath(invoice!.id), buyer.userId);
  const mails = world.database.kysely
    .selectFrom('mails')
    .select('message')
    .where('account_id', '=', buyer.userId)
    .where('kind', '=', 'order-confirmed');
  const message = (await mails.executeTakeFirstOrThrow()).message!;
  expect(message).toContain(`writing-ant-${invoice!.number}.pdf`);
  expect(message).toContain(Buffer.from(`stored-file:${invoice!.id}`).toString('base64'));
  expect(message.replaceAll('\r\n', '').includes(rawPayload.toString('base64'))).toBe(false);
  for (const day of ['2027-02-28', '2027-03-31', '2027-04-30']) {
    await moveTo(`${day}T00:30:00Z`);
    await moveTo(`${day}T06:01:00Z`);
  }
  expect(await buyer.plan()).toBe('moderate');
  const charged = await records.chargedOf(buyer.userId);
  expect(charged.map(({ amountRappen }) => amountRappen)).toEqual(Array(4).fill(plans.moderate.monthlyRappen));
  expect((await buyer.invoices()).map(({ state }) => state)).toEqual(Array(4).fill('settled'));
  expect(await records.paymentsOf(buyer.userId)).toHaveLength(4);
  expect((await records.mailsOf(buyer.userId)).filter((kind) => kind === 'renewed')).toHaveLength(3);
});

it('the same order again opens the same page, and when it is paid no other', async () => {
  const buyer = await aCardBuyer();
  const key = 'the same key as before, sent again';
  const other = aBuyerAt(world);
  await other.give();
  const [one, two] = [await other.order({ method: 'card' }, key), await other.order({ method: 'card' }, key)];
  expect(two.json()).toEqual(one.json());
  await enterCard(one.json().payAt, good);
  expect((await world.get(orderPath(one.json().id), other.userId)).json().state).toBe('paid');
  expect((await other.order({ method: 'card' }, key)).json()).toMatchObject({ state: 'paid', payAt: null });
  expect((await world.get(orderPath(one.json().id), buyer.userId)).statusCode).toBe(404);
});

it('a card form that was left is named until it is finished, and nothing is said of it while the provider is silent', async () => {
  const buyer = await aCardBuyer();
  const paymentOf = async () => (await buyer.subscription()).payment;
  const form = { payAt: buyer.order.payAt, product: 'moderate', amountRappen: plans.moderate.monthlyRappen };
  expect(await paymentOf()).toEqual({ state: 'awaiting-card', invoice: null, form });
  for (const kind of ['unavailable', 'hang']) {
    await world.cards.control('fault', { kind, call: 'GET /v1/checkout/sessions' });
    expect(await paymentOf()).toEqual({ state: 'provider-silent', invoice: null, form: null });
  }
  await world.cards.control('fault', {});
  await buyer.enter();
  expect(await paymentOf()).toBe(null);
  expect((await buyer.act({ action: 'card' })).json()).toMatchObject({ payment: null, payAt: expect.any(String) });
  expect(await paymentOf()).toBe(null);
});

it('orders stay possible to pay when the provider was down', async () => {
  world.time.now = new Date('2027-01-31T10:00:00Z');
  const buyer = aBuyerAt(world);
  await buyer.give();
  await world.cards.control('fault', { kind: 'unavailable' });
  const key = 'a key that is used again when the provider is back';
  expect((await buyer.order({ method: 'card' }, key)).json().code).toBe('card-provider-unreachable');
  await world.cards.control('fault', {});
  const answer = await buyer.order({ method: 'card' }, key);
  expect(answer.json()).toMatchObject({ state: 'open', payAt: expect.any(String) });
});

it('a consumer abroad who withdraws has the money back on the card, and is told', async () => {
  const buyer = await aCardBuyer(good, '2027-05-03T10:00:00Z', { country: 'IE', locale: 'en' });
  await buyer.pay();
  await moveTo('2027-05-13T10:00:00Z');
  expect((await buyer.act({ action: 'withdraw' })).json()).toMatchObject({ state: 'free', payAt: null });
  await moveTo('2027-05-13T10:30:00Z');
  const refunds = await world.database.kysely
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.amount_rappen', 'refunds.state', 'refunds.provider_ref'])
    .where('account_id', '=', buyer.userId)
    .execute();
  // 10 of 31 days were served.
  const amountRappen = Math.ceil((plans.moderate.monthlyRappen * 21) / 31);
  expect(refunds).toMatchObject([{ amount_rappen: amountRappen, state: 'sent' }]);
  expect(await world.provider.getRefund(refunds[0]!.provider_ref!)).toMatchObject({ amountRappen });
  // The nightly pass asks about it again, for three nights; in the books it keeps the day on which it was made.
  await moveTo('2027-05-14T10:00:00Z');
  const sent = await world.database.kysely
    .selectFrom('refunds')
    .select('sent_at')
    .where('provider_ref', '=', refunds[0]!.provider_ref)
    .execute();
  expect(sent).toEqual([{ sent_at: new Date('2027-05-13T10:30:00Z') }]);
  expect((await records.mailsOf(buyer.userId)).filter((kind) => kind === 'refund-sent')).toHaveLength(1);
});

it('on the first day of a term it is said that the card is charged, and what is declined then can be paid', async () => {
  const buyer = await aCardBuyer(good, '2027-06-15T10:00:00Z');
  await buyer.pay();
  const { stripe_customer_id: customer } = await records.customerOf(buyer.userId);
  const owed = { action: 'pay', dueNowRappen: plans.moderate.monthlyRappen };
  await moveTo('2027-07-15T00:30:00Z');
  expect(await buyer.subscription()).toMatchObject({ state: 'active', payment: { state: 'charge-due', form: null } });
  expect((await buyer.subscription()).actions).toContainEqual(expect.objectContaining(owed));
  await world.cards.control('decline', { customer, decline: 'insufficientFunds' });
  await moveTo('2027-07-15T06:01:00Z');
  expect(await buyer.subscription()).toMatchObject({ state: 'active', payment: { state: 'failed' } });
  expect((await buyer.subscription()).actions).toContainEqual(expect.objectContaining(owed));
});

// Invoices are numbered by rising days, so the clock of these tests never goes back: the latest comes last.
it('a card that is declined is told of, and another one brings the plan back', async () => {
  const buyer = await aCardBuyer(good, '2027-07-31T10:00:00Z');
  await buyer.pay();
  const { stripe_customer_id: customer } = await records.customerOf(buyer.userId);
  await world.cards.control('decline', { customer, decline: 'insufficientFunds' });
  for (const day of ['2027-08-31', '2027-09-01', '2027-09-03', '2027-09-05', '2027-09-07', '2027-09-08', '2027-09-09'])
    await moveTo(`${day}T07:00:00Z`);
  expect(await buyer.subscription()).toMatchObject({ state: 'suspended', plan: 'free' });
  expect((await records.mailsOf(buyer.userId)).filter((kind) => kind === 'payment-failed').length).toBeGreaterThan(1);
  await world.cards.control('decline', { customer });
  const answer = await buyer.act({ action: 'pay' });
  expect(answer.statusCode, answer.body).toBe(200);
  await enterCard(answer.json().payAt, '5555555555554444');
  await moveTo('2027-09-09T08:00:00Z');
  expect(await buyer.subscription()).toMatchObject({
    state: 'active',
    plan: 'moderate',
    card: { brand: 'mastercard' },
  });
});

it('what is owed for a plan that has ended is paid by card on the page, and then another is ordered', async () => {
  const buyer = await aCardBuyer(good, '2027-09-10T10:00:00Z');
  await buyer.pay();
  const { stripe_customer_id: customer } = await records.customerOf(buyer.userId);
  await world.cards.control('decline', { customer, decline: 'insufficientFunds' });
  await moveTo('2027-10-10T07:00:00Z');
  await moveTo('2027-10-12T07:00:00Z');
  expect((await buyer.act({ action: 'cancel', followedBy: 'free' })).statusCode).toBe(200);
  const openRappen = Math.floor((plans.moderate.monthlyRappen * 2) / 31);
  expect(await buyer.subscription()).toMatchObject({
    state: 'free',
    payment: { state: 'owed', invoice: { openRappen }, form: null },
    actions: [{ action: 'pay', dueNowRappen: openRappen }],
  });
  await world.cards.control('decline', { customer });
  const { payAt } = (await buyer.act({ action: 'pay' })).json();
  await enterCard(payAt, good);
  expect(await buyer.subscription()).toMatchObject({ payment: null, actions: [] });
  expect((await aBuyerAt(world, buyer.userId).order({ method: 'card' })).statusCode).toBe(201);
});

it('an upgrade that is paid once the next term has begun unpaid is given back, and that term stays owed', async () => {
  const buyer = await aCardBuyer(good, '2027-10-31T10:00:00Z');
  await buyer.pay();
  world.time.now = new Date('2027-11-29T20:00:00Z');
  const change = (await buyer.subscription()).actions.find(
    ({ product, months }) => product === 'high' && months === 1,
  )!;
  const upgrade = { action: 'change', product: 'high', months: 1, totalRappen: change.dueNowRappen } as const;
  const { payAt } = (await buyer.act(upgrade)).json();
  await moveTo('2027-11-30T01:00:00Z');
  await enterCard(payAt, good);
  expect(await buyer.subscription()).toMatchObject({
    plan: 'moderate',
    payment: { state: 'charge-due', invoice: { openRappen: plans.moderate.monthlyRappen } },
  });
  const refunds = world.database.kysely
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('refunds.amount_rappen')
    .where('account_id', '=', buyer.userId);
  expect(await refunds.execute()).toEqual([{ amount_rappen: change.dueNowRappen }]);
});

it('an order by card can no longer be paid once another is placed by invoice', async () => {
  world.time.now = new Date('2027-12-01T10:00:00Z');
  const buyer = aBuyerAt(world);
  await buyer.give();
  const key = 'the key of an order by card that is given up';
  const { id, payAt } = (await buyer.order({ method: 'card' }, key)).json();
  expect((await buyer.order()).statusCode).toBe(201);
  expect((await enterCard(payAt, good)).status).toBe(410);
  const given = { state: 'expired', payAt: null };
  expect((await world.get(orderPath(id), buyer.userId)).json()).toMatchObject(given);
  expect((await buyer.order({ method: 'card' }, key)).json()).toMatchObject(given);
});

it('whoever cannot be shown the page orders by invoice', async () => {
  world.time.now = new Date('2027-12-01T10:00:00Z');
  const buyer = aBuyerAt(world);
  await buyer.give();
  await world.cards.control('fault', { kind: 'unavailable' });
  expect((await buyer.order({ method: 'card' })).statusCode).toBe(503);
  expect((await buyer.order()).statusCode).toBe(201);
});

it('an order by card that was paid is served, and none by invoice is taken', async () => {
  const buyer = await aCardBuyer(good, '2027-12-01T10:00:00Z');
  await buyer.enter();
  expect((await aBuyerAt(world, buyer.userId).order()).json()).toMatchObject({ code: 'subscription-exists' });
  expect(await buyer.read()).toMatchObject({ state: 'paid' });
});

it('an order by card whose payment was given back asks for none again', async () => {
  world.time.now = new Date('2027-12-01T10:00:00Z');
  const buyer = aBuyerAt(world);
  await buyer.give();
  const key = 'the key of an order that is paid while the account is suspended';
  const { id, payAt } = (await buyer.order({ method: 'card' }, key)).json();
  const setStatus = (status: 'suspended' | 'active') =>
    world.database.kysely.updateTable('accounts').set({ status }).where('id', '=', buyer.userId).execute();
  await setStatus('suspended');
  await enterCard(payAt, good);
  const read = async () => (await world.get(orderPath(id), buyer.userId)).json();
  expect(await read()).toMatchObject({ state: 'expired', payAt: null });
  await setStatus('active');
  expect((await buyer.order({ method: 'card' }, key)).json()).toMatchObject({ state: 'expired', payAt: null });
  expect(await buyer.plan()).toBe('free');
});

it('whoever changes from transfers to cards and enters one pays by it from then on', async () => {
  world.time.now = new Date('2027-12-01T10:00:00Z');
  const buyer = aBuyerAt(world);
  await buyer.subscribe();
  expect((await buyer.act({ action: 'card' })).json()).toMatchObject({ code: 'change-not-possible' });
  const { payAt } = (await buyer.act({ action: 'method', method: 'card' })).json();
  expect(await buyer.subscription()).toMatchObject({ subscription: { method: 'invoice' } });
  await enterCard(payAt, good);
  expect(await buyer.subscription()).toMatchObject({ subscription: { method: 'card' }, card: { last4: '4242' } });
  await moveTo('2028-01-01T07:00:00Z');
  expect(await records.chargedOf(buyer.userId)).toHaveLength(1);
});
