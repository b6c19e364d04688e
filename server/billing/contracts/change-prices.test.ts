import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt } from '../../../tests/factories/billing.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
});
afterAll(() => api.close());
beforeEach(() => {
  api.time.now = new Date('2026-11-09T09:00:00Z');
});

const monthly = plans.moderate.monthlyRappen;

it('refuses a change at another price than it has, whatever it is to, and keeps what runs', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  const { actions } = await buyer.subscription();
  const changes = actions.filter(({ action }) => action === 'change');
  expect(changes.map(({ product, months }) => [product, months])).toEqual(
    expect.arrayContaining([
      ['high', 1],
      ['moderate', 4],
    ]),
  );
  const asked = (product: string | null, months: number | null, given: object) =>
    buyer.act({ action: 'change', product, months, ...given } as never);
  for (const { product, months, dueNowRappen, termRappen } of changes)
    for (const other of [
      { totalRappen: dueNowRappen + 1, termRappen },
      { totalRappen: dueNowRappen, termRappen: termRappen - 1 },
    ])
      expect((await asked(product, months, other)).json()).toMatchObject({ code: 'order-changed' });
  const toFree = { action: 'change', product: 'free', months: 1 } as const;
  expect((await buyer.act({ ...toFree, totalRappen: 1 })).json()).toMatchObject({ code: 'order-changed' });
  expect((await buyer.subscription()).subscription).toMatchObject({ product: 'moderate', next: null, endsOn: null });
});

it('refuses a cheaper plan at another price than was shown', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe({ product: 'high', totalRappen: plans.high.monthlyRappen });
  const change = { action: 'change', product: 'moderate', months: 1 } as const;
  for (const shown of [{ totalRappen: 1 }, { totalRappen: 0, termRappen: monthly - 1 }])
    expect((await buyer.act({ ...change, ...shown })).json()).toMatchObject({ code: 'order-changed' });
  expect((await buyer.subscription()).subscription).toMatchObject({ next: null });
  expect((await buyer.act({ ...change, totalRappen: 0, termRappen: monthly })).statusCode).toBe(200);
  expect((await buyer.subscription()).subscription).toMatchObject({ next: { product: 'moderate', months: 1 } });
});

it.each([
  ['gold', 1],
  ['moderate', 12],
  ['offline-add-on', 4],
])('never plans what has no price: %s, %d', async (product, months) => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  const plan = sql`update subscriptions set next_product = ${product}, next_months = ${months}::integer
    where account_id = ${buyer.userId}`;
  await expect(api.database.asOwner((owner) => plan.execute(owner))).rejects.toThrow('next_offer');
});
