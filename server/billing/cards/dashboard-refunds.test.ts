import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
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
import { wantRefund } from '../payments/payments.ts';
import { compareWithProvider, openCheckout } from './cards.ts';
import { chargeDue } from './charges.ts';
import { sendRefunds } from './refunds.ts';
import { applyMadeRefund } from './refunds-at-provider.ts';
import { applyRecentEvents } from './sweep.ts';

const begin = new Date('2026-12-01T10:00:00Z');
const day = '2027-03-01';

let world: CardWorld;
let deps: ReturnType<typeof cardDependencies>;
let records: ReturnType<typeof cardRecords>;
beforeAll(async () => {
  world = await startCardWorld();
  world.time.now = begin;
  records = cardRecords(world);
  deps = cardDependencies(world);
  await world.cards.control('webhooks', { mode: 'drop' });
});
afterEach(() => {
  world.time.now = begin;
});
afterAll(() => world.close());

/** An invoice that was paid by card, and what a person does with that in the provider's dashboard. */
async function aPaidInvoice() {
  const invoice = await anInvoice(world, day);
  const { payAt } = await openCheckout(deps, invoice);
  await enterCard(payAt, '4242424242424242');
  await refreshUntilAnswered(deps, invoice.accountId);
  const [payment] = await records.paymentsOf(invoice.accountId);
  const { kysely } = world.database;
  return {
    ...invoice,
    charge: payment!.provider_ref!,
    giveBack: (amount?: number) =>
      world.cards.control('refund-by-hand', { payment_intent: payment!.provider_ref, ...(amount && { amount }) }),
    /** That a part of it is to be given back, as a credit note does. */
    async want(given: number) {
      const taken = { id: crypto.randomUUID(), invoice_id: invoice.invoiceId, amount_rappen: -given };
      const allocation = { ...taken, payment_id: payment!.id, allocated_at: begin };
      await kysely.insertInto('allocations').values(allocation).execute();
      const wanted = { paymentId: payment!.id, amountRappen: given, reason: 'none' };
      await kysely.transaction().execute((trx) => wantRefund(trx, wanted, begin));
    },
    /** The refunds in the books, credit notes over what, and what is open. */
    books: async () => ({
      refunds: await kysely
        .selectFrom('refunds')
        .select(['amount_rappen', 'reason', 'state'])
        .where('payment_id', '=', payment!.id)
        .orderBy('amount_rappen', 'desc')
        .execute(),
      credited: (
        await kysely
          .selectFrom('invoices')
          .select('total_rappen')
          .where('corrects', '=', invoice.invoiceId)
          .orderBy('number')
          .execute()
      ).map(({ total_rappen }) => total_rappen),
      openRappen: (await findBalance(kysely, invoice.invoiceId))!.openRappen,
    }),
  };
}

async function noticesAbout(charge: string) {
  const [made] = await world.provider.listRefunds(charge);
  const key = `operator-notice refund ${made!.id}`;
  return world.database.kysely.selectFrom('mails').select('id').where('dedupe_key', '=', key).execute();
}

it.each([
  ['a part', 100],
  ['the whole', undefined],
])('%s that was given back in the dashboard is booked once, with a credit note, and told', async (_, amount) => {
  const { accountId, amountRappen, charge, giveBack, books } = await aPaidInvoice();
  const given = amount ?? amountRappen;
  await giveBack(amount);
  const [made] = await world.provider.listRefunds(charge);
  expect(await compareWithProvider(deps, 24 * 200)).toEqual([made!.id]);
  await applyRecentEvents(deps);
  await applyRecentEvents(deps);
  expect(await books()).toEqual({
    refunds: [{ amount_rappen: given, reason: 'dashboard', state: 'sent' }],
    credited: [-given],
    openRappen: 0,
  });
  expect(await records.mailsOf(accountId)).toEqual(expect.arrayContaining(['credit-note', 'refund-sent']));
  expect(await noticesAbout(charge)).toHaveLength(1);
  // Nobody is asked for it again.
  world.time.now = new Date(`${day}T07:00:00Z`);
  await chargeDue(deps);
  expect(await records.chargedOf(accountId)).toHaveLength(1);
  expect(await compareWithProvider(deps, 24 * 200)).toEqual([]);
});

it('books each of two that were given back of the same charge', async () => {
  const { giveBack, books } = await aPaidInvoice();
  await giveBack(100);
  await giveBack(100);
  await Promise.all([applyRecentEvents(deps), applyRecentEvents(deps)]);
  expect(await books()).toMatchObject({
    refunds: [{ amount_rappen: 100 }, { amount_rappen: 100 }],
    credited: [-100, -100],
  });
});

it('what our books want to give back, and a person has given back, goes back once', async () => {
  const { amountRappen, want, giveBack, books } = await aPaidInvoice();
  await want(amountRappen);
  await giveBack(300);
  await applyRecentEvents(deps);
  await sendRefunds(deps);
  expect(await books()).toMatchObject({
    refunds: [
      { amount_rappen: amountRappen - 300, reason: 'none', state: 'sent' },
      { amount_rappen: 300, reason: 'dashboard', state: 'sent' },
    ],
    credited: [],
  });
});

it.each(['done', 'pending'] as const)(
  'what is given back by hand while refunds are being sent, and is %s, is not sent as well',
  async (state) => {
    const { charge, want, giveBack, books } = await aPaidInvoice();
    await want(300);
    const errors: unknown[] = [];
    const sending = cardDependencies(world, errors);
    // Between the list of what is to be sent and this one's turn.
    await sendRefunds({
      ...sending,
      provider: {
        ...world.provider,
        async listRefunds(of) {
          if (of === charge) {
            await giveBack(300);
            const [made] = await world.provider.listRefunds(charge);
            await applyMadeRefund(deps, { ...made!, state });
          }
          return world.provider.listRefunds(of);
        },
      },
    });
    expect(errors).toEqual([]);
    expect(await world.provider.listRefunds(charge)).toHaveLength(1);
    await sendRefunds(deps);
    expect(await books()).toMatchObject({
      refunds: [{ amount_rappen: 300, reason: 'none', state: 'sent' }],
      credited: [],
    });
  },
);

it('what is given back by hand while the same is being sent is booked besides', async () => {
  const { charge, want, giveBack, books } = await aPaidInvoice();
  await want(300);
  const [begun, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const kysely = new Proxy(world.database.kysely, {
    get(target, name) {
      if (name === 'transaction')
        return () => ({
          async execute<Result>(work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) {
            begun.resolve();
            await sent.promise;
            return (await target.transaction().execute(work)) as Result;
          },
        });
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  let told: Promise<void> | undefined;
  await sendRefunds({
    ...deps,
    provider: {
      ...world.provider,
      async listRefunds(of) {
        const before = await world.provider.listRefunds(of);
        if (of !== charge) return before;
        await giveBack(300);
        const [made] = await world.provider.listRefunds(charge);
        told = applyMadeRefund({ ...deps, database: { ...world.database, kysely } }, made!);
        await begun.promise;
        return before;
      },
    },
  });
  sent.resolve();
  await told;
  expect(await world.provider.listRefunds(charge)).toHaveLength(2);
  expect(await books()).toMatchObject({
    refunds: [
      { amount_rappen: 300, state: 'sent' },
      { amount_rappen: 300, state: 'sent' },
    ],
    credited: [-300],
  });
  expect(await compareWithProvider(deps, 24 * 200)).toEqual([]);
});

it('one of two that our books want of the same sum is one of them, however often it is told at once', async () => {
  const { charge, want, giveBack, books } = await aPaidInvoice();
  await want(300);
  await want(300);
  await giveBack(300);
  const [made] = await world.provider.listRefunds(charge);
  await Promise.all([1, 2, 3].map(() => applyMadeRefund(deps, made!)));
  const { refunds } = await books();
  expect(refunds.map(({ state }) => state).toSorted()).toEqual(['sent', 'wanted']);
  await sendRefunds(deps);
  expect(await world.provider.listRefunds(charge)).toHaveLength(2);
});

it('one that is refused afterwards is a person’s again', async () => {
  const { charge, giveBack, books } = await aPaidInvoice();
  await giveBack(100);
  await applyRecentEvents(deps);
  const [made] = await world.provider.listRefunds(charge);
  await world.cards.control('refund', { refund: made!.id });
  await applyRecentEvents(deps);
  expect(await books()).toMatchObject({ refunds: [{ amount_rappen: 100, state: 'failed' }], credited: [-100] });
});
