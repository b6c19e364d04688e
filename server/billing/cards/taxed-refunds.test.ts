import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderAnswer } from '../../../shared/api/orders.ts';
import { orderPath } from '../../../shared/api-paths.ts';
import { plans } from '../../../shared/business/plans.ts';
import { vatRappen } from '../../../shared/business/vat.ts';
import { aBuyerAt, findFaults } from '../../../tests/factories/billing.ts';
import { type CardWorld, cardDependencies, cardRecords, startCardWorld } from '../../../tests/factories/card-world.ts';
import { enterCard } from '../../../tests/factories/cards-process.ts';
import { compareWithProvider } from './cards.ts';
import { applyRecentEvents } from './sweep.ts';

const permille = 81;

let world: CardWorld;
beforeAll(async () => {
  world = await startCardWorld({ SALES_OPEN: 'ch' });
  await world.cards.control('webhooks', { mode: 'drop' });
});
afterAll(() => world.close());

it('a part that was given back in the dashboard is credited with its tax, and all books agree', async () => {
  world.time.now = new Date('2026-12-01T10:00:00Z');
  const { kysely } = world.database;
  const registered = { change: 'start', number: 'CHE123456789MWST', on_day: '2026-11-24' } as const;
  await kysely
    .insertInto('tax_registrations')
    .values({ id: crypto.randomUUID(), regime: 'swiss', ...registered, recorded_at: world.time.now })
    .execute();
  const buyer = aBuyerAt(world);
  await buyer.give();
  const price = plans.moderate.monthlyRappen;
  const totalRappen = price + vatRappen(price, permille);
  const order: OrderAnswer = (await buyer.order({ method: 'card', totalRappen })).json();
  await enterCard(order.payAt!, '4242424242424242');
  await expect
    .poll(async () => (await world.get(orderPath(order.id), buyer.userId)).json().state, { timeout: 30_000 })
    .toBe('paid');
  const [payment] = await cardRecords(world).paymentsOf(buyer.userId);

  await world.cards.control('refund-by-hand', { payment_intent: payment!.provider_ref, amount: 1081 });
  const deps = cardDependencies(world);
  expect(await compareWithProvider(deps, 24)).toHaveLength(1);
  await applyRecentEvents(deps);
  expect(
    await kysely
      .selectFrom('invoices')
      .select(['net_rappen', 'vat_rappen', 'total_rappen', 'vat_permille'])
      .where('account_id', '=', buyer.userId)
      .where('kind', '=', 'credit-note')
      .execute(),
  ).toEqual([{ net_rappen: -1000, vat_rappen: -81, total_rappen: -1081, vat_permille: permille }]);
  expect(await compareWithProvider(deps, 24)).toEqual([]);
  expect(await findFaults(world)).toEqual([]);
});
