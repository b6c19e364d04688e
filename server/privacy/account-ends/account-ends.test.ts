import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import { product } from '../../features.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';
import { bringUpToDate } from '../backups/backups.ts';
import { up as tellOfRights } from './migrations/0040-what-a-dump-forgets.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'account-ends-test-'));

let api: TestApi;
let clock: ServiceClock;
beforeAll(async () => {
  writeRelease(folder).publish();
  api = await createTestApi({ RELEASES_DIR: folder });
  clock = await openServiceClock(api.database);
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const begin = async (userId: string) => {
  api.time.now = clock.now();
  await api.download(userId, aDownloadRequest({ documents: documentsInForce(clock.now()) }));
};
const ask = async (method: 'DELETE' | 'POST', userId: string, url: string) =>
  expect(
    (await api.app.inject({ method, url, headers: { authorization: `Bearer ${await api.issuer.tokenFor(userId)}` } }))
      .statusCode,
  ).toBe(200);
async function moveTo(time: number): Promise<void> {
  await clock.moveTo(new Date(time));
  api.time.now = clock.now();
  expect(await api.runDueJobs()).toEqual([]);
}
const restart = () =>
  bringUpToDate(api.database, { dataDir: api.config.dataDir, now: clock.now() }, product.retentionRules);
const accountIn = (userId: string) =>
  api.database.kysely.selectFrom('accounts').select(['status', 'email', 'ended_at']).where('id', '=', userId).execute();
const whole = { status: 'active', email: 'asa@customers.example', ended_at: null };
const suspend = (userId: string) =>
  api.database.kysely.updateTable('accounts').set({ status: 'suspended' }).where('id', '=', userId).execute();

it.each([1, 90])('who has kept the account after %i minutes has it after a restart 90 days later', async (gap) => {
  const user = `user_kept_${gap}`;
  await begin(user);
  const closedAt = clock.now().getTime();
  await ask('DELETE', user, apiPaths.account);
  await moveTo(closedAt + gap * minuteMs);
  await ask('POST', user, apiPaths.accountKept);
  await moveTo(closedAt + gap * minuteMs + 3 * minuteMs);
  await suspend(user);
  // The rules remove its end from the database an hour early.
  await moveTo(closedAt + 90 * dayMs - 40 * minuteMs);
  expect(await restart()).toBe(0);
  expect(await accountIn(user)).toEqual([{ ...whole, status: 'suspended' }]);
});

it('a database learns of each account only what came last, and a suspended one is not set free', async () => {
  await begin('user_kept');
  await begin('user_suspended');
  const at = clock.now().getTime();
  for (const user of ['user_kept', 'user_suspended']) await ask('DELETE', user, apiPaths.account);
  await moveTo(at + minuteMs);
  for (const user of ['user_kept', 'user_suspended']) await ask('POST', user, apiPaths.accountKept);
  await suspend('user_suspended');
  await moveTo(at + 3 * minuteMs);

  await api.database.asOwner((owner) => sql`delete from account_ends where ended_at is not null`.execute(owner));
  expect(await restart(), 'older than what the database knows').toBeGreaterThan(1);
  expect(await accountIn('user_kept')).toEqual([whole]);
  expect(await accountIn('user_suspended')).toEqual([{ ...whole, status: 'suspended' }]);

  await api.database.asOwner((owner) => sql`delete from account_ends`.execute(owner));
  expect(await restart(), 'nothing is known').toBeGreaterThan(3);
  expect(await accountIn('user_kept')).toEqual([whole]);
  expect(await accountIn('user_suspended')).toEqual([{ ...whole, status: 'suspended' }]);
});

it('a dump from before rights were recorded learns of whoever had objected or restricted by then', async () => {
  const users = ['user_objected', 'user_restricted', 'user_neither'];
  for (const user of users) await begin(user);
  const { kysely } = api.database;
  const set = (user: string, change: { objected_at?: Date | null; restricted_at?: Date | null }) =>
    kysely.updateTable('accounts').set(change).where('id', '=', user).execute();
  await set('user_objected', { objected_at: clock.now() });
  await set('user_restricted', { restricted_at: clock.now() });
  await api.database.asOwner(async (owner) => {
    await sql`delete from account_ends`.execute(owner);
    await sql`alter table account_ends drop column has_objected, drop column is_restricted`.execute(owner);
    await sql`drop function record_request_end cascade`.execute(owner);
    await tellOfRights(owner);
  });
  await moveTo(clock.now().getTime() + 3 * minuteMs);

  // As the dump has it.
  await api.database.asOwner((owner) =>
    sql`update accounts set objected_at = null, restricted_at = null`.execute(owner),
  );
  await api.database.asOwner((owner) => sql`delete from account_ends`.execute(owner));
  await restart();
  const found = await kysely
    .selectFrom('accounts')
    .select(['id', 'objected_at', 'restricted_at'])
    .where('id', 'in', users)
    .orderBy('id')
    .execute();
  expect(found.map(({ id, objected_at, restricted_at }) => [id, objected_at !== null, restricted_at !== null])).toEqual(
    [
      ['user_neither', false, false],
      ['user_objected', true, false],
      ['user_restricted', false, true],
    ],
  );
});
