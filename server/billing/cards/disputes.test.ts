import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { addDays, utcStartOf } from '../../../shared/days.ts';
import { insertBooks, someBooks } from '../../../tests/factories/book-records.ts';
import {
  anInvoice,
  type CardWorld,
  cardDependencies,
  cardRecords,
  refreshUntilAnswered,
  startCardWorld,
} from '../../../tests/factories/card-world.ts';
import { enterCard } from '../../../tests/factories/cards-process.ts';
import { findBalance } from '../invoices/invoices.ts';
import { allocate, wantRefund } from '../payments/payments.ts';
import { compareWithProvider, openCheckout } from './cards.ts';
import { chargeDue } from './charges.ts';
import { applyRecentEvents } from './sweep.ts';

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
  world.time.now = begin;
  records = cardRecords(world);
  deps = cardDependencies(world, errors);
  await world.cards.control('webhooks', { mode: 'drop' });
});
beforeEach(() => {
  errors.length = 0;
});
afterEach(() => {
  world.time.now = begin;
});
afterAll(() => world.close());

type Invoice = Awaited<ReturnType<typeof anInvoice>>;

async function pay(invoice: Invoice): Promise<void> {
  const { payAt } = await openCheckout(deps, invoice);
  await enterCard(payAt, good);
  await refreshUntilAnswered(deps, invoice.accountId);
}

/** An invoice that is paid, with what its holder says of that to the bank. */
async function aPaidInvoice() {
  const invoice = await anInvoice(world, day);
  await pay(invoice);
  const [payment] = await records.paymentsOf(invoice.accountId);
  return {
    ...invoice,
    charge: payment!.provider_ref!,
    tell: async (status: string, more: object = {}) => {
      await world.cards.control('dispute', { payment_intent: payment!.provider_ref, status, ...more });
      await applyRecentEvents(deps);
      await applyRecentEvents(deps);
    },
    refunds: () =>
      world.database.kysely
        .selectFrom('refunds')
        .select(['amount_rappen', 'reason', 'state'])
        .where('payment_id', '=', payment!.id)
        .execute(),
    openRappen: async () => (await findBalance(world.database.kysely, invoice.invoiceId))!.openRappen,
    state: async () =>
      (
        await world.database.kysely
          .selectFrom('subscriptions')
          .select('state')
          .where('account_id', '=', invoice.accountId)
          .executeTakeFirstOrThrow()
      ).state,
  };
}

it('a dispute takes the payment off what it was for, once, and the card is not charged again', async () => {
  const { accountId, amountRappen, tell, refunds, openRappen, state } = await aPaidInvoice();
  await tell('needs_response');
  expect(errors).toMatchObject([[{ charge: expect.any(String) }, 'a payment by card is disputed']]);
  expect([await openRappen(), await state()]).toEqual([amountRappen, 'suspended']);
  expect(await refunds()).toEqual([{ amount_rappen: amountRappen, reason: 'chargeback', state: 'sent' }]);
  for (const days of [0, 7, 30]) {
    world.time.now = new Date(`${addDays(day, days)}T07:00:00Z`);
    await chargeDue(deps);
  }
  expect(await records.chargedOf(accountId)).toHaveLength(1);
});

it('a dispute that is won brings the payment back', async () => {
  const { tell, refunds, openRappen, state } = await aPaidInvoice();
  await tell('needs_response');
  await tell('won');
  expect([await openRappen(), await state(), await refunds()]).toEqual([0, 'active', []]);
  expect(errors).toHaveLength(2);
});

it('what was paid anew before a dispute was won is given back', async () => {
  const { amountRappen, tell, refunds, openRappen, state, ...invoice } = await aPaidInvoice();
  await tell('needs_response');
  await pay({ ...invoice, amountRappen });
  await tell('won');
  expect([await openRappen(), await state()]).toEqual([0, 'active']);
  expect(await refunds()).toEqual([{ amount_rappen: amountRappen, reason: 'dispute-won', state: 'wanted' }]);
});

/** What paid an invoice, and with 1000 of it another one. */
async function aPaymentOfTwo() {
  const paid = await aPaidInvoice();
  const { accountId, invoiceId } = paid;
  const { invoices, invoice_lines } = someBooks({ id: accountId });
  const { subscription_id } = (await findBalance(world.database.kysely, invoiceId))!.invoice;
  await insertBooks(world.database.kysely, {
    invoices: { ...invoices, order_id: null, subscription_id } as never,
    invoice_lines,
  });
  const [payment] = await records.paymentsOf(accountId);
  for (const [invoice, part] of [[invoiceId, -1000] as const, [invoices.id, 1000] as const])
    await world.database.kysely
      .transaction()
      .execute((trx) => allocate(trx, { paymentId: payment!.id, invoiceId: invoice, amountRappen: part }, new Date()));
  const openOfOther = async () => (await findBalance(world.database.kysely, invoices.id))!.openRappen;
  return { ...paid, openOfBoth: async () => [await paid.openRappen(), await openOfOther()] as const };
}

it('a dispute of what paid two invoices takes both back, and both come back', async () => {
  const { amountRappen, tell, refunds, openOfBoth } = await aPaymentOfTwo();
  const before = await openOfBoth();
  await tell('needs_response');
  expect(await openOfBoth()).toEqual([amountRappen, before[1] + 1000]);
  await tell('won');
  expect([await openOfBoth(), await refunds()]).toEqual([before, []]);
});

it('of two disputes of what paid two invoices, the one that is won brings back what it took', async () => {
  const { amountRappen, tell, openOfBoth } = await aPaymentOfTwo();
  await tell('needs_response', { amount: amountRappen - 1000 });
  const before = await openOfBoth();
  await tell('needs_response', { amount: 300, dispute: 'another' });
  expect(await openOfBoth()).not.toEqual(before);
  await tell('won');
  expect(await openOfBoth()).toEqual(before);
});

it('a dispute of a part takes back that part, and a second one another', async () => {
  const { amountRappen, charge, tell, refunds, openRappen, state } = await aPaidInvoice();
  const compared = async () => (await compareWithProvider(deps, 24 * 200)).includes(charge);
  await world.cards.control('dispute', { payment_intent: charge, amount: 300 });
  expect(await compared()).toBe(true);
  await tell('needs_response');
  expect(await compared()).toBe(false);
  expect([await openRappen(), await state(), await refunds()]).toEqual([
    300,
    'suspended',
    [{ amount_rappen: 300, reason: 'chargeback', state: 'sent' }],
  ]);
  await tell('needs_response', { amount: 500, dispute: 'another' });
  expect(await openRappen()).toBe(800);
  await tell('won');
  expect([await openRappen(), await state()]).toEqual([300, 'suspended']);
  await tell('lost');
  expect(await openRappen()).toBe(800);
  expect(amountRappen).toBeGreaterThan(800);
});

it('what a bank takes of what was to be refunded is not refunded twice, and is again when it comes back', async () => {
  const { accountId, invoiceId, amountRappen, tell, refunds, openRappen } = await aPaidInvoice();
  const [payment] = await records.paymentsOf(accountId);
  // 800 of it are too much, and the provider refuses to refund what a bank is about to take.
  await world.database.kysely.transaction().execute(async (trx) => {
    await allocate(trx, { paymentId: payment!.id, invoiceId, amountRappen: -800 }, begin);
    const refund = await wantRefund(trx, { paymentId: payment!.id, amountRappen: 800, reason: 'too much' }, begin);
    await trx.updateTable('refunds').set({ state: 'failed' }).where('id', '=', refund).execute();
  });
  const before = await openRappen();
  await tell('needs_response', { amount: 300 });
  const chargeback = (amount: number) => ({ amount_rappen: amount, reason: 'chargeback', state: 'sent' });
  const byAmount = async () => (await refunds()).toSorted((one, other) => one.amount_rappen - other.amount_rappen);
  expect(await byAmount()).toEqual([chargeback(300), { amount_rappen: 500, reason: 'too much', state: 'failed' }]);
  expect(await openRappen()).toBe(before);
  // More than the rest: only what is beyond it is owed again.
  await tell('needs_response', { amount: 700, dispute: 'another' });
  expect(await byAmount()).toEqual([chargeback(200), chargeback(300), chargeback(500)]);
  expect(await openRappen()).toBe(before + 200);
  await tell('won');
  expect(await openRappen()).toBe(before);
  expect(await byAmount()).toEqual([chargeback(300), { amount_rappen: 500, reason: 'dispute-won', state: 'wanted' }]);
  expect(amountRappen).toBeGreaterThan(1_500);
});

it('a dispute that is lost stays what it was', async () => {
  const { amountRappen, tell, refunds, openRappen } = await aPaidInvoice();
  await tell('needs_response');
  await tell('lost');
  expect([await openRappen(), await refunds()]).toEqual([
    amountRappen,
    [{ amount_rappen: amountRappen, reason: 'chargeback', state: 'sent' }],
  ]);
});

it('an inquiry takes nothing back and is told, until it becomes a dispute', async () => {
  const { amountRappen, charge, tell, refunds, openRappen, state } = await aPaidInvoice();
  const told = async () => {
    const [dispute] = await world.provider.listDisputes(charge);
    const key = `operator-notice dispute ${dispute!.id} %`;
    return world.database.kysely.selectFrom('mails').select('id').where('dedupe_key', 'like', key).execute();
  };
  await tell('warning_needs_response');
  expect([await openRappen(), await state(), await refunds(), errors]).toEqual([0, 'active', [], []]);
  expect(await told()).toHaveLength(1);
  await tell('needs_response');
  expect(await openRappen()).toBe(amountRappen);
  expect(await told()).toHaveLength(2);
});

it('a card is not charged for a debt whose last day of charges is over', async () => {
  const invoice = await anInvoice(world, day);
  const { payAt } = await openCheckout(deps, { accountId: invoice.accountId, amountRappen: 0 });
  await enterCard(payAt, good);
  await refreshUntilAnswered(deps, invoice.accountId);
  world.time.now = utcStartOf(addDays(day, 8));
  await chargeDue(deps);
  expect(await records.chargedOf(invoice.accountId)).toEqual([]);
});
