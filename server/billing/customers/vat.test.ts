import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CustomerRequest } from '../../../shared/api/customer.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { addDays } from '../../../shared/days.ts';
import { hourMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aCustomerRequest, insertBooks, someBooks } from '../../../tests/factories/book-records.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { startViesStandIn } from '../../../tests/factories/vies-stand-in.ts';
import { act } from '../../contract/act.ts';
import { findTaxRegistrations } from './customers.ts';
import { vatEnd, vatRegister } from './vat.operator.ts';

let api: TestApi;
let register: Awaited<ReturnType<typeof startViesStandIn>>;
let answer: string;
let asked: number;
beforeAll(async () => {
  register = await startViesStandIn(() => {
    asked += 1;
    return answer;
  });
  api = await createTestApi({ VIES_API_URL: register.url });
});
afterAll(async () => {
  await api.close();
  await register.close();
});
beforeEach(() => {
  answer = 'VALID';
  asked = 0;
});
// Nobody is asked for in the next test.
afterEach(() => api.database.kysely.updateTable('customers').set({ vat_number: null, vat_state: 'none' }).execute());

const company: Partial<CustomerRequest> = {
  kind: 'business',
  company: 'Bottega Città S.r.l.',
  country: 'IT',
  vatNumber: 'IT12345670017',
};
async function put(userId: string, given: Partial<CustomerRequest> = {}) {
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor(userId)}` };
  const payload = aCustomerRequest({ ...company, ...given });
  return api.app.inject({ method: 'PUT', url: apiPaths.customer, headers, payload });
}
const vatOf = async (userId: string) => (await api.get(apiPaths.customer, userId)).json().customer.vat;
const checksOf = (accountId: string) =>
  api.database.kysely
    .selectFrom('vat_checks')
    .select(['state', 'raw'])
    .where('account_id', '=', accountId)
    .orderBy('checked_at')
    .execute();
async function waitHours(hours: number) {
  api.time.now = new Date(api.time.now.getTime() + hours * hourMs);
  expect(await api.runDueJobs()).not.toContain('vat-checks');
}
const asOwner = (statement: ReturnType<typeof sql>) =>
  api.database.kysely.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx);
    await statement.execute(trx);
  });
const mailsOf = async (accountId: string) =>
  (
    await api.database.kysely
      .selectFrom('mails')
      .select(['kind', 'message'])
      .where('account_id', '=', accountId)
      .where('kind', 'like', 'vat-%')
      .orderBy('enqueued_at')
      .execute()
  ).map(({ kind, message }) => ({ kind, words: wordsOf(message!) }));

it('a number is confirmed while its holder waits, and the answer is kept as it came', async () => {
  expect((await put('user_valid')).json().customer.vat).toEqual({
    state: 'valid',
    checkedAt: api.time.now.toISOString(),
    registeredName: 'MUSTER S.P.A.',
  });
  const [check, ...others] = await checksOf('user_valid');
  expect([check!.state, others]).toEqual(['valid', []]);
  expect(JSON.parse(check!.raw!)).toMatchObject({ isValid: true, vatNumber: '12345670017' });
  expect(await mailsOf('user_valid')).toEqual([]);
  await put('user_valid');
  expect(asked, 'asked once').toBe(1);
});

it('a number that the register does not know is refused', async () => {
  answer = 'INVALID';
  const refused = await put('user_invalid');
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'vat-number-invalid']);
  expect(await vatOf('user_invalid')).toMatchObject({ state: 'invalid', registeredName: null });
});

it('a register that is down says nothing of a number: it is asked again, and what it says then is told', async () => {
  answer = 'MS_UNAVAILABLE';
  expect((await put('user_waiting')).json().customer.vat).toEqual({
    ...{ state: 'unconfirmed', checkedAt: null, registeredName: null },
  });
  await waitHours(0.2);
  expect(asked, 'not at once').toBe(1);
  await waitHours(1);
  expect(asked).toBe(2);
  expect(await mailsOf('user_waiting')).toEqual([]);
  answer = 'VALID';
  await waitHours(1);
  expect(await vatOf('user_waiting')).toMatchObject({ state: 'valid' });
  const [mail, ...others] = await mailsOf('user_waiting');
  expect([mail!.kind, others]).toEqual(['vat-confirmed', []]);
  expect(mail!.words).toContain('IT12345670017');
  expect((await checksOf('user_waiting')).map(({ state }) => state)).toEqual(['unconfirmed', 'unconfirmed', 'valid']);
});

it('a number of which nothing can be kept holds up no other, and what no text can hold is left out', async () => {
  answer = 'MS_UNAVAILABLE';
  for (const userId of ['user_unkept', 'user_behind']) await put(userId);
  const refuse = (when: string) =>
    sql`alter table vat_checks add constraint refused check (${sql.raw(when)}) not valid`;
  await asOwner(refuse("account_id <> 'user_unkept'"));
  answer = 'NUL';
  await waitHours(1);
  expect((await checksOf('user_behind')).map(({ raw }) => raw)).toEqual([expect.stringContaining('MS_'), '{}']);
  answer = 'VALID';
  await waitHours(1);
  expect([await vatOf('user_behind'), await vatOf('user_unkept')]).toMatchObject([
    { state: 'valid' },
    { state: 'unconfirmed' },
  ]);
  await asOwner(sql`alter table vat_checks drop constraint refused`);
  await waitHours(1);
  expect(await vatOf('user_unkept')).toMatchObject({ state: 'valid' });
});

it('after 48 hours without an answer the customer is told once, and it goes on', async () => {
  answer = 'BROKEN';
  await put('user_patient');
  await waitHours(47);
  expect(await mailsOf('user_patient')).toEqual([]);
  await waitHours(1);
  await waitHours(1);
  expect((await mailsOf('user_patient')).map(({ kind }) => kind)).toEqual(['vat-unconfirmed']);
  expect(await vatOf('user_patient')).toMatchObject({ state: 'unconfirmed' });
  expect(asked).toBe(4);
});

it('before an invoice may be issued a number is asked for again, and who has lost it is told', async () => {
  await put('user_renewing');
  const { orders, subscriptions } = someBooks({ id: 'user_renewing' });
  const soon = addDays(api.time.now.toISOString().slice(0, 10), 2);
  await insertBooks(api.database.kysely, {
    orders,
    subscriptions: {
      ...subscriptions,
      state: 'active',
      ends_on: null,
      end_reason: null,
      ended_at: null,
      next_check_on: soon,
    } as never,
  });
  await waitHours(23);
  expect(asked, 'fresh enough').toBe(1);
  answer = 'MS_UNAVAILABLE';
  await waitHours(2);
  expect([asked, await vatOf('user_renewing')]).toMatchObject([2, { state: 'valid' }]);
  answer = 'INVALID';
  await waitHours(1);
  expect([asked, await vatOf('user_renewing')]).toMatchObject([3, { state: 'invalid' }]);
  expect((await mailsOf('user_renewing')).map(({ kind }) => kind)).toEqual(['vat-lapsed']);
});

it('nobody is asked about Swiss numbers and private persons', async () => {
  await put('user_swiss', { country: 'CH', vatNumber: 'CHE-123.456.788 MWST' });
  await put('user_private', { kind: 'private', company: null, vatNumber: null });
  await waitHours(30);
  expect(asked).toBe(0);
});

it('the operator registers for a tax from a day on, and ends it', async () => {
  api.time.now = new Date('2027-03-01T12:00:00Z');
  const run = (command: typeof vatRegister, ...args: string[]) =>
    act({ config: api.config, database: api.database, clock: () => api.time.now }, (given) =>
      command.run(given, args, {
        config: api.config,
        clock: () => api.time.now,
        accountParts: [],
        retentionRules: [],
        promiseChecks: [],
        waitingKinds: [],
      }),
    );
  await expect(run(vatRegister, 'swiss', 'CHE-1', '--from', '2027-02-28')).rejects.toThrow('must not be over');
  await expect(run(vatRegister, 'german', 'DE1', '--from', '2027-04-01')).rejects.toThrow('swiss or one-stop-shop');
  await expect(run(vatEnd, 'swiss', '--on', '2027-04-01')).rejects.toThrow('no such registration');
  await run(vatRegister, 'swiss', 'CHE-123.456.788', '--from', '2027-04-01');
  await expect(run(vatRegister, 'swiss', 'CHE-1', '--from', '2027-05-01')).rejects.toThrow(
    'registered from 2027-04-01',
  );
  await expect(run(vatEnd, 'swiss', '--on', '2027-04-01')).rejects.toThrow('only begins');
  await run(vatRegister, 'one-stop-shop', 'EU123', '--from', '2027-03-01');
  await run(vatEnd, 'swiss', '--on', '2028-01-01');
  await expect(run(vatRegister, 'swiss', 'CHE-1', '--from', '2027-12-31')).rejects.toThrow('until 2028-01-01');
  expect(await findTaxRegistrations(api.database.kysely)).toEqual([
    { kind: 'one-stop-shop', from: '2027-03-01', until: null },
    { kind: 'swiss', from: '2027-04-01', until: '2028-01-01' },
  ]);
});
