import { afterEach, beforeEach, expect, it } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, moveTo } from '../../../tests/factories/billing.ts';
import { actIn } from '../../contract/act.ts';
import { closeAccount, keepAccount } from '../../privacy/closing/closing.ts';
import { applyOnce } from './subscriptions.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
});
afterEach(() => api.close());

const [moderate, high] = [plans.moderate.monthlyRappen, plans.high.monthlyRappen];

/** Moderate, and on the same day High instead, both paid by transfer. */
async function anUpgradeOnTheFirstDay() {
  api.time.now = new Date('2026-11-09T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  const upgrade = { action: 'change', product: 'high', months: 1, totalRappen: high - moderate } as const;
  expect((await buyer.act(upgrade)).statusCode).toBe(200);
  await buyer.pay();
  expect(await buyer.plan()).toBe('high');
  return buyer;
}

const refunds = async () =>
  (await api.database.kysely.selectFrom('refunds').select('amount_rappen').execute()).map((row) => row.amount_rappen);

it('an upgrade on the first day of a term keeps the price that was taken off it', async () => {
  const buyer = await anUpgradeOnTheFirstDay();
  await buyer.act({ action: 'cancel', followedBy: 'free' });
  await moveTo(api, '2026-12-09T12:00:00Z');
  expect(await buyer.plan()).toBe('free');
  expect((await buyer.invoices()).map(({ totalRappen }) => totalRappen)).toEqual([high - moderate, moderate]);
  expect(await refunds()).toEqual([]);
});

it('a withdrawal from an upgrade on the first day gives back both prices', async () => {
  const buyer = await anUpgradeOnTheFirstDay();
  const [upgrade] = await buyer.invoices();
  const event = { kind: 'withdraw', invoiceId: upgrade!.id, unasked: [] } as const;
  const deps = { config: api.config, clock: () => api.time.now, jobs: api.jobs };
  const given = { accountId: buyer.userId, event, source: 'a withdrawal' };
  await api.database.kysely.transaction().execute((trx) => applyOnce(actIn(trx, deps), given));
  expect(await refunds()).toEqual([high - moderate, moderate]);
});

it('an account closed and kept on the day of an unpaid term has nothing left of it', async () => {
  api.time.now = new Date('2026-11-09T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2026-12-09T12:00:00Z');
  expect(await buyer.subscription()).toMatchObject({ state: 'active', payment: { state: 'awaiting-transfer' } });
  const deps = { database: api.database, config: api.config, clock: () => api.time.now, jobs: api.jobs };
  await closeAccount(deps, buyer.userId);
  await keepAccount(deps, buyer.userId);
  expect(await buyer.subscription()).toMatchObject({ state: 'free', plan: 'free' });
  expect((await buyer.invoices())[0]).toMatchObject({ kind: 'credit-note', totalRappen: -moderate });
});

it('an upgrade waits until what is owed is paid, and until another one has lapsed', async () => {
  api.time.now = new Date('2026-11-09T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2026-12-09T12:00:00Z');
  const upgrade = { action: 'change', product: 'high', months: 1, totalRappen: high - moderate } as const;
  const problemOf = async () => (await buyer.act(upgrade)).json().code;
  expect(await problemOf()).toBe('debt-open');
  await buyer.pay();
  expect(await problemOf()).toBeUndefined();
  expect(await problemOf()).toBe('payment-pending');
});

it('an upgrade between midnight in Zurich and in UTC replaces the term that begins', async () => {
  api.time.now = new Date('2026-11-09T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2026-11-30T12:00:00Z');
  await buyer.pay();
  await moveTo(api, '2026-12-08T23:05:00Z');
  await buyer.act({ action: 'change', product: 'high', months: 1, totalRappen: high - moderate });
  await buyer.pay();
  expect(await buyer.plan()).toBe('moderate');
  await moveTo(api, '2026-12-09T00:00:00Z');
  expect(await buyer.subscription()).toMatchObject({
    plan: 'high',
    subscription: { term: { from: '2026-12-09', until: '2027-01-09' } },
  });
  expect(await refunds()).toEqual([]);
});
