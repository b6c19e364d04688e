import { afterEach, beforeEach, expect, it } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, importStatement, moveTo } from '../../../tests/factories/billing.ts';
import { closeAccount, keepAccount } from '../../privacy/closing/closing.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
});
afterEach(() => api.close());

const monthly = plans.moderate.monthlyRappen;

it('serves nothing before an order by invoice is paid, and a term from that day on', async () => {
  api.time.now = new Date('2026-12-01T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.give();
  const placed = await buyer.order();
  expect(placed.json()).toMatchObject({ state: 'open', invoice: { openRappen: monthly, dueOn: '2026-12-11' } });
  expect(await buyer.subscription()).toMatchObject({
    state: 'pending',
    plan: 'free',
    payment: { state: 'awaiting-transfer', invoice: { number: '2026-000001', reference: /^RF/ } },
  });
  await buyer.pay(monthly - 1);
  expect(await buyer.plan()).toBe('free');
  api.time.now = new Date('2026-12-09T12:00:00Z');
  await buyer.pay();
  expect(await buyer.subscription()).toMatchObject({
    state: 'active',
    plan: 'moderate',
    subscription: { term: { from: '2026-12-09', until: '2027-01-09' } },
    payment: null,
    nextCharge: { on: '2027-01-09', amountRappen: monthly, method: 'invoice' },
    // The 8th is a Friday, and no rest day.
    deadlines: { noticeBy: '2027-01-08' },
  });
});

it('lapses after 30 days without a payment, with a credit note', async () => {
  api.time.now = new Date('2026-12-01T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.give();
  const { id } = (await buyer.order()).json();
  await moveTo(api, '2026-12-30T12:00:00Z');
  expect((await buyer.subscription()).state).toBe('pending');
  // It may be paid, as long as nobody has imported the statement of yesterday.
  await moveTo(api, '2026-12-31T12:00:00Z');
  expect((await buyer.subscription()).state).toBe('pending');
  await importStatement(api, '2026-12-30');
  await moveTo(api, '2026-12-31T12:10:00Z');
  expect((await buyer.subscription()).state).toBe('free');
  expect(await buyer.invoices()).toMatchObject([
    { kind: 'credit-note', totalRappen: -monthly },
    { kind: 'invoice', state: 'credited', openRappen: 0 },
  ]);
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor(buyer.userId)}` };
  expect((await api.app.inject({ url: `/api/orders/${id}`, headers })).json()).toMatchObject({ state: 'expired' });
});

it('renews: the invoice 14 days ahead, the term on its day, and a term of the 31st returns to the 31st', async () => {
  api.time.now = new Date('2027-01-31T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2027-02-13T12:00:00Z');
  expect(await buyer.invoices()).toHaveLength(1);
  await moveTo(api, '2027-02-14T12:00:00Z');
  expect(await buyer.invoices()).toMatchObject([{ issuedOn: '2027-02-14', dueOn: '2027-02-28', state: 'open' }, {}]);
  await buyer.pay();
  await moveTo(api, '2027-02-28T12:00:00Z');
  expect((await buyer.subscription()).subscription).toMatchObject({
    term: { from: '2027-02-28', until: '2027-03-31' },
  });
  await moveTo(api, '2027-03-20T12:00:00Z');
  await buyer.pay();
  await moveTo(api, '2027-03-31T12:00:00Z');
  expect((await buyer.subscription()).subscription).toMatchObject({
    term: { from: '2027-03-31', until: '2027-04-30' },
  });
});

it('a cancellation in time takes the next invoice back and ends with the term, also from 8 December on, a rest day', async () => {
  api.time.now = new Date('2026-11-09T09:00:00Z');
  const [early, late] = [aBuyerAt(api), aBuyerAt(api)];
  await early.subscribe();
  await late.subscribe();
  await moveTo(api, '2026-12-07T22:59:00Z');
  expect((await early.subscription()).deadlines.noticeBy).toBe('2026-12-07');
  const cancelled = await early.act({ action: 'cancel', followedBy: 'free' });
  expect(cancelled.json()).toMatchObject({ subscription: { endsOn: '2026-12-09', endsWith: 'free' }, payment: null });
  expect(await early.invoices()).toMatchObject([{ kind: 'credit-note', totalRappen: -monthly }, {}, {}]);
  await moveTo(api, '2026-12-07T23:00:00Z');
  const next = await late.act({ action: 'cancel', followedBy: 'free' });
  expect(next.json()).toMatchObject({ subscription: { endsOn: '2027-01-09' } });
  await late.pay();
  await moveTo(api, '2026-12-08T23:59:00Z');
  expect(await early.plan()).toBe('moderate');
  await moveTo(api, '2026-12-09T00:00:00Z');
  expect([await early.plan(), await late.plan()]).toEqual(['free', 'moderate']);
  await moveTo(api, '2027-01-09T12:00:00Z');
  expect(await late.plan()).toBe('free');
  expect((await late.invoices()).filter(({ kind }) => kind === 'invoice')).toHaveLength(2);
});

it('resumes what was cancelled, once for a key', async () => {
  api.time.now = new Date('2026-11-09T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await buyer.act({ action: 'cancel', followedBy: 'close' });
  const resume = { action: 'resume' } as const;
  expect((await buyer.act(resume, 'once')).json()).toMatchObject({ subscription: { endsOn: null } });
  expect((await buyer.act(resume, 'once')).statusCode).toBe(200);
  expect((await buyer.act(resume)).json()).toMatchObject({ code: 'change-not-possible' });
});

it('changes downwards at the end of the term, by the invoice for the next one', async () => {
  api.time.now = new Date('2026-11-09T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe({ product: 'high', totalRappen: plans.high.monthlyRappen });
  await moveTo(api, '2026-11-26T12:00:00Z');
  expect(await buyer.invoices()).toHaveLength(2);
  await buyer.act({ action: 'change', product: 'moderate', months: 1, totalRappen: 0 });
  await moveTo(api, '2026-11-26T12:01:00Z');
  expect(await buyer.invoices()).toMatchObject([
    { totalRappen: monthly, state: 'open' },
    { kind: 'credit-note', totalRappen: -plans.high.monthlyRappen },
    { state: 'credited' },
    {},
  ]);
  await buyer.pay();
  expect(await buyer.plan()).toBe('high');
  await moveTo(api, '2026-12-09T12:00:00Z');
  expect(await buyer.subscription()).toMatchObject({ plan: 'moderate', subscription: { next: null } });
});

it('an upgrade by transfer counts from its payment, less what is left of the term, and lapses without one', async () => {
  api.time.now = new Date('2026-11-01T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2026-11-11T12:00:00Z');
  const change = (await buyer.subscription()).actions.find(
    ({ action, product, months }) => action === 'change' && product === 'high' && months === 1,
  )!;
  expect(change.dueNowRappen).toBe(plans.high.monthlyRappen - Math.ceil((monthly * 20) / 30));
  const upgrade = { action: 'change', product: 'high', months: 1, totalRappen: change.dueNowRappen } as const;
  expect((await buyer.act({ ...upgrade, totalRappen: 1 })).json()).toMatchObject({ code: 'order-changed' });
  expect((await buyer.act(upgrade)).statusCode).toBe(200);
  expect(await buyer.plan()).toBe('moderate');
  await moveTo(api, '2026-11-22T12:00:00Z');
  expect((await buyer.invoices()).some(({ kind }) => kind === 'credit-note')).toBe(false);
  await importStatement(api, '2026-11-21');
  await moveTo(api, '2026-11-22T12:10:00Z');
  expect((await buyer.invoices()).find(({ kind }) => kind === 'credit-note')).toMatchObject({
    totalRappen: -change.dueNowRappen,
  });
  // The next month is paid by now: that goes back.
  await buyer.pay();
  const again = (await buyer.subscription()).actions.find(({ product }) => product === 'high')!;
  await buyer.act({ ...upgrade, totalRappen: again.dueNowRappen });
  await buyer.pay();
  const refunds = await api.database.kysely.selectFrom('refunds').select(['amount_rappen', 'state']).execute();
  expect(refunds).toEqual([{ amount_rappen: monthly, state: 'wanted' }]);
  expect(await buyer.subscription()).toMatchObject({
    plan: 'high',
    subscription: { product: 'high', term: { from: '2026-11-22', until: '2026-12-22' } },
  });
});

it('a closed account has nothing more to pay for two years, and gets what is left of its term when it is kept', async () => {
  api.time.now = new Date('2025-09-03T09:00:00Z');
  const [gone, kept] = [aBuyerAt(api), aBuyerAt(api)];
  for (const buyer of [gone, kept]) await buyer.subscribe();
  const deps = { database: api.database, config: api.config, clock: () => api.time.now, jobs: api.jobs };
  for (const buyer of [gone, kept]) await closeAccount(deps, buyer.userId);
  expect((await kept.subscription()).plan).toBe('free');
  api.time.now = new Date('2025-09-10T09:00:00Z');
  await keepAccount(deps, kept.userId);
  expect(await kept.subscription()).toMatchObject({ plan: 'moderate', subscription: { endsOn: '2025-10-03' } });
  for (const day of ['2025-09-20', '2025-10-03', '2026-03-01']) await moveTo(api, `${day}T12:00:00Z`);
  await moveTo(api, '2027-10-03T09:00:00Z');
  expect(await kept.plan()).toBe('free');
  const rows = await api.database.kysely
    .selectFrom('invoices')
    .select('id')
    .where('account_id', 'in', [gone.userId, kept.userId])
    .execute();
  expect(rows).toHaveLength(2);
});

it.each([
  ['suspended', { status: 'suspended' }],
  ['restricted', { restricted_at: new Date('2027-01-12T09:00:00Z') }],
] as const)('an account that is %s can leave what it costs, and nothing else', async (_, held) => {
  api.time.now = new Date('2027-01-10T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await api.database.kysely.updateTable('accounts').set(held).where('id', '=', buyer.userId).execute();
  for (const request of [{ action: 'method', method: 'card' }, { action: 'card' }] as const)
    expect((await buyer.act(request)).statusCode).toBe(403);
  const answer = await buyer.act({ action: 'cancel', followedBy: 'free' });
  expect(answer.json()).toMatchObject({ subscription: { endsOn: '2027-02-10' } });
});

it.each([
  ['suspended', '02', { status: 'suspended' }, { status: 'active' }],
  ['restricted', '05', { restricted_at: new Date('2027-05-10T09:00:00Z') }, { restricted_at: null }],
] as const)(
  'what is bought with an account that is %s is not renewed: it ends with its term, unless that is over before',
  async (_, month, on, off) => {
    const at = (months: number, day: string) => `2027-0${Number(month) + months}-${day}`;
    api.time.now = new Date(`${at(0, '10')}T09:00:00Z`);
    const [held, freed] = [aBuyerAt(api), aBuyerAt(api)];
    const set = ({ userId }: typeof held, change: typeof on | typeof off) =>
      api.database.kysely.updateTable('accounts').set(change).where('id', '=', userId).execute();
    for (const buyer of [held, freed]) {
      await buyer.subscribe();
      await set(buyer, on);
    }
    await moveTo(api, `${at(1, '05')}T09:00:00Z`);
    expect(await held.invoices()).toHaveLength(1);
    expect((await held.subscription()).nextCharge).toBe(null);
    await set(freed, off);
    await moveTo(api, `${at(1, '10')}T09:00:00Z`);
    expect(await held.subscription()).toMatchObject({ state: 'free', payment: null });
    expect(await held.invoices()).toHaveLength(1);
    expect(await freed.subscription()).toMatchObject({
      state: 'active',
      subscription: { term: { from: at(1, '10') } },
    });
  },
);

it('whoever restricts their data before the card is charged for a term is told of no debt, and owes none', async () => {
  api.time.now = new Date('2027-07-10T09:00:00Z');
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  const { kysely } = api.database;
  await kysely.updateTable('subscriptions').set({ method: 'card' }).where('account_id', '=', buyer.userId).execute();
  await moveTo(api, '2027-08-10T00:30:00Z');
  expect(await buyer.invoices()).toHaveLength(2);
  const set = (restricted_at: Date | null) =>
    kysely.updateTable('accounts').set({ restricted_at }).where('id', '=', buyer.userId).execute();
  await set(api.time.now);
  for (const time of ['2027-08-11T00:30:00Z', '2027-08-19T06:00:00Z']) await moveTo(api, time);
  await set(null);
  expect(await buyer.subscription()).toMatchObject({ state: 'free', subscription: null, payment: null });
  const mails = await kysely.selectFrom('mails').select('kind').where('account_id', '=', buyer.userId).execute();
  const told = mails.map(({ kind }) => kind);
  expect(told).toContain('ended');
  for (const kind of ['payment-overdue', 'suspended']) expect(told).not.toContain(kind);
});
