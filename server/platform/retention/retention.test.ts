import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aDownload, anAcceptance, anAccount } from '../../../tests/factories/records.ts';
import { readConfig } from '../../config/config.ts';
import { composeFeatures } from '../../contract/composition.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { Database } from '../../database/database.ts';
import { features, product } from '../../features.ts';
import { perform } from '../../operator/perform.ts';
import { acceptanceRetention } from '../../people/acceptances/acceptances.ts';
import { retentionReport, retentionRun } from './retention.operator.ts';
import { findExpired, listRuns, removeExpired } from './retention.ts';

let database: Database;
let api: TestApi;
const logLines: string[] = [];

/** Runs first, so that a fault that stops the others is noticed. */
const failingRule: RetentionRule = {
  name: 'always-failing',
  cutoff: (now) => now,
  count: async () => Promise.reject(new TypeError('nothing can be counted')),
  remove: async () => Promise.reject(new TypeError('somebody@customers.example cannot be removed')),
};
const withFailingRule = composeFeatures([{ retention: [failingRule] }, ...features]);

beforeAll(async () => {
  api = await createTestApi(
    { LOG_LEVEL: 'error' },
    { features: withFailingRule, logStream: { write: (line) => void logLines.push(line) } },
  );
  ({ database } = api);
});
afterAll(() => api.close());

/** An account with one acceptance; it ended this many days ago, or still exists. */
async function addAccount(endedDaysAgo: number | null): Promise<string> {
  const ended = endedDaysAgo === null ? null : new Date(Date.now() - endedDaysAgo * 24 * 60 * 60 * 1000);
  const account = anAccount({ ended_at: ended, login_removed_at: ended });
  const download = aDownload(account, { started_at: new Date(), expires_at: new Date(Date.now() + 1_000) });
  await database.kysely.insertInto('accounts').values(account).execute();
  await database.kysely.insertInto('downloads').values(download).execute();
  await database.kysely.insertInto('acceptances').values(anAcceptance(download)).execute();
  return account.id;
}

it('acceptances outlive their account by three months and go then; a dry run only counts', async () => {
  const [living, lately, long] = [await addAccount(null), await addAccount(85), await addAccount(95)];
  const now = new Date();
  const [expired] = await findExpired(database, [acceptanceRetention], now);
  expect(expired).toMatchObject({ rule: 'policy-acceptances', records: 1 });
  const accountsOf = async () =>
    (await database.kysely.selectFrom('acceptances').select('account_id').execute()).map((row) => row.account_id);
  expect(await accountsOf()).toHaveLength(3);
  expect(await listRuns(database.kysely, product.retentionRules.length + 2)).toEqual([]);

  await removeExpired(database, product.retentionRules, now);
  const left = await accountsOf();
  expect(left.toSorted()).toEqual([living, lately].toSorted());
  expect(left).not.toContain(long);
  const runs = await listRuns(database.kysely, product.retentionRules.length + 2);
  expect(runs.map(({ rule, removed }) => [rule, removed])).toEqual([
    ['access-accepted', 0],
    ['access-requests', 0],
    ['access-unconfirmed', 0],
    ['account-ends', 0],
    ['account-measures', 0],
    ['account-stubs', 1],
    ['books', 0],
    ['cookie-consents', 0],
    ['desktop-sessions', 0],
    ['download-traces', 0],
    // Both had ended more than 30 days ago; what is left of one goes with its acceptance at once.
    ['ended-accounts', 2],
    ['ended-sessions', 0],
    ['legal-holds', 0],
    ['list-requests', 0],
    ['list-told', 0],
    ['list-unconfirmed', 0],
    ['mail-suppressions', 0],
    ['mails', 0],
    ['mails-of-nobody', 0],
    ['operator-actions', 0],
    ['policy-acceptances', 1],
    ['privacy-answers', 0],
    ['privacy-requests', 0],
    ['provider-events', 0],
    ['quota-counters', 0],
    ['returned-mails', 0],
    ['site-statistics', 0],
    ['usage-fingerprints', 0],
    ['usage-requests', 0],
  ]);
});

it('runs as a job; a rule that fails stops no other, and is told with its name', async () => {
  const longGone = await addAccount(95);
  api.time.now = new Date();
  await api.runDueJobs();
  const runs = (await listRuns(database.kysely, product.retentionRules.length + 2)).map(({ rule, removed, fault }) => [
    rule,
    removed,
    fault,
  ]);
  expect(runs.toSorted()).toEqual([
    ['access-accepted', 0, null],
    ['access-requests', 0, null],
    ['access-unconfirmed', 0, null],
    ['account-ends', 0, null],
    ['account-measures', 0, null],
    // What is left of the account goes with its acceptances.
    ['account-stubs', 1, null],
    ['always-failing', 0, 'TypeError'],
    ['books', 0, null],
    ['cookie-consents', 0, null],
    ['desktop-sessions', 0, null],
    ['download-traces', 0, null],
    // By the job of what is exact, which comes first.
    ['ended-accounts', 0, null],
    ['ended-accounts', 1, null],
    ['ended-sessions', 0, null],
    ['legal-holds', 0, null],
    ['list-requests', 0, null],
    ['list-told', 0, null],
    ['list-unconfirmed', 0, null],
    ['mail-suppressions', 0, null],
    ['mails', 0, null],
    ['mails-of-nobody', 0, null],
    ['operator-actions', 0, null],
    ['policy-acceptances', 1, null],
    ['privacy-answers', 0, null],
    ['privacy-requests', 0, null],
    ['provider-events', 0, null],
    ['quota-counters', 0, null],
    ['returned-mails', 0, null],
    ['site-statistics', 0, null],
    ['usage-fingerprints', 0, null],
    ['usage-requests', 0, null],
  ]);
  const left = await database.kysely
    .selectFrom('acceptances')
    .where('account_id', '=', longGone)
    .select('id')
    .execute();
  expect(left).toEqual([]);
  const log = logLines.map((line) => JSON.parse(line));
  expect(log).toContainEqual(expect.objectContaining({ level: 'error', rule: 'always-failing' }));
  expect(log).toContainEqual(expect.objectContaining({ level: 'error', job: 'retention', msg: 'a job failed' }));
});

it('and operators are told, with a code that scripts see', async () => {
  const context = { ...withFailingRule, config: readConfig({}), clock: () => new Date() };
  const run = await perform(database, retentionRun, [], context);
  expect(run).toMatchObject({ failed: true, outcome: 'removed: 0, failed rules: 1' });
  expect(run.lines.join('\n')).toMatch(/^always-failing .* FAILED: somebody@/m);
  expect(run.lines).toContain(
    `1 of ${product.retentionRules.length + 1} rules FAILED: their records are kept longer than promised.`,
  );
  expect(await perform(database, retentionRun, ['--dry-run'], context)).toMatchObject({ failed: true });
  const report = await perform(database, retentionReport, [], context);
  expect(report.failed).toBe(true);
  expect(report.lines.join('\n')).toMatch(/always-failing .* FAILED \(TypeError\)/);
  expect(report.lines).toContain('FAILED when they ran last: always-failing.');
  const mended = { ...product, config: readConfig({}), clock: () => new Date() };
  await removeExpired(database, [{ ...failingRule, remove: async () => 0 }], new Date());
  expect(await perform(database, retentionReport, [], mended)).toMatchObject({ failed: false });
});
