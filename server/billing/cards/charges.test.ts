import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chargeHour } from '../../../shared/business/card-charges.ts';
import { addDays, utcStartOf } from '../../../shared/days.ts';
import {
  anInvoice,
  anOrder,
  type CardWorld,
  cardDependencies,
  cardRecords,
  refreshUntilAnswered,
  startCardWorld,
} from '../../../tests/factories/card-world.ts';
import { enterCard } from '../../../tests/factories/cards-process.ts';
import { eraseAccount } from '../../contract/account-part.ts';
import { product } from '../../features.ts';
import { closeAccount } from '../../privacy/closing/closing.ts';
import { changeSubscription } from '../contracts/contracts.ts';
import { findBalance } from '../invoices/invoices.ts';
import { wantRefund } from '../payments/payments.ts';
import { openCheckout, refreshAttempts } from './cards.ts';
import { chargeDue } from './charges.ts';
import { sendRefunds } from './refunds.ts';
import { sweep } from './sweep.ts';

const good = '4242424242424242';

/** What an operator would read. */
const errors: unknown[] = [];

let world: CardWorld;
let deps: ReturnType<typeof cardDependencies>;
let records: ReturnType<typeof cardRecords>;
beforeAll(async () => {
  world = await startCardWorld();
  world.time.now = begin;
  records = cardRecords(world);
  deps = cardDependencies(world, errors);
});
beforeEach(async () => {
  errors.length = 0;
  await world.cards.control('webhooks', { mode: 'drop' });
});
afterEach(async () => {
  await world.cards.control('fault', {});
  world.time.now = begin;
});
afterAll(() => world.close());

/** A customer with a kept card who owes an invoice from `day` on. */
async function aDueInvoice(day: string, number = good) {
  const invoice = await anInvoice(world, day);
  const { payAt } = await openCheckout(deps, { accountId: invoice.accountId, amountRappen: 0 });
  await enterCard(payAt, number);
  await refreshUntilAnswered(deps, invoice.accountId);
  // As the clock leaves it on the day after.
  await world.database.kysely
    .updateTable('subscriptions')
    .set({ state: 'grace' })
    .where('account_id', '=', invoice.accountId)
    .execute();
  return invoice;
}

const begin = new Date('2026-12-01T10:00:00Z');
/** A whole time in advance, so that no attempt of another test is open. */
const day = '2027-03-01';
const atHour = (on: string, hours: number) => new Date(utcStartOf(on).getTime() + hours * 3_600_000);

describe('an invoice', () => {
  it('is charged from 06:00 UTC of its day on, once', async () => {
    const { accountId, amountRappen } = await aDueInvoice(day);
    world.time.now = atHour(day, chargeHour - 0.01);
    await chargeDue(deps);
    expect(await records.chargedOf(accountId)).toEqual([]);
    world.time.now = atHour(day, chargeHour);
    await Promise.all([chargeDue(deps), chargeDue(deps)]);
    await chargeDue(deps);
    expect(await records.chargedOf(accountId)).toMatchObject([{ amountRappen }]);
    expect(await records.paymentsOf(accountId)).toHaveLength(1);
  });

  it('is not charged while its account is suspended, whose holder can pay it', async () => {
    const { accountId, amountRappen } = await aDueInvoice(day);
    const setStatus = (status: 'suspended' | 'active') =>
      world.database.kysely.updateTable('accounts').set({ status }).where('id', '=', accountId).execute();
    await setStatus('suspended');
    world.time.now = atHour(day, chargeHour);
    await chargeDue(deps);
    expect(await records.chargedOf(accountId)).toEqual([]);
    const purpose = (await changeSubscription(deps, accountId, { action: 'pay' }, randomUUID()))!;
    expect(await openCheckout(deps, { accountId, ...purpose })).toMatchObject({ payAt: expect.any(String) });
    await expect(openCheckout(deps, { accountId, amountRappen: 0 })).rejects.toMatchObject({
      code: 'account-suspended',
    });
    await setStatus('active');
    // Nor while its holder has restricted it.
    const restrict = (restricted_at: Date | null) =>
      world.database.kysely.updateTable('accounts').set({ restricted_at }).where('id', '=', accountId).execute();
    await restrict(world.time.now);
    await chargeDue(deps);
    expect(await records.chargedOf(accountId)).toEqual([]);
    await restrict(null);
    await chargeDue(deps);
    expect(await records.chargedOf(accountId)).toMatchObject([{ amountRappen }]);
  });

  it('is not charged where it was issued to be paid by transfer', async () => {
    const { accountId, invoiceId } = await anInvoice(world, day, 'invoice');
    const { payAt } = await openCheckout(deps, { accountId, amountRappen: 0 });
    await enterCard(payAt, good);
    await refreshAttempts(deps, accountId);
    world.time.now = atHour(day, 7);
    await chargeDue(deps);
    expect(await records.chargedOf(accountId)).toEqual([]);
    expect((await findBalance(world.database.kysely, invoiceId))!.openRappen).toBeGreaterThan(0);
  });

  it('is tried again on the days after, and then no more', async () => {
    const { accountId } = await aDueInvoice(day, '4000000000000341');
    const tried: number[] = [];
    for (let hours = 0; hours < 12 * 24; hours += 6) {
      world.time.now = atHour(day, hours);
      const before = (await records.statesOf(accountId)).length;
      await chargeDue(deps);
      if ((await records.statesOf(accountId)).length > before) tried.push(hours);
    }
    expect(tried).toEqual([6, 30, 78, 126, 174]);
    expect(await records.mailsOf(accountId)).toEqual(Array(5).fill('payment-failed'));
    expect(await records.paymentsOf(accountId)).toEqual([]);
  });

  it.each(['lost', 'stolen', 'authentication'])(
    'is not tried again when the bank says %s, until there is another card',
    async (decline) => {
      const { accountId } = await aDueInvoice(day);
      const customer = (await records.customerOf(accountId)).stripe_customer_id;
      await world.cards.control('decline', { customer, decline });
      for (const days of [0, 1, 3]) {
        world.time.now = atHour(addDays(day, days), 7);
        await chargeDue(deps);
      }
      const [, charge, ...more] = await records.attemptsOf(accountId);
      expect(charge).toMatchObject({
        state: 'failed',
        is_final: true,
        needs_authentication: decline === 'authentication',
      });
      expect(more).toEqual([]);
      expect(await records.mailsOf(accountId)).toEqual([
        decline === 'authentication' ? 'confirm-payment' : 'payment-failed',
      ]);
      await world.cards.control('decline', { customer });
      const { payAt } = await openCheckout(deps, { accountId, amountRappen: 0 });
      await enterCard(payAt, '5555555555554444');
      await refreshAttempts(deps, accountId);
      world.time.now = atHour(addDays(day, 5), 7);
      await chargeDue(deps);
      expect(await records.paymentsOf(accountId)).toHaveLength(1);
    },
  );

  it('is charged once when a page to pay it is open: what comes first counts', async () => {
    for (const isPaidOnPage of [false, true]) {
      const invoice = await aDueInvoice(day);
      const { payAt } = await openCheckout(deps, invoice);
      world.time.now = atHour(day, 7);
      if (isPaidOnPage) await enterCard(payAt, good);
      await Promise.all([chargeDue(deps), chargeDue(deps), enterCard(payAt, good)]);
      await chargeDue(deps);
      await sweep(deps);
      expect(await records.chargedOf(invoice.accountId)).toHaveLength(1);
      expect(await records.paymentsOf(invoice.accountId)).toHaveLength(1);
      expect(await records.statesOf(invoice.accountId)).not.toContain('open');
    }
  });

  it.each(['lost', 'drop', 'unavailable', 'rate-limited'] as const)(
    'is charged once when the answer is %s',
    async (kind) => {
      const { accountId } = await aDueInvoice(day);
      world.time.now = atHour(day, 7);
      await world.cards.control('fault', { kind, call: 'POST /v1/payment_intents' });
      await chargeDue(deps);
      expect(await records.statesOf(accountId)).toEqual(['succeeded', 'created']);
      await world.cards.control('fault', {});
      world.time.now = atHour(day, 7.5);
      await sweep(deps);
      expect(await records.chargedOf(accountId)).toHaveLength(1);
      expect(await records.paymentsOf(accountId)).toHaveLength(1);
    },
  );

  it.each([
    ['lost', 1],
    ['drop', 0],
  ] as const)('whose answer was %s is looked for among the charges when the key is forgotten', async (kind, found) => {
    const { accountId } = await aDueInvoice(day);
    world.time.now = atHour(day, 7);
    await world.cards.control('fault', { kind, call: 'POST /v1/payment_intents' });
    await chargeDue(deps);
    await world.cards.control('fault', {});
    world.time.now = atHour(addDays(day, 1), 6.5);
    await sweep(deps);
    expect(await records.chargedOf(accountId)).toHaveLength(found);
    expect(await records.paymentsOf(accountId)).toHaveLength(found);
    expect(await records.statesOf(accountId)).toEqual(['succeeded', found ? 'succeeded' : 'failed']);
  });
});

describe('one call that fails', () => {
  /** Before all others. */
  const early = '2027-02-01';

  it('holds up no other charge', async () => {
    const invoices = [await aDueInvoice(early), await aDueInvoice(early)];
    world.time.now = atHour(early, 7);
    await world.cards.control('fault', { kind: 'unavailable', call: 'POST /v1/payment_intents', times: 1 });
    await chargeDue(deps);
    const paid = await Promise.all(invoices.map(({ accountId }) => records.paymentsOf(accountId)));
    expect(paid.flat()).toHaveLength(1);
  });

  it('holds up no other refund', async () => {
    const payments: string[] = [];
    for (let n = 0; n < 2; n++) {
      const invoice = await aDueInvoice(early);
      await enterCard((await openCheckout(deps, invoice)).payAt, good);
      await refreshAttempts(deps, invoice.accountId);
      const [payment] = await records.paymentsOf(invoice.accountId);
      payments.push(payment!.id);
      const wanted = { paymentId: payment!.id, amountRappen: invoice.amountRappen, reason: 'a test' };
      await world.database.kysely.transaction().execute((trx) => wantRefund(trx, wanted, world.time.now));
    }
    await world.cards.control('fault', { kind: 'unavailable', call: 'POST /v1/refunds', times: 1 });
    await sendRefunds(deps);
    const refunds = world.database.kysely.selectFrom('refunds').select('state').where('payment_id', 'in', payments);
    expect((await refunds.execute()).map(({ state }) => state).toSorted()).toEqual(['sending', 'sent']);
  });
});

it('a charge whose outcome is unknown is not made once its account has ended', async () => {
  const { accountId } = await aDueInvoice(day);
  world.time.now = atHour(day, 7);
  await world.cards.control('fault', { kind: 'drop', call: 'POST /v1/payment_intents' });
  await chargeDue(deps);
  await closeAccount(deps, accountId);
  await world.cards.control('fault', {});
  world.time.now = atHour(day, 7.5);
  await sweep(deps);
  expect(await records.chargedOf(accountId)).toEqual([]);
  expect(await records.statesOf(accountId)).toEqual(['succeeded', 'cancelled']);
});

it.each(['before the call', 'after the call', 'before it is booked'])(
  'a crash %s of a charge leaves nothing lost and nothing doubled',
  async (moment) => {
    const { accountId } = await aDueInvoice(day);
    const { stripe_customer_id: customer } = await records.customerOf(accountId);
    world.time.now = atHour(day, 7);
    const { database, provider } = deps;
    let isDead = false;
    const die = () => {
      isDead = true;
      throw new Error('dead');
    };
    const dying: typeof deps = {
      ...deps,
      provider: {
        ...provider,
        async charge(wanted, key) {
          if (wanted.customer !== customer) return provider.charge(wanted, key);
          if (moment === 'before the call') die();
          const charge = await provider.charge(wanted, key);
          if (moment === 'after the call') die();
          isDead = true;
          return charge;
        },
      },
      database: {
        ...database,
        kysely: new Proxy(database.kysely, {
          get(target, name) {
            if (name === 'transaction' && isDead) die();
            const value = Reflect.get(target, name);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        }),
      },
    };
    await chargeDue(dying);
    expect((await records.statesOf(accountId)).at(-1)).toBe('created');
    world.time.now = atHour(day, 7.5);
    await Promise.all([sweep(deps), chargeDue(deps)]);
    expect(await records.chargedOf(accountId)).toHaveLength(1);
    expect(await records.paymentsOf(accountId)).toHaveLength(1);
  },
);

it('an account that ends takes its card and its open page along, and once erased its customer', async () => {
  const { accountId } = await aDueInvoice(day);
  const { stripe_customer_id: customer, card_payment_method: card } = await records.customerOf(accountId);
  const { payAt } = await openCheckout(deps, { accountId, amountRappen: 0 });
  await world.database.kysely
    .updateTable('accounts')
    .set({ status: 'ended', ended_at: new Date(0), ended_by: 'holder' })
    .where('id', '=', accountId)
    .execute();
  await sweep(deps);
  expect((await enterCard(payAt, good)).status).toBe(410);
  const charge = { customer: customer!, card: card!, amountRappen: 4900, attemptId: 'a', debt: 'b', description: 'c' };
  await expect(deps.provider.charge(charge, randomUUID())).rejects.toThrow('Refused');
  expect(await records.customerOf(accountId)).toMatchObject({ card_payment_method: null });
  expect(await deps.provider.hasCustomer(customer!)).toBe(true);
  await world.database.kysely.transaction().execute((trx) => eraseAccount(product.accountParts, trx, accountId));
  await sweep(deps);
  expect(await deps.provider.hasCustomer(customer!)).toBe(false);
});

it('an account that ends takes the open page of its first order along, before any card is known', async () => {
  const { accountId, orderId, amountRappen } = await anOrder(world);
  const { payAt } = await openCheckout(deps, { accountId, orderId, amountRappen });
  await closeAccount(deps, accountId);
  await sweep(deps);
  expect((await enterCard(payAt, good)).status).toBe(410);
  expect(await records.statesOf(accountId)).toEqual(['expired']);
});
