import { afterEach, beforeEach, expect, it } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults, moneyOf, moveTo, operateAt } from '../../../tests/factories/billing.ts';
import { invoiceCredit, invoiceList, invoiceMarkPaid, invoiceWriteOff } from './invoices.operator.ts';
import { subscriptionCancel } from './subscriptions.operator.ts';

let api: TestApi;
let operate: ReturnType<typeof operateAt>;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
  operate = operateAt(api);
  api.time.now = new Date('2026-11-09T09:00:00Z');
});
afterEach(async () => {
  expect(await findFaults(api)).toEqual([]);
  await api.close();
});

const monthly = plans.moderate.monthlyRappen;
const inFrancs = (rappen: number) => `CHF ${(rappen / 100).toFixed(2)}`;

it('a cancellation that arrived in time takes back the term that was renewed meanwhile', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2026-11-26T09:00:00Z');
  await buyer.pay();
  await moveTo(api, '2026-12-11T09:00:00Z');
  expect((await buyer.subscription()).subscription).toMatchObject({ term: { from: '2026-12-09' } });
  const received = ['--received', '2026-12-07T22:59:00Z'];
  const tried = await operate(subscriptionCancel, buyer.userId, ...received, '--dry-run');
  expect(tried.lines.at(-1)).toBe('Nothing was changed.');
  expect(await buyer.plan()).toBe('moderate');
  const { lines } = await operate(subscriptionCancel, buyer.userId, ...received);
  expect(lines).toEqual([
    'moderate, a month: ended (free).',
    `Credit note 2026-000003: ${inFrancs(-monthly)}.`,
    `To be given back: ${inFrancs(monthly)} by transfer (payment refund).`,
    'The customer is told by mail.',
  ]);
  expect(await buyer.plan()).toBe('free');
  expect((await operate(subscriptionCancel, buyer.userId, ...received)).failed).toBe(true);
});

it('one that arrived too late ends the next term', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2026-12-11T09:00:00Z');
  // 8 December is a rest day in Zug, and the term ended on the 9th.
  const { lines } = await operate(subscriptionCancel, buyer.userId, '--received', '2026-12-07T23:00:00Z', '--close');
  expect(lines[0]).toBe('moderate, a month: active, ends on 2027-01-09 (closed).');
  expect(await buyer.invoices()).toMatchObject([{ kind: 'invoice', openRappen: monthly }, {}]);
});

it('a mistyped account is refused, and so is not recorded', async () => {
  const received = ['--received', '2026-11-08T09:00:00Z'];
  await expect(operate(subscriptionCancel, 'a@b.example', ...received)).rejects.toThrow('no account with this id');
  expect(await api.database.kysely.selectFrom('operator_actions').selectAll().execute()).toEqual([]);
});

it.each([
  ['no moment', []],
  ['a day', ['--received', '2026-11-08']],
  ['a moment without a zone', ['--received', '2026-11-08T09:00:00']],
  ['the future', ['--received', '2026-11-09T09:00:01Z']],
  ['another option', ['--at', '2026-11-08T09:00:00Z']],
])('%s is no moment of receipt', async (_, args) => {
  await expect(operate(subscriptionCancel, 'user_1', ...args)).rejects.toThrow(/received|at/);
});

it('lists what is open and overdue, and settles it by hand', async () => {
  const [owing, paying] = [aBuyerAt(api), aBuyerAt(api)];
  await owing.give();
  await owing.order();
  await paying.give();
  await paying.order();
  expect((await operate(invoiceList, '--overdue')).lines).toEqual(['None.']);
  await moveTo(api, '2026-11-20T09:00:00Z');
  const { lines } = await operate(invoiceList, '--overdue');
  expect(lines).toEqual([
    `2026-000001  ${owing.userId}  due 2026-11-19  ${inFrancs(monthly)} of ${inFrancs(monthly)}  by transfer`,
    `2026-000002  ${paying.userId}  due 2026-11-19  ${inFrancs(monthly)} of ${inFrancs(monthly)}  by transfer`,
    `${inFrancs(2 * monthly)} in 2 invoices.`,
  ]);
  const paid = ['2026-000002', '--received', '2026-11-18', '--reference', 'cash, receipt 7'];
  await operate(invoiceMarkPaid, ...paid, '--dry-run');
  expect((await paying.subscription()).state).toBe('pending');
  expect((await operate(invoiceMarkPaid, ...paid)).lines).toContain(
    `2026-000002: ${inFrancs(monthly)} paid; nothing is open.`,
  );
  expect(await paying.plan()).toBe('moderate');
  await expect(operate(invoiceMarkPaid, ...paid)).rejects.toThrow('Nothing of it is open.');
  await expect(operate(invoiceMarkPaid, '2026-000001', ...paid.slice(1))).rejects.toThrow('used before');
  await expect(operate(invoiceMarkPaid, '2026-000009', ...paid.slice(1))).rejects.toThrow('no invoice');
  expect((await operate(invoiceList)).lines).toHaveLength(2);
  const actions = await api.database.kysely.selectFrom('operator_actions').select(['command', 'outcome']).execute();
  expect(actions).toContainEqual({
    command: 'invoice mark-paid',
    outcome: `${inFrancs(monthly)} paid: 2026-000002`,
  });
});

it('credits an invoice, from a day on or the whole, and gives back what was paid', async () => {
  const buyer = aBuyerAt(api);
  await buyer.subscribe();
  await moveTo(api, '2026-11-19T09:00:00Z');
  const tried = await operate(invoiceCredit, '2026-000001', '--from', '2026-11-29', '--dry-run');
  const part = Math.ceil((monthly * 10) / 30);
  expect(tried.lines[0]).toBe(`2026-000001: ${inFrancs(part)} credited by 2026-000002; nothing is open.`);
  expect(await buyer.invoices()).toHaveLength(1);
  await operate(invoiceCredit, '2026-000001', '--from', '2026-11-29');
  await operate(invoiceCredit, '2026-000001');
  await expect(operate(invoiceCredit, '2026-000001')).rejects.toThrow('Nothing of it is left');
  const { refunds, mails } = await moneyOf(api, buyer.userId);
  expect(refunds.map(({ amount_rappen }) => amount_rappen)).toEqual([part, monthly - part]);
  expect(mails.filter((kind) => kind === 'credit-note')).toHaveLength(2);
  expect((await buyer.subscription()).state).toBe('active');
});

it('writes off a rest of up to 5 francs, and no more', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order();
  await expect(operate(invoiceWriteOff, '2026-000001')).rejects.toThrow('up to CHF 5.00');
  await buyer.pay(monthly - 501);
  await expect(operate(invoiceWriteOff, '2026-000001')).rejects.toThrow('up to CHF 5.00');
  await buyer.pay(1);
  expect((await operate(invoiceWriteOff, '2026-000001', '--dry-run')).lines[0]).toContain('CHF 5.00 written off');
  expect(await buyer.plan()).toBe('free');
  await operate(invoiceWriteOff, '2026-000001');
  expect(await buyer.plan()).toBe('moderate');
});
