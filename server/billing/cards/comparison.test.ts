import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  anOrder,
  type CardWorld,
  cardDependencies,
  cardRecords,
  refreshUntilAnswered,
  startCardWorld,
} from '../../../tests/factories/card-world.ts';
import { enterCard } from '../../../tests/factories/cards-process.ts';
import { bookPayment, wantRefund } from '../payments/payments.ts';
import { compareWithProvider, openCheckout } from './cards.ts';

let world: CardWorld;
beforeAll(async () => {
  world = await startCardWorld();
  await world.cards.control('webhooks', { mode: 'drop' });
});
afterAll(() => world.close());

it('finds charges and refunds that only the provider knows, or only the books', async () => {
  const { database, time, provider } = world;
  const deps = cardDependencies(world);
  const order = await anOrder(world);
  const { payAt } = await openCheckout(deps, order);
  await enterCard(payAt, '4242424242424242');
  // What is being paid just now is no difference.
  expect(await compareWithProvider(deps, 1)).toEqual([]);
  await refreshUntilAnswered(deps, order.accountId);
  expect(await compareWithProvider(deps, 1)).toEqual([]);

  const records = cardRecords(world);
  const { stripe_customer_id: customer, card_payment_method: card } = await records.customerOf(order.accountId);
  const [attempt] = await records.attemptsOf(order.accountId);
  const wanted = {
    customer: customer!,
    card: card!,
    amountRappen: 100,
    attemptId: attempt!.id,
    debt: 'none',
    description: 'twice',
  };
  const twice = await provider.charge(wanted, randomUUID());
  const [lost, returned] = [
    await provider.charge({ ...wanted, attemptId: randomUUID() }, randomUUID()),
    await provider.charge({ ...wanted, attemptId: randomUUID() }, randomUUID()),
  ];
  await provider.refund({ charge: returned.id, amountRappen: 100, refundId: 'by hand' }, randomUUID());
  const refund = await database.kysely.transaction().execute(async (trx) => {
    const payment = { accountId: order.accountId, method: 'card', amountRappen: 1, receivedOn: '2026-11-25' } as const;
    const id = await bookPayment(trx, { ...payment, providerRef: 'pi_nobody_knows' }, time.now);
    return wantRefund(trx, { paymentId: id!, amountRappen: 1, reason: 'none' }, time.now);
  });
  await database.kysely
    .updateTable('refunds')
    .set({ state: 'sent', sent_at: time.now, provider_ref: 're_nobody_knows' })
    .where('id', '=', refund)
    .execute();
  expect(await compareWithProvider(deps, 1)).toEqual([lost.id, twice.id, 'pi_nobody_knows', 're_nobody_knows']);
});
