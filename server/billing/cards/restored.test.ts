import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chargeHour } from '../../../shared/business/card-charges.ts';
import { utcStartOf } from '../../../shared/days.ts';
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
import { findBalance } from '../invoices/invoices.ts';
import { wantRefund } from '../payments/payments.ts';
import { openCheckout, refreshAttempts } from './cards.ts';
import { chargeDue } from './charges.ts';
import { sendRefunds } from './refunds.ts';

/** A database that was restored from a dump knows nothing of what the provider has done since. */

const good = '4242424242424242';
const day = '2027-03-01';
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
  world.time.now = new Date(utcStartOf(day).getTime() + chargeHour * 3_600_000);
});
afterAll(() => world.close());

/** Takes away what a dump does not hold that was made before; what is left is what it held. */
async function restore(...statements: ReturnType<typeof sql>[]): Promise<void> {
  await world.database.kysely.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx);
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await statement.execute(trx);
  });
}

const withoutPayment = (accountId: string) => [
  sql`delete from allocations where payment_id in (select id from payments where account_id = ${accountId})`,
  sql`delete from refunds where payment_id in (select id from payments where account_id = ${accountId})`,
  sql`delete from payments where account_id = ${accountId}`,
  sql`delete from payment_attempts where account_id = ${accountId} and kind <> 'setup'`,
  sql`update subscriptions set state = 'grace' where account_id = ${accountId}`,
];

/** A customer with a kept card whose invoice was charged after the dump was made. */
async function aLostCharge() {
  const invoice = await anInvoice(world, day);
  const { payAt } = await openCheckout(deps, { accountId: invoice.accountId, amountRappen: 0 });
  await enterCard(payAt, good);
  await refreshUntilAnswered(deps, invoice.accountId);
  await chargeDue(deps);
  const [charge] = await records.chargedOf(invoice.accountId);
  await restore(...withoutPayment(invoice.accountId));
  return { ...invoice, charge: charge! };
}

const openOf = async (invoiceId: string) => (await findBalance(world.database.kysely, invoiceId))!.openRappen;

describe('a charge that was made after the dump', () => {
  it('is booked instead of made again', async () => {
    const { accountId, invoiceId, amountRappen } = await aLostCharge();
    expect(await openOf(invoiceId)).toBe(amountRappen);
    await Promise.all([chargeDue(deps), chargeDue(deps)]);
    await chargeDue(deps);
    expect(await records.chargedOf(accountId)).toHaveLength(1);
    expect(await records.paymentsOf(accountId)).toMatchObject([{ amount_rappen: amountRappen }]);
    expect(await openOf(invoiceId)).toBe(0);
  });

  it('is booked at once or not at all: a process that dies in between leaves nothing that would be charged again', async () => {
    const { accountId, invoiceId } = await aLostCharge();
    const settleInvoice = () => Promise.reject(new Error('It dies.'));
    await chargeDue({ ...deps, contracts: { ...deps.contracts, settleInvoice } });
    expect(errors).toHaveLength(1);
    expect(await records.paymentsOf(accountId)).toEqual([]);
    await chargeDue(deps);
    expect(await records.chargedOf(accountId)).toHaveLength(1);
    expect(await openOf(invoiceId)).toBe(0);
  });

  it('is dated by the day on which it was paid', async () => {
    const { accountId, charge } = await aLostCharge();
    await world.cards.control('paid-earlier', { payment_intent: charge.id, seconds: 40 * 24 * 60 * 60 });
    await chargeDue(deps);
    expect(await records.paymentsOf(accountId)).toMatchObject([{ received_on: '2027-01-20' }]);
  });

  it('is found, too, for the invoice that was issued anew with another id', async () => {
    const { accountId, invoiceId } = await aLostCharge();
    const again = randomUUID();
    await restore(
      sql`update invoice_lines set invoice_id = ${again} where invoice_id = ${invoiceId}`,
      sql`update terms set invoice_id = ${again} where invoice_id = ${invoiceId}`,
      sql`update invoices set id = ${again} where id = ${invoiceId}`,
    );
    await chargeDue(deps);
    expect(await records.chargedOf(accountId)).toHaveLength(1);
    expect(await openOf(again)).toBe(0);
  });

  it('is found by whoever pays on the site', async () => {
    const { accountId, invoiceId, amountRappen } = await aLostCharge();
    await expect(openCheckout(deps, { accountId, invoiceId, amountRappen })).rejects.toMatchObject({
      code: 'payment-pending',
    });
    expect(await openOf(invoiceId)).toBe(0);
  });

  it('is made again once it was given back', async () => {
    const { accountId, invoiceId, amountRappen, charge } = await aLostCharge();
    await deps.provider.refund({ charge: charge.id, amountRappen, refundId: 'by hand' }, randomUUID());
    await chargeDue(deps);
    expect(await records.chargedOf(accountId)).toHaveLength(2);
    expect(await openOf(invoiceId)).toBe(0);
  });

  it('asks nothing more of a card while a part of it is with us, and tells an operator', async () => {
    const { accountId, invoiceId, amountRappen, charge } = await aLostCharge();
    await deps.provider.refund({ charge: charge.id, amountRappen: 100, refundId: 'by hand' }, randomUUID());
    await chargeDue(deps);
    expect(await records.chargedOf(accountId)).toHaveLength(1);
    expect(await openOf(invoiceId)).toBe(amountRappen);
    expect(JSON.stringify(errors)).toContain(charge.id);
  });
});

describe('an order by card that was paid after the dump', () => {
  it('is paid by it when it is placed again, and nothing else is', async () => {
    const { accountId, orderId, amountRappen } = await anOrder(world);
    await enterCard((await openCheckout(deps, { accountId, orderId, amountRappen })).payAt, good);
    await refreshAttempts(deps, accountId);
    const again = randomUUID();
    await restore(
      ...withoutPayment(accountId),
      sql`delete from terms where subscription_id in (select id from subscriptions where account_id = ${accountId})`,
      sql`delete from subscriptions where account_id = ${accountId}`,
      sql`delete from invoices where account_id = ${accountId}`,
      sql`update orders set id = ${again} where id = ${orderId}`,
      sql`update customers set stripe_customer_id = null where account_id = ${accountId}`,
    );
    const order = { accountId, orderId: again };
    await expect(openCheckout(deps, { ...order, amountRappen: amountRappen + 1 })).rejects.toMatchObject({
      code: 'payment-pending',
    });
    expect(await records.paymentsOf(accountId)).toEqual([]);
    await expect(openCheckout(deps, { ...order, amountRappen })).rejects.toMatchObject({ code: 'payment-pending' });
    expect(await records.paymentsOf(accountId)).toMatchObject([{ amount_rappen: amountRappen }]);
    expect(await records.chargedOf(accountId)).toHaveLength(1);
  });

  it('cannot be paid any more on a page that nobody knows', async () => {
    const { accountId, orderId, amountRappen } = await anOrder(world);
    const lost = await openCheckout(deps, { accountId, orderId, amountRappen });
    await restore(sql`delete from payment_attempts where account_id = ${accountId}`);
    const { payAt } = await openCheckout(deps, { accountId, orderId, amountRappen });
    expect((await enterCard(lost.payAt, good)).status).toBe(410);
    await enterCard(payAt, good);
    await refreshAttempts(deps, accountId);
    expect(await records.chargedOf(accountId)).toHaveLength(1);
  });
});

it.each(['wanted', 'wanted anew', 'sending for a day'])(
  'a refund that was made after the dump, and is %s, is not made again',
  async (how) => {
    const { accountId, orderId, amountRappen } = await anOrder(world);
    await enterCard((await openCheckout(deps, { accountId, orderId, amountRappen })).payAt, good);
    await refreshAttempts(deps, accountId);
    const [payment] = await records.paymentsOf(accountId);
    const wanted = { paymentId: payment!.id, amountRappen: 100, reason: 'a test' };
    const id = await world.database.kysely.transaction().execute((trx) => wantRefund(trx, wanted, world.time.now));
    await sendRefunds(deps);
    const [made] = await deps.provider.listRefunds(payment!.provider_ref!);
    const state = how === 'sending for a day' ? 'sending' : 'wanted';
    await restore(
      sql`update refunds set state = ${state}, provider_ref = null, sent_at = null where id = ${id}`,
      ...(how === 'wanted anew' ? [sql`update refunds set id = gen_random_uuid() where id = ${id}`] : []),
    );
    // The provider answers a key again for a day at most.
    world.time.now = new Date(world.time.now.getTime() + 25 * 3_600_000);
    const forgetful = { ...deps.provider, refund: (wish: never) => deps.provider.refund(wish, randomUUID()) };
    await sendRefunds({ ...deps, provider: forgetful });
    expect(await deps.provider.listRefunds(payment!.provider_ref!)).toEqual([made]);
    const refunds = await world.database.kysely
      .selectFrom('refunds')
      .select(['state', 'provider_ref'])
      .where('payment_id', '=', payment!.id)
      .execute();
    expect(refunds).toEqual([{ state: 'sent', provider_ref: made!.id }]);
  },
);
