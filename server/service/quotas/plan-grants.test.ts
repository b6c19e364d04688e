import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt } from '../../../tests/factories/billing.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import { findPlanAt } from '../../billing/contracts/contracts.ts';
import { product } from '../../features.ts';
import { perform } from '../../operator/perform.ts';
import { up } from './migrations/0051-enterprise-grants.ts';
import { planGrant, planRevoke, usageShow } from './plan.operator.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
  await api.download('user_granted');
});
afterAll(() => api.close());

const run = (command: typeof planGrant, ...args: string[]) =>
  perform(api.database, command, args, { ...product, config: api.config, clock: () => api.time.now });
const usageOf = async () => (await api.get(apiPaths.usage, 'user_granted')).json();

it('an operator gives a plan, and takes it back', async () => {
  expect(await usageOf()).toMatchObject({ plan: 'free', quotas: { online: { limit: 45 } } });
  expect(await run(planGrant, 'user_granted', 'moderate')).toMatchObject({ outcome: 'granted: moderate' });
  expect(await usageOf()).toMatchObject({
    plan: 'moderate',
    quotas: { online: { limit: 450 }, offline: { limit: null } },
  });
  await run(planGrant, 'user_granted', 'enterprise', '--online', '12000');
  expect(await usageOf()).toMatchObject({
    plan: 'enterprise',
    cycle: { start: api.time.now.toISOString() },
    quotas: { online: { limit: 12_000, used: 0 } },
  });
  expect((await api.get(apiPaths.account, 'user_granted')).json()).toMatchObject({
    plan: 'enterprise',
    quotas: { onlineRequestsPerMonth: 12_000 },
    usage: { online: { limit: 12_000 } },
  });
  const shown = await run(usageShow, 'user_granted');
  expect(shown.lines[0]).toContain('plan enterprise,');
  expect(shown.lines.join('\n')).toContain('online: 0 of 12000 used, 12000 left');
  expect(await run(planRevoke, 'user_granted')).toMatchObject({ outcome: 'revoked' });
  expect(await run(planRevoke, 'user_granted')).toMatchObject({ outcome: 'none' });
  const actions = await api.database.kysely.selectFrom('operator_actions').selectAll().execute();
  const told = actions.map(({ command, subject, outcome }) => [command, subject, outcome]);
  expect(told).toEqual([
    ['plan grant', 'user_granted', 'granted: moderate'],
    ['plan grant', 'user_granted', 'granted: enterprise'],
    ['usage show', 'user_granted', 'shown'],
    ['plan revoke', 'user_granted', 'revoked'],
    ['plan revoke', 'user_granted', 'none'],
  ]);
  expect(await usageOf()).toMatchObject({ plan: 'free', quotas: { online: { limit: 45 } } });
});

it('what was given to an enterprise before is known by the operator’s log, and what was given otherwise stays as it is', async () => {
  const { database, remove } = await openTestDatabase();
  try {
    const accounts = [anAccount(), anAccount()];
    await database.kysely.insertInto('accounts').values(accounts).execute();
    for (const [index, name] of ['enterprise', 'high'].entries())
      await perform(database, planGrant, [accounts[index]!.id, name, '--online', '9000'], {
        ...{ ...product, config: api.config, clock: () => api.time.now },
      });
    await database.asOwner(async (owner) => {
      await sql`alter table plan_grants drop column is_enterprise`.execute(owner);
      await up(owner);
    });
    const plans = await Promise.all(accounts.map(({ id }) => findPlanAt(database.kysely, id, api.time.now)));
    expect(plans.map((plan) => [plan!.heldAs, plan!.plan, plan!.quotas.online])).toEqual([
      ['enterprise', 'high', 9000],
      ['high', 'high', 9000],
    ]);
  } finally {
    await remove();
  }
});

it('a plan that was given until a day ends on that day', async () => {
  const start = api.time.now;
  const until = new Date(start.getTime() + 3 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await run(planGrant, 'user_granted', 'high', '--until', until);
  api.time.now = new Date(Date.parse(until) - 1);
  expect((await usageOf()).plan).toBe('high');
  api.time.now = new Date(until);
  expect((await usageOf()).plan).toBe('free');
  api.time.now = start;
});

it('what was bought stays in force where it is better than what was given, and the other way round', async () => {
  const buyer = aBuyerAt(api, 'user_granted');
  const start = api.time.now;
  await buyer.subscribe({ product: 'high', totalRappen: plans.high.monthlyRappen });
  const day = api.time.now.toISOString().slice(0, 10);
  await run(planGrant, 'user_granted', 'moderate');
  expect(await usageOf()).toMatchObject({
    plan: 'high',
    cycle: { start: `${day}T00:00:00.000Z` },
    quotas: { online: { limit: 2225 } },
  });
  await run(planGrant, 'user_granted', 'enterprise', '--online', '12000');
  expect(await usageOf()).toMatchObject({ plan: 'enterprise', quotas: { online: { limit: 12_000 } } });
  await run(planRevoke, 'user_granted');
  api.time.now = start;
});

it.each([
  [[]],
  [['user_granted', 'free']],
  [['user_granted', 'enterprise']],
  [['user_nobody', 'high']],
  [['user_granted', 'high', '--online', '0']],
  [['user_granted', 'high', '--until', '2020-01-01']],
  [['user_granted', 'high', '--until', 'soon']],
])('refuses %j', async (args) => {
  await expect(run(planGrant, ...args)).rejects.toThrow();
});
