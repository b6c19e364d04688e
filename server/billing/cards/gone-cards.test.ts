import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays } from '../../../shared/days.ts';
import {
  anInvoice,
  anOrder,
  type CardWorld,
  cardDependencies,
  cardRecords,
  startCardWorld,
} from '../../../tests/factories/card-world.ts';
import { enterCard } from '../../../tests/factories/cards-process.ts';
import { CardProviderUnreachable } from '../../integrations/card-payments.ts';
import { closeAccount } from '../../privacy/closing/closing.ts';
import { mostUnanswered } from './attempts.ts';
import { openCheckout, refreshAttempts } from './cards.ts';
import { chargeDue } from './charges.ts';
import { handleEvent } from './events.ts';
import { applyRecentEvents, sweep } from './sweep.ts';

const good = '4242424242424242';
const begin = new Date('2026-12-01T10:00:00Z');
const day = '2027-03-01';

/** What an operator would read. */
const errors: unknown[] = [];

let world: CardWorld;
let deps: ReturnType<typeof cardDependencies>;
let records: ReturnType<typeof cardRecords>;
beforeAll(async () => {
  world = await startCardWorld();
  records = cardRecords(world);
  deps = cardDependencies(world, errors);
  await world.cards.control('webhooks', { mode: 'drop' });
});
beforeEach(() => {
  errors.length = 0;
  world.time.now = begin;
});
afterEach(() => {
  world.time.now = begin;
});
afterAll(() => world.close());

async function keepCard(accountId: string): Promise<void> {
  const { payAt } = await openCheckout(deps, { accountId, amountRappen: 0 });
  await enterCard(payAt, good);
  await refreshAttempts(deps, accountId);
}

async function aDueInvoice() {
  const invoice = await anInvoice(world, day);
  await keepCard(invoice.accountId);
  return { ...invoice, customer: await records.customerOf(invoice.accountId) };
}

async function chargeOn(...days: number[]): Promise<void> {
  for (const after of days) {
    world.time.now = new Date(`${addDays(day, after)}T07:00:00Z`);
    // As the clock leaves what was not paid.
    if (after > 0) await world.database.kysely.updateTable('subscriptions').set({ state: 'grace' }).execute();
    await chargeDue(deps);
  }
}

it('a customer that was deleted in the dashboard pays again on the next page', async () => {
  const order = await anOrder(world);
  await keepCard(order.accountId);
  const before = await records.customerOf(order.accountId);
  await openCheckout(deps, order);
  await world.provider.removeCustomer(before.stripe_customer_id!);
  const { payAt } = await openCheckout(deps, order);
  await enterCard(payAt, good);
  await refreshAttempts(deps, order.accountId);
  const after = await records.customerOf(order.accountId);
  expect(after.stripe_customer_id).not.toBe(before.stripe_customer_id);
  expect(after.card_payment_method).not.toBe(before.card_payment_method);
  expect(await records.chargedOf(order.accountId)).toMatchObject([{ amountRappen: order.amountRappen }]);
  expect(await records.paymentsOf(order.accountId)).toHaveLength(1);
});

it('a renewal of a deleted customer fails once, is told, and another card pays it', async () => {
  const { accountId, customer, ...invoice } = await aDueInvoice();
  await world.provider.removeCustomer(customer.stripe_customer_id!);
  await chargeOn(0, 1, 3);
  expect(await records.mailsOf(accountId)).toEqual(['payment-failed']);
  expect(await records.customerOf(accountId)).toMatchObject({ card_payment_method: null });
  const { payAt } = await openCheckout(deps, { ...invoice, accountId });
  await enterCard(payAt, good);
  await refreshAttempts(deps, accountId);
  expect(await records.paymentsOf(accountId)).toHaveLength(1);
});

it.each([
  ['customer', ({ stripe_customer_id }: Kept) => world.provider.removeCustomer(stripe_customer_id!)],
  ['card', ({ card_payment_method }: Kept) => world.provider.detachCard(card_payment_method!)],
])('a %s that is gone before a renewal is noticed, and the renewal is told once', async (_, remove) => {
  const { accountId, customer } = await aDueInvoice();
  await remove(customer);
  await applyRecentEvents(deps);
  expect(await records.customerOf(accountId)).toMatchObject({ card_payment_method: null, card_last4: null });
  await chargeOn(0, 1, 3);
  expect(await records.mailsOf(accountId)).toEqual(['payment-failed']);
  expect(errors).toEqual([]);
});
type Kept = Awaited<ReturnType<ReturnType<typeof cardRecords>['customerOf']>>;

it('a card that its bank has renewed is known by its new digits', async () => {
  const { accountId, customer } = await aDueInvoice();
  const renewed = { last4: '9999', exp_month: 1, exp_year: 2050 };
  await world.cards.control('renew-card', { payment_method: customer.card_payment_method, ...renewed });
  await applyRecentEvents(deps);
  expect(await records.customerOf(accountId)).toMatchObject({
    card_payment_method: customer.card_payment_method,
    card_last4: '9999',
    card_expires_on: '2050-01-31',
  });
});

it('a card that the provider does not answer about holds up no other', async () => {
  const { kysely } = world.database;
  const { customer } = await aDueInvoice();
  await aDueInvoice();
  await kysely
    .updateTable('customers')
    .set({ card_last4: '0000' })
    .where('card_payment_method', 'is not', null)
    .execute();
  await world.cards.control('fault', {
    kind: 'unavailable',
    call: `GET /v1/payment_methods/${customer.card_payment_method}`,
  });
  await applyRecentEvents(deps);
  await world.cards.control('fault', {});
  const stale = await kysely.selectFrom('customers').select('account_id').where('card_last4', '=', '0000').execute();
  expect(stale).toEqual([{ account_id: customer.account_id }]);
  expect(errors.splice(0).length).toBeGreaterThan(0);
});

it('what is gone at the provider is asked about once', async () => {
  const { accountId } = await anOrder(world);
  const { kysely } = world.database;
  const invoice = await anInvoice(world, day);
  await openCheckout(deps, { ...invoice });
  await kysely
    .updateTable('payment_attempts')
    .set({ session_id: `cs_test_${accountId}`, created_at: new Date(begin.getTime() - 3_600_000) })
    .where('account_id', '=', invoice.accountId)
    .execute();
  const event = {
    id: 'evt_gone',
    kind: 'payment_intent.succeeded',
    received_at: new Date(begin.getTime() - 3_600_000),
  };
  const raw = JSON.stringify({ data: { object: { object: 'payment_intent', id: 'pi_gone' } } });
  await kysely
    .insertInto('provider_events')
    .values({ ...event, raw, handled_at: null })
    .execute();
  await sweep(deps);
  await handleEvent(deps, event.id);
  expect(errors).toEqual([]);
  expect(await records.statesOf(invoice.accountId)).toEqual(['failed']);
  const { handled_at } = await kysely.selectFrom('provider_events').selectAll().executeTakeFirstOrThrow();
  expect(handled_at).not.toBeNull();
});

/** One that answers no call, and how often each was made. */
function aSilentProvider() {
  const asked: string[] = [];
  const provider = new Proxy(world.provider, {
    get: (_, name) => async () => {
      asked.push(String(name));
      throw new CardProviderUnreachable('Answered nothing.');
    },
  });
  const timesOf = (name: keyof typeof provider) => asked.filter((each) => each === name).length;
  return { provider, timesOf };
}

it('a provider that answers nobody is not asked about every card', async () => {
  for (let n = 0; n <= mostUnanswered; n++) await keepCard((await anOrder(world)).accountId);
  const { provider, timesOf } = aSilentProvider();
  await applyRecentEvents({ ...deps, provider });
  const names = ['listEvents', 'listRecentRefunds', 'getCard'] as const;
  expect(names.map(timesOf)).toEqual([1, 1, mostUnanswered]);
});

it('a provider that answers nobody is not asked about everything that is open', async () => {
  const { kysely } = world.database;
  for (let n = 0; n <= mostUnanswered; n++) {
    await openCheckout(deps, await anOrder(world));
    const object = { object: 'payment_intent', id: `pi_${n}` };
    const event = { id: `evt_silent${n}`, kind: 'payment_intent.succeeded', raw: JSON.stringify({ data: { object } }) };
    await kysely
      .insertInto('provider_events')
      .values({ ...event, received_at: begin })
      .execute();
    const { accountId } = await anOrder(world);
    await keepCard(accountId);
    await closeAccount(deps, accountId);
  }
  world.time.now = new Date(begin.getTime() + 3_600_000);
  const { provider, timesOf } = aSilentProvider();
  await sweep({ ...deps, provider });
  const names = ['getCheckout', 'getCharge', 'detachCard'] as const;
  expect(names.map(timesOf)).toEqual(names.map(() => mostUnanswered));
  await sweep(deps);
  expect(await kysely.selectFrom('provider_events').where('handled_at', 'is', null).select('id').execute()).toEqual([]);
});
