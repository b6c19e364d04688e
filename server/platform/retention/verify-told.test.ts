import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { anAccount } from '../../../tests/factories/records.ts';
import { product } from '../../features.ts';
import { perform } from '../../operator/perform.ts';
import { retentionReport, retentionVerify } from './retention.operator.ts';
import { findOverdue } from './verify.ts';

let api: TestApi;
const logLines: string[] = [];
beforeAll(async () => {
  api = await createTestApi({ LOG_LEVEL: 'error' }, { logStream: { write: (line) => void logLines.push(line) } });
});
afterAll(() => api.close());
beforeEach(() => {
  api.time.now = new Date();
});

const hash = 'ab'.repeat(32);
const ended = { status: 'ended', ended_by: 'holder' } as const;
const verify = () =>
  perform(api.database, retentionVerify, [], { ...product, config: api.config, clock: () => api.time.now });
const own = async (statement: ReturnType<typeof sql>) => {
  await api.database.asOwner((owner) => statement.execute(owner));
};

it('finds nothing where nothing is kept', async () => {
  expect(await findOverdue(api.database, api.time.now)).toEqual([]);
  expect(await verify()).toMatchObject({ failed: false, outcome: 'past their promise: 0' });
});

it('the operator is told, by the command, by the log and by the report, and never with what is kept', async () => {
  await own(sql`truncate accounts, consents, retention_runs cascade`);
  const at = new Date(api.time.now.getTime() - 32 * dayMs);
  for (let row = 0; row < 7; row++)
    await api.database.kysely
      .insertInto('accounts')
      .values(anAccount({ id: `user_${row}`, email: 'late@customers.example', ...ended, ended_at: at }))
      .execute();
  const told = await verify();
  expect(told).toMatchObject({ failed: true, outcome: 'past their promise: 7' });
  expect(told.lines[0]).toMatch(/^ended-accounts +accounts: 7, the oldest user_\d( user_\d){4} …$/);
  expect(told.lines.join()).not.toContain('late@');
  const report = await perform(api.database, retentionReport, [], {
    ...product,
    config: api.config,
    clock: () => api.time.now,
  });
  expect(report.failed).toBe(true);
  expect(report.lines).toContain('FAILED when they ran last: verify.');

  // The rules run before it, and so nothing is left to be found.
  expect(await api.runDueJobs()).toEqual([]);
  expect(await verify()).toMatchObject({ failed: false });
});

it('the nightly job fails and names table and number where the rules have left something', async () => {
  await own(sql`truncate accounts, consents, retention_runs cascade`);
  const stuck = new Date(api.time.now.getTime() - 400 * dayMs);
  await own(sql`insert into consents values (gen_random_uuid(), gen_random_uuid(), 'banner', true, '1', ${hash},
    'cookie-policy', '2025-08-01', ${hash}, 'de', ${stuck}, ${stuck})`);
  await own(sql`alter function remove_expired_consents rename to not_there`);
  try {
    expect(await api.runDueJobs()).toContain('retention-verify');
  } finally {
    await own(sql`alter function not_there rename to remove_expired_consents`);
  }
  const log = logLines.map((line) => JSON.parse(line));
  expect(log).toContainEqual(
    expect.objectContaining({ rule: 'cookie-consents', table: 'consents', records: 1, level: 'error' }),
  );
  expect(log).toContainEqual(expect.objectContaining({ job: 'retention-verify', msg: 'a job failed' }));
});

it('a signed-out session is found by the time of the machine', async () => {
  await own(sql`truncate accounts, consents, ended_sessions cascade`);
  await own(
    sql`insert into ended_sessions values (${hash}, now() - interval '2 hours 3 minutes'), (${'cd'.repeat(32)}, now())`,
  );
  expect(await findOverdue(api.database, new Date(0))).toMatchObject([
    { rule: 'ended-sessions', records: 1, ids: [hash] },
  ]);
});
