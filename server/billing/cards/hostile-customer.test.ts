import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { plans } from '../../../shared/business/plans.ts';
import { aBuyerAt, findFaults } from '../../../tests/factories/billing.ts';
import { type CardWorld, cardRecords, startCardWorld } from '../../../tests/factories/card-world.ts';
import { enterCard } from '../../../tests/factories/cards-process.ts';

let world: CardWorld;
let records: ReturnType<typeof cardRecords>;
beforeAll(async () => {
  world = await startCardWorld({ SALES_OPEN: 'ch', RATE_LIMIT_FACTOR: '100' });
  records = cardRecords(world);
  await world.cards.control('webhooks', { mode: 'drop' });
});
afterAll(() => world.close());

const monthly = plans.moderate.monthlyRappen;

it.each(['card', 'invoice'] as const)('fifty orders at once by %s are one', async (method) => {
  const buyer = aBuyerAt(world);
  await buyer.give();
  const answers = await Promise.all(Array.from({ length: 50 }, () => buyer.order({ method })));
  const taken = answers.filter(({ statusCode }) => statusCode === 201);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]));
  const open = await world.database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('account_id', '=', buyer.userId)
    .where('state', 'in', ['open', 'created'])
    .execute();
  if (method === 'invoice') expect([taken.length, (await buyer.invoices()).length]).toEqual([1, 1]);
  else {
    expect(open).toHaveLength(1);
    const pages = answers.flatMap((answer) => answer.json().payAt ?? []);
    for (const page of new Set<string>(pages)) await enterCard(page, '4242424242424242');
    await buyer.subscription();
    expect(await records.chargedOf(buyer.userId)).toHaveLength(1);
    expect(await buyer.subscription()).toMatchObject({ state: 'active', plan: 'moderate' });
  }
  expect(await findFaults(world)).toEqual([]);
});

it('a button that is pressed twenty times is one order, one upgrade, one cancellation', async () => {
  const buyer = aBuyerAt(world);
  await buyer.give();
  const key = randomUUID();
  await Promise.all(Array.from({ length: 20 }, () => buyer.order({}, key)));
  expect(await buyer.invoices()).toHaveLength(1);
  await buyer.pay();
  const { actions } = await buyer.subscription();
  const { dueNowRappen: totalRappen } = actions.find(({ product, months }) => product === 'high' && months === 1)!;
  const change = { action: 'change', product: 'high', months: 1, totalRappen } as const;
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => buyer.act(change, n % 2 ? `same key of all ${key}` : randomUUID())),
  );
  expect(await buyer.invoices()).toHaveLength(2);
  await Promise.all(Array.from({ length: 20 }, () => buyer.act({ action: 'cancel', followedBy: 'free' })));
  expect((await buyer.invoices()).filter(({ kind }) => kind === 'credit-note')).toHaveLength(1);
  expect(await findFaults(world)).toEqual([]);
});

it('what a browser changed is refused', async () => {
  const buyer = aBuyerAt(world);
  await buyer.give();
  for (const given of [
    { totalRappen: 1 },
    { totalRappen: monthly - 1 },
    { totalRappen: -monthly },
    { totalRappen: monthly + 0.5 },
    { product: 'high' as const },
    { months: 4 as const },
    { months: 12 as never },
    { product: 'free' as never, totalRappen: 0 },
    { product: 'offline-add-on' as const },
    { method: 'cash' as never },
  ]) {
    const answer = await buyer.order(given);
    expect([given, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([given, true]);
  }
  expect(await buyer.invoices()).toEqual([]);
  await buyer.subscribe();
  for (const totalRappen of [0, 1, -1]) {
    const answer = await buyer.act({ action: 'change', product: 'high', months: 1, totalRappen });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  }
  for (const request of [
    { action: 'steal' },
    { action: 'change', product: 'gold', months: 1, totalRappen: 0 },
    { action: 'change', product: 'high', months: 12, totalRappen: 1 },
    { action: 'change', product: 'high', months: 1 },
    { action: 'cancel', followedBy: 'gold' },
  ]) {
    const answer = await buyer.act(request as never);
    expect([request, answer.statusCode, answer.json().code]).toEqual([request, 422, 'validation-failed']);
  }
  // Not sold, or not for so long: what would follow at the end of the term could not be invoiced.
  for (const months of [1, 4] as const) {
    const answer = await buyer.act({ action: 'change', product: 'offline-add-on', months, totalRappen: 0 });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'change-not-possible']);
  }
  expect(await buyer.plan()).toBe('moderate');
});

it('nothing of somebody else is seen or touched', async () => {
  const [owner, thief] = [aBuyerAt(world), aBuyerAt(world)];
  await owner.give();
  await thief.give();
  const order = (await owner.order({ method: 'card' })).json();
  const headers = { authorization: `Bearer ${await world.issuer.tokenFor(thief.userId)}` };
  expect((await world.app.inject({ url: `${apiPaths.orders}/${order.id}`, headers })).statusCode).toBe(404);
  for (const request of [{ action: 'cancel', followedBy: 'free' }, { action: 'pay' }, { action: 'withdraw' }] as const)
    expect((await thief.act(request)).statusCode).toBe(409);
  // Somebody else pays on the owner's page: the owner has the plan.
  await enterCard(order.payAt, '4242424242424242');
  expect(await owner.subscription()).toMatchObject({ state: 'active' });
  expect(await thief.subscription()).toMatchObject({ state: 'free' });
  const [invoice] = await owner.invoices();
  await world.runDueJobs();
  expect((await world.app.inject({ url: `${apiPaths.invoices}/${invoice!.id}/pdf`, headers })).statusCode).toBe(404);
});
