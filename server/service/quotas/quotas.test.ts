import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { addMonths } from '../../../shared/months.ts';
import { openTestDatabase, productContents, testDatabaseUrl } from '../../../tests/factories/database.ts';
import { aCounter, anAccount, aUsageRequest } from '../../../tests/factories/records.ts';
import { findPlanAt } from '../../billing/contracts/contracts.ts';
import { readConfig } from '../../config/config.ts';
import { eraseAccount } from '../../contract/account-part.ts';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { product } from '../../features.ts';
import { perform } from '../../operator/perform.ts';
import { removeExpired } from '../../platform/retention/retention.ts';
import { quotaVerify } from './quotas.operator.ts';
import { type Admission, admit, findAllowance, findUsed, finish, releaseOverdue } from './quotas.ts';

const at = new Date('2026-03-10T12:00:00.000Z');
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);

let first: Database;
/** As another server on the same database; the embedded one has a single server. */
let second: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  const { database, place, ...opened } = await openTestDatabase();
  first = database;
  second = testDatabaseUrl ? await openDatabase({ ...place, contents: productContents }) : database;
  remove = async () => {
    if (second !== first) await second.close();
    await opened.remove();
  };
});
afterAll(() => remove());

async function addAccount(): Promise<string> {
  const account = anAccount({ created_at: new Date('2026-01-31T09:00:00.000Z') });
  await first.kysely.insertInto('accounts').values(account).execute();
  return account.id;
}

async function allowanceOf(accountId: string, { maxOpen = 1000, time = at } = {}) {
  const plan = await findPlanAt(first.kysely, accountId, time);
  return { ...findAllowance(plan!, 'online', time), maxOpen };
}

type Given = Parameters<typeof admit>[1];
const aRequest = (account_id: string, given: Partial<Given> = {}): Given => ({
  account_id,
  request_id: randomUUID(),
  feature: 'text-enhancement',
  operation: 'enhance',
  fingerprint: 'ab'.repeat(32),
  recording_seconds: null,
  language: 'de',
  ...given,
});

const counted = { state: 'counted', outcome: 'changed' } as const;
const released = { state: 'released', outcome: 'provider-failed' } as const;

function attemptOf(admission: Admission) {
  if (admission.state !== 'admitted') throw new Error(`The request was not admitted: ${admission.state}.`);
  return admission.attempt;
}

async function use(accountId: string, count: number): Promise<void> {
  const allowance = await allowanceOf(accountId);
  for (let index = 0; index < count; index++)
    await finish(first, attemptOf(await admit(first, aRequest(accountId), allowance, at)), counted, at);
}

const countStates = (admissions: readonly Admission[], state: Admission['state']) =>
  admissions.filter((admission) => admission.state === state).length;

async function numbersOf(accountId: string) {
  const row = await first.kysely
    .selectFrom('quota_counters')
    .select(['used', 'open'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return [row.used, row.open];
}

const limit = plans.free.onlineRequestsPerMonth;

it('of fifty who ask two servers for the last request, exactly one gets it, in each of ten rounds', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await addAccount();
    await first.kysely
      .insertInto('quota_counters')
      .values({ ...aCounter({ id }), cycle_start: (await allowanceOf(id)).cycleStart, used: limit - 1 })
      .execute();
    const allowance = await allowanceOf(id);
    const admissions = await Promise.all(
      Array.from({ length: 50 }, (_, index) => admit(index % 2 ? first : second, aRequest(id), allowance, at)),
    );
    expect(countStates(admissions, 'admitted')).toBe(1);
    expect(countStates(admissions, 'exhausted')).toBe(49);
    expect(await numbersOf(id)).toEqual([limit, 1]);
  }
});

it('one id that reaches both servers fifty times at once is counted once', async () => {
  const id = await addAccount();
  const request = aRequest(id);
  const allowance = await allowanceOf(id);
  const admissions = await Promise.all(
    Array.from({ length: 50 }, (_, index) => admit(index % 2 ? first : second, request, allowance, at)),
  );
  expect(countStates(admissions, 'admitted')).toBe(1);
  expect(countStates(admissions, 'in-progress')).toBe(49);
  expect(await numbersOf(id)).toEqual([1, 1]);
});

it('no more are open at once than the plan allows', async () => {
  const id = await addAccount();
  const allowance = await allowanceOf(id, { maxOpen: 2 });
  const admissions = await Promise.all(
    Array.from({ length: 20 }, (_, index) => admit(index % 2 ? first : second, aRequest(id), allowance, at)),
  );
  expect(countStates(admissions, 'admitted')).toBe(2);
  expect(countStates(admissions, 'busy')).toBe(18);
});

it('the free plan ends with its last request, and starts anew with the next month', async () => {
  const id = await addAccount();
  await use(id, limit);
  expect(await admit(first, aRequest(id), await allowanceOf(id), at)).toEqual({ state: 'exhausted' });
  const next = new Date('2026-03-31T09:00:00.000Z');
  const before = new Date(next.getTime() - 1);
  const admitAt = async (time: Date) => (await admit(first, aRequest(id), await allowanceOf(id, { time }), time)).state;
  expect(await admitAt(before)).toBe('exhausted');
  expect(await admitAt(next)).toBe('admitted');
});

it('what is given back can be used again, also by the same request', async () => {
  const id = await addAccount();
  const allowance = await allowanceOf(id);
  await use(id, limit - 1);
  const request = aRequest(id);
  const attempt = attemptOf(await admit(first, request, allowance, at));
  expect(await finish(first, attempt, released, at)).toBe(limit - 1);
  expect(await finish(second, attempt, counted, at)).toBeUndefined();
  expect(await numbersOf(id)).toEqual([limit - 1, 0]);
  const again = attemptOf(await admit(second, request, allowance, at));
  expect(again.attempts).toBe(2);
  // The first attempt is late, and must not settle the second.
  expect(await finish(first, attempt, counted, at)).toBeUndefined();
  expect(await finish(first, again, counted, at)).toBe(limit);
  expect(await numbersOf(id)).toEqual([limit, 0]);
});

it('an answer can be asked for again twice in a quarter of an hour, uncounted, even when that fails', async () => {
  const id = await addAccount();
  await use(id, limit - 1);
  const allowance = await allowanceOf(id);
  const request = aRequest(id);
  await finish(first, attemptOf(await admit(first, request, allowance, at)), counted, at);
  expect((await admit(second, request, allowance, after(901))).state).toBe('answered');
  const repeats = await Promise.all(Array.from({ length: 10 }, () => admit(second, request, allowance, after(899))));
  expect(countStates(repeats, 'admitted')).toBe(1);
  expect(await numbersOf(id)).toEqual([limit, 1]);
  await finish(first, attemptOf(repeats.find(({ state }) => state === 'admitted')!), released, after(899));
  expect(await numbersOf(id)).toEqual([limit, 0]);
  await finish(first, attemptOf(await admit(first, request, allowance, after(900))), counted, after(900));
  expect((await admit(first, request, allowance, after(900))).state).toBe('answered');
  expect(await numbersOf(id)).toEqual([limit, 0]);
});

it.each([counted, released])(
  'a repeat that reaches both servers at once is in progress for all but one ($state)',
  async (ending) => {
    // The only one of the month, the last one that the plan includes, and the only one that may be open.
    for (const [others, maxOpen] of [
      [0, 1000],
      [limit - 1, 1000],
      [0, 1],
    ] as const) {
      const id = await addAccount();
      await use(id, others);
      const allowance = await allowanceOf(id, { maxOpen });
      for (let round = 0; round < 10; round++) {
        const request = aRequest(id);
        await finish(first, attemptOf(await admit(first, request, allowance, at)), ending, at);
        const repeats = await Promise.all(
          Array.from({ length: 10 }, (_, index) => admit(index % 2 ? first : second, request, allowance, at)),
        );
        expect([countStates(repeats, 'admitted'), countStates(repeats, 'in-progress')]).toEqual([1, 9]);
        await finish(first, attemptOf(repeats.find(({ state }) => state === 'admitted')!), released, at);
        if (ending === counted) break;
      }
    }
  },
);

it('an id that was used for something else is refused', async () => {
  const id = await addAccount();
  const allowance = await allowanceOf(id);
  const request = aRequest(id);
  await admit(first, request, allowance, at);
  for (const changes of [{ fingerprint: 'cd'.repeat(32) }, { operation: 'structure' }])
    expect((await admit(first, { ...request, ...changes }, allowance, at)).state).toBe('other-content');
  const other = await addAccount();
  expect((await admit(first, { ...request, account_id: other }, await allowanceOf(other), at)).state).toBe('admitted');
});

it('a request whose server crashed is given back after three minutes, and nothing later changes that', async () => {
  const id = await addAccount();
  const attempt = attemptOf(await admit(first, aRequest(id), await allowanceOf(id), at));
  await releaseOverdue(second, after(179));
  expect(await numbersOf(id)).toEqual([1, 1]);
  const [one, other] = await Promise.all([releaseOverdue(first, after(180)), releaseOverdue(second, after(180))]);
  expect(one + other).toBeGreaterThan(0);
  expect(await numbersOf(id)).toEqual([0, 0]);
  expect(await finish(first, attempt, counted, after(181))).toBeUndefined();
  expect(await numbersOf(id)).toEqual([0, 0]);
});

it('usage is kept for two years, its fingerprint for a day, and all of it until the account is erased', async () => {
  const id = await addAccount();
  const now = new Date();
  const twoYearsAgo = addMonths(now, -24).getTime();
  const keptFor = 2 * 24 * 60 * 60 * 1000;
  for (const time of [twoYearsAgo - keptFor, twoYearsAgo + keptFor])
    await first.kysely
      .insertInto('usage_requests')
      .values(aUsageRequest({ id }, { requested_at: new Date(time), state: 'counted', open_until: null }))
      .execute();
  for (const months of [-26, -24])
    await first.kysely
      .insertInto('quota_counters')
      .values(aCounter({ id }, { cycle_start: addMonths(now, months) }))
      .execute();
  await removeExpired(first, product.retentionRules, now);
  const rows = (table: 'usage_requests' | 'quota_counters') =>
    first.kysely.selectFrom(table).selectAll().where('account_id', '=', id).execute();
  expect(await rows('usage_requests')).toMatchObject([
    { requested_at: new Date(twoYearsAgo + keptFor), fingerprint: null },
  ]);
  expect(await rows('quota_counters')).toMatchObject([{ cycle_start: addMonths(now, -24) }]);
  await first.kysely
    .updateTable('accounts')
    .set({ status: 'ended', ended_at: at, ended_by: 'holder' })
    .where('id', '=', id)
    .execute();
  await first.kysely.transaction().execute((trx) => eraseAccount(product.accountParts, trx, id));
  expect([...(await rows('usage_requests')), ...(await rows('quota_counters'))]).toEqual([]);
  expect(await findUsed(first.kysely, id, 'online', addMonths(now, -24))).toBe(0);
});

it('an operator is told of a counter that does not agree with its requests', async () => {
  const verify = () => perform(first, quotaVerify, [], { ...product, config: readConfig({}), clock: () => at });
  // Counters that the other tests have planted without requests.
  await first.kysely.deleteFrom('quota_counters').execute();
  await first.kysely.deleteFrom('usage_requests').execute();
  const id = await addAccount();
  await use(id, 3);
  await admit(first, aRequest(id), await allowanceOf(id), at);
  expect(await verify()).toMatchObject({ failed: false, outcome: 'wrong counters: 0' });
  await first.kysely.updateTable('quota_counters').set({ used: 5 }).where('account_id', '=', id).execute();
  const found = await verify();
  expect(found).toMatchObject({ failed: true, outcome: 'wrong counters: 1' });
  expect(found.lines[0]).toContain(`${id} online from 2026-02-28T09:00:00.000Z: used 5 for 4 requests, open 1 for 1`);
  await first.kysely.deleteFrom('quota_counters').where('account_id', '=', id).execute();
  expect((await verify()).lines[0]).toContain('used 0 for 4 requests, open 0 for 1');
});
