import { afterAll, beforeAll, expect, it } from 'vitest';
import { utcDayOf } from '../../../shared/days.ts';
import { inFrancs } from '../../../shared/numbers.ts';
import { aBuyerAt } from '../../../tests/factories/billing.ts';
import {
  anOrder,
  type CardWorld,
  cardDependencies,
  cardRecords,
  refreshUntilAnswered,
  startCardWorld,
} from '../../../tests/factories/card-world.ts';
import { enterCard } from '../../../tests/factories/cards-process.ts';
import { verifyCharges } from '../books/books.ts';
import { wantRefund } from '../payments/payments.ts';
import { compareWithProvider, openCheckout } from './cards.ts';
import { applyRecentEvents } from './sweep.ts';

let world: CardWorld;
let deps: ReturnType<typeof cardDependencies>;
beforeAll(async () => {
  world = await startCardWorld({ SALES_OPEN: 'ch' });
  deps = cardDependencies(world);
  await world.cards.control('webhooks', { mode: 'drop' });
});
afterAll(() => world.close());

/** Somebody whom the provider knows. */
async function aCustomer(): Promise<{ accountId: string; customer: string }> {
  const order = await anOrder(world);
  const { payAt } = await openCheckout(deps, order);
  await enterCard(payAt, '4242424242424242');
  await refreshUntilAnswered(deps, order.accountId);
  const { stripe_customer_id: customer } = await cardRecords(world).customerOf(order.accountId);
  return { accountId: order.accountId, customer: customer! };
}

async function chargeByHand(amount: number, customer?: string): Promise<string> {
  const known = new Set((await world.provider.listRecentCharges(1)).map(({ id }) => id));
  await world.cards.control('charge-by-hand', { amount, ...(customer && { customer }) });
  return (await world.provider.listRecentCharges(1)).find(({ id }) => !known.has(id))!.id;
}

/** What `billing verify` names of charges by hand. */
async function named(): Promise<string[]> {
  const found = await verifyCharges(deps, 35);
  return found.flatMap(({ name, subjects }) => (name === 'by-hand' ? subjects : [`${name}: ${subjects.join(' ')}`]));
}

const namedOf = async (charge: string) => (await named()).filter((subject) => subject.startsWith(charge));

const noticesOf = (charge: string) =>
  world.database.kysely
    .selectFrom('mails')
    .selectAll()
    .where('dedupe_key', '=', `operator-notice charge ${charge}`)
    .execute();

it('a charge of a customer that somebody made by hand is told once, and named to the Rappen until it went back', async () => {
  const { customer } = await aCustomer();
  const charge = await chargeByHand(12_34, customer);
  await applyRecentEvents(deps);
  await applyRecentEvents(deps);
  expect(await noticesOf(charge)).toHaveLength(1);
  expect(await named()).toEqual([`${charge} (CHF 12.34)`]);
  expect(await compareWithProvider(deps, 35 * 24)).toEqual([]);
  await world.cards.control('refund-by-hand', { payment_intent: charge, amount: 2_00 });
  await applyRecentEvents(deps);
  expect(await named()).toEqual([`${charge} (CHF 10.34)`]);
  await world.cards.control('dispute', { payment_intent: charge, status: 'needs_response', amount: 10_33 });
  await applyRecentEvents(deps);
  expect(await named()).toEqual([`${charge} (CHF 0.01)`]);
  await world.cards.control('dispute', { payment_intent: charge, dispute: 'another', status: 'lost', amount: 1 });
  expect(await named()).toEqual([]);
});

it('one of nobody is named, and one of a customer that is not ours is none of our business', async () => {
  await aCustomer();
  await chargeByHand(5_00, await world.provider.createCustomer({ accountId: 'of another shop' }, 'of another shop'));
  const charge = await chargeByHand(7_00);
  expect(await named()).toEqual([`${charge} (CHF 7.00, of no customer)`]);
  const [found] = await verifyCharges(deps, 35);
  expect(found!.fault).toContain('one of no customer only if it is ours');
  await applyRecentEvents(deps);
  expect(JSON.stringify(await noticesOf(charge))).toContain('if it is ours');
  await world.cards.control('refund-by-hand', { payment_intent: charge });
  expect(await named()).toEqual([]);
});

/** A charge by hand that an operator has booked for an invoice. */
async function aMarkedCharge() {
  await aCustomer();
  const buyer = aBuyerAt(world);
  await buyer.give();
  expect((await buyer.order()).statusCode).toBe(201);
  const [invoice] = await buyer.invoices();
  const amountRappen = invoice!.openRappen;
  const customer = await world.provider.createCustomer({ accountId: buyer.userId }, buyer.userId);
  await world.database.kysely
    .updateTable('customers')
    .set({ stripe_customer_id: customer })
    .where('account_id', '=', buyer.userId)
    .execute();
  const charge = await chargeByHand(amountRappen, customer);
  expect(await namedOf(charge)).toEqual([`${charge} (${inFrancs(amountRappen)})`]);
  const booked = ['--received', utcDayOf(world.time.now), '--reference', `Stripe ${charge}`];
  await world.operate('invoice mark-paid', invoice!.number, ...booked);
  expect(await namedOf(charge)).toEqual([]);
  const giveBack = (amount: number) => world.cards.control('refund-by-hand', { payment_intent: charge, amount });
  return { amountRappen, charge, giveBack, accountId: buyer.userId };
}

it('one that an operator has booked for an invoice is named no more, unless the sums differ', async () => {
  const { amountRappen, charge, giveBack } = await aMarkedCharge();
  await giveBack(1_00);
  expect(await namedOf(charge)).toEqual([`${charge} (${inFrancs(amountRappen - 1_00)})`]);
});

it('one that is booked is named no more either once the books say what went back of it', async () => {
  const { accountId, charge, giveBack } = await aMarkedCharge();
  const { kysely } = world.database;
  const payment = await kysely
    .selectFrom('payments')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const wanted = { paymentId: payment.id, amountRappen: 12_00, reason: 'credited' };
  const refund = await kysely.transaction().execute((trx) => wantRefund(trx, wanted, world.time.now));
  // It has not left yet.
  expect(await namedOf(charge)).toEqual([]);
  await giveBack(12_00);
  expect(await namedOf(charge)).toHaveLength(1);
  await world.operate('payment refund', refund, '--yes');
  expect(await namedOf(charge)).toEqual([]);
});
