import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { aDownload, anAcceptance, anAccount } from '../../../tests/factories/records.ts';
import type { Database } from '../../database/database.ts';
import { acceptanceRetention } from '../acceptances/acceptances.ts';
import { retentionRules } from '../retention-rules.ts';
import { removeExpiredDaily } from './retention.jobs.ts';
import { findExpired, listRuns, monthsBefore, removeExpired } from './retention.ts';

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
}, 60_000);
afterAll(() => remove());

it.each([
  ['2026-11-22T10:30:00.000Z', 12, '2025-11-22T10:30:00.000Z'],
  ['2026-05-31T00:00:00.000Z', 3, '2026-02-28T00:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 24, '2026-02-28T00:00:00.000Z'],
  ['2026-01-15T00:00:00.000Z', 3, '2025-10-15T00:00:00.000Z'],
])('%s less %i months is %s', (now, months, expected) => {
  expect(monthsBefore(new Date(now), months).toISOString()).toBe(expected);
});

/** An account with one acceptance; ended so many days ago, or still there. */
async function addAccount(endedDaysAgo: number | null): Promise<string> {
  const ended = endedDaysAgo === null ? null : new Date(Date.now() - endedDaysAgo * 24 * 60 * 60 * 1000);
  const account = anAccount({ ended_at: ended });
  const download = aDownload(account);
  await database.kysely.insertInto('accounts').values(account).execute();
  await database.kysely.insertInto('downloads').values(download).execute();
  await database.kysely.insertInto('acceptances').values(anAcceptance(download)).execute();
  return account.id;
}

it('acceptances outlive their account by three months and go then; a dry run only counts', async () => {
  const [living, lately, long] = [await addAccount(null), await addAccount(85), await addAccount(95)];
  const now = new Date();
  const [expired] = await findExpired(database.kysely, [acceptanceRetention], now);
  expect(expired).toMatchObject({ rule: 'policy-acceptances', records: 1 });
  const accountsOf = async () =>
    (await database.kysely.selectFrom('acceptances').select('account_id').execute()).map((row) => row.account_id);
  expect(await accountsOf()).toHaveLength(3);
  expect(await listRuns(database.kysely, 10)).toEqual([]);

  await database.kysely.transaction().execute((trx) => removeExpired(trx, retentionRules, now));
  const left = await accountsOf();
  expect(left.toSorted()).toEqual([living, lately].toSorted());
  expect(left).not.toContain(long);
  const runs = await listRuns(database.kysely, 10);
  expect(runs.map(({ rule, removed }) => [rule, removed])).toEqual([
    ['cookie-consents', 0],
    ['policy-acceptances', 1],
    ['site-statistics', 0],
  ]);
});

it('runs as a job', async () => {
  const jobs = await database.startJobs();
  const now = new Date('2026-12-01T03:17:00.000Z');
  await removeExpiredDaily(jobs, database, retentionRules, () => now);
  await database.kysely.transaction().execute((trx) => jobs.enqueue(trx, 'retention', {}));
  await expect
    .poll(async () => (await listRuns(database.kysely, 1))[0]?.performed_at, { timeout: 20_000 })
    .toEqual(now);
  await jobs.stop();
}, 40_000);
