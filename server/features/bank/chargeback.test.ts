import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, findFaults } from '../../../tests/factories/billing.ts';
import { bankBookingJob } from './bank-booking.ts';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
  api.time.now = new Date('2027-01-10T09:00:00Z');
}, 60_000);
afterEach(async () => {
  expect(await findFaults(api)).toEqual([]);
  await api.close();
});

it('a transfer that the bank takes back suspends, and a payment brings it back', async () => {
  const buyer = aBuyerAt(api);
  await buyer.give();
  await buyer.order();
  const { reference, openRappen } = (await buyer.subscription()).payment!.invoice!;
  const statement = { id: randomUUID(), file_sha256: 'ab'.repeat(32), message_id: 'S', iban: 'CH93' };
  await api.database.kysely
    .insertInto('bank_statements')
    .values({
      ...{ ...statement, from_on: '2027-01-10', until_on: '2027-01-10' },
      ...{ opening_rappen: null, closing_rappen: null, imported_at: api.time.now },
    })
    .execute();
  const receive = async (amount_rappen: number) => {
    await api.database.kysely
      .insertInto('bank_entries')
      .values({
        ...{ id: randomUUID(), statement_id: statement.id, entry_key: randomUUID(), amount_rappen },
        ...{ booked_on: '2027-01-10', value_on: '2027-01-10', debtor_name: null, debtor_iban: null, message: null },
        ...{ reference, state: 'open', note: null },
      })
      .execute();
    const { config, database, jobs, app } = api;
    const deps = { config, database, jobs, log: app.log, clock: () => api.time.now };
    await bankBookingJob.handle(
      { ...deps, accountParts: [], retentionRules: [], promiseChecks: [] },
      undefined as never,
    );
  };
  await receive(openRappen);
  expect(await buyer.subscription()).toMatchObject({ state: 'active', plan: 'moderate' });
  await receive(-openRappen);
  expect(await buyer.subscription()).toMatchObject({
    state: 'suspended',
    plan: 'free',
    payment: { invoice: { openRappen } },
  });
  await receive(openRappen);
  expect(await buyer.subscription()).toMatchObject({ state: 'active', plan: 'moderate', payment: null });
});
