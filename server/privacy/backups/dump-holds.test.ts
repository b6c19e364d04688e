import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import type { HoldKind } from '../../contract/retention-rule.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import { product } from '../../features.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';
import { placeHold } from '../holds/holds.ts';
import { backUp, restore } from './backups.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'dump-holds-test-'));

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

async function waitAMinute(): Promise<void> {
  await clock.moveTo(new Date(clock.now().getTime() + minuteMs));
  api.time.now = clock.now();
  expect(await api.runDueJobs()).toEqual([]);
}

it.each<[HoldKind, Record<string, boolean>]>([
  ['mails', { accounts: false, downloads: false, mails: true }],
  ['downloads', { accounts: false, downloads: true, mails: false }],
  ['account', { accounts: true, downloads: true, mails: true }],
])('of a closed account of which %s are held, a dump has those and no more', async (kind, expected) => {
  const user = `user_held_${kind}`;
  const [name, email] = ['Kanari Vogel', `${kind}@customers.example`];
  api.time.now = clock.now();
  await api.download(user, aDownloadRequest({ fullName: name, email, documents: documentsInForce(clock.now()) }));
  await waitAMinute();
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor(user)}` };
  expect((await api.app.inject({ method: 'DELETE', url: apiPaths.account, headers })).statusCode).toBe(200);
  await waitAMinute();
  const hold = { accountId: user, kind, reason: 'A dispute', at: clock.now() };
  await api.database.kysely.transaction().execute((trx) => placeHold(trx, hold));

  const { dataDir, version } = api.config;
  const { file } = await backUp(api.database, { dataDir, version, recipient: undefined, now: clock.now() });
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  const rowsOf = (table: string) =>
    lines
      .filter((line) => line.startsWith(`{"table":"${table}"`))
      .flatMap((line) => (JSON.parse(line) as { rows: string[] }).rows.filter((row) => row.includes(user)))
      .join('\n');
  expect(rowsOf('accounts'), 'what the others refer to').toContain(user);
  expect({
    accounts: rowsOf('accounts').includes(name),
    downloads: rowsOf('downloads') !== '',
    mails: rowsOf('mails').includes(email),
  }).toEqual(expected);

  const elsewhere = await openTestDatabase();
  const other = await openServiceClock(elsewhere.database);
  await other.moveTo(clock.now());
  const where = { file, identity: undefined, dataDir: elsewhere.place.dataDir, now: other.now() };
  await restore(elsewhere.database, where, product.retentionRules);
  const kept = await elsewhere.database.kysely
    .selectFrom('downloads')
    .where('account_id', '=', user)
    .select('id')
    .execute();
  expect(kept.length > 0).toBe(expected.downloads);
  await elsewhere.remove();
});
