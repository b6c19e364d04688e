import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, anOrderRequest } from '../../../tests/factories/billing.ts';
import { startViesStandIn } from '../../../tests/factories/vies-stand-in.ts';
import { actIn } from '../../contract/act.ts';
import { readLegalDocuments } from '../../people/legal-documents/legal-documents.ts';
import { readOrderSentences } from './order-texts.ts';
import { placeOrder, settleCardOrder } from './orders.ts';

let api: TestApi;
let register: Awaited<ReturnType<typeof startViesStandIn>>;
let answer: string;
beforeAll(async () => {
  register = await startViesStandIn(() => answer);
  api = await createTestApi({ SALES_OPEN: 'ch,eu-business', VIES_API_URL: register.url });
});
afterAll(async () => {
  await api.close();
  await register.close();
});
beforeEach(() => {
  answer = 'VALID';
  api.time.now = new Date('2026-11-24T10:00:00Z');
});

/** Its number was confirmed on the 24th. */
async function aCompany() {
  const buyer = aBuyerAt(api);
  const company = { kind: 'business', company: 'Bottega Città S.r.l.', country: 'IT' } as const;
  await buyer.give({ ...company, vatNumber: 'IT12345670017' });
  return buyer;
}

const invoiceOf = (accountId: string) =>
  api.database.kysely
    .selectFrom('invoices')
    .leftJoin('vat_checks', 'vat_checks.id', 'vat_check_id')
    .select(['tax_rule', 'vat_rappen', 'buyer', 'state', 'checked_at'])
    .where('invoices.account_id', '=', accountId)
    .executeTakeFirstOrThrow();

it('an invoice names the newest proof that the customer owes the tax', async () => {
  const buyer = await aCompany();
  api.time.now = new Date('2026-11-26T10:00:00Z');
  expect((await buyer.order()).statusCode).toBe(201);
  expect(await invoiceOf(buyer.userId)).toMatchObject({
    tax_rule: 'reverse-charge',
    state: 'valid',
    checked_at: api.time.now,
  });
});

it.each([
  ['INVALID', 422, 'vat-number-invalid'],
  ['MS_UNAVAILABLE', 503, 'vat-check-unavailable'],
])('a number that was confirmed two days ago and now is %s buys nothing without tax', async (verdict, status, code) => {
  const buyer = await aCompany();
  api.time.now = new Date('2026-11-26T10:00:00Z');
  answer = verdict;
  const refused = await buyer.order();
  expect([refused.statusCode, refused.json().code]).toEqual([status, code]);
});

it('an order that is paid later has the tax of whoever placed it', async () => {
  const buyer = await aCompany();
  const { config, database, jobs, app, time } = api;
  const deps = {
    config,
    database,
    jobs,
    log: app.log,
    clock: () => time.now,
    accountParts: [],
    retentionRules: [],
    promiseChecks: [],
    waitingKinds: [],
  };
  const context = { ...deps, legalDocuments: await readLegalDocuments(), sentences: readOrderSentences() };
  const request = anOrderRequest(time.now, { method: 'card' });
  const order = await placeOrder(context, { accountId: buyer.userId, request, idempotencyKey: 'by card' });
  await buyer.give();
  const paid = { orderId: order.id, providerRef: 'pi_1', amountRappen: order.total_rappen, receivedOn: '2026-11-24' };
  expect(await database.kysely.transaction().execute((trx) => settleCardOrder(actIn(trx, deps), paid))).toBe('settled');
  expect(await invoiceOf(buyer.userId)).toMatchObject({
    tax_rule: 'reverse-charge',
    buyer: { company: 'Bottega Città S.r.l.' },
    state: 'valid',
  });
});
