import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import type { DownloadRequest } from '../../../shared/api/downloads.ts';
import { dayMs } from '../../../shared/durations.ts';
import { addMonths } from '../../../shared/months.ts';
import { createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import { OperatorMistake } from '../../contract/command.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import { product } from '../../features.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';
import { findExpired, removeExpired } from '../../platform/retention/retention.ts';

const secondMs = 1000;

const directory = mkdtempSync(path.join(os.tmpdir(), 'closing-test-'));
let api: TestApi;
let clock: ServiceClock;
beforeAll(async () => {
  writeRelease(directory).publish();
  api = await createTestApi({ RELEASES_DIR: directory });
  clock = await openServiceClock(api.database);
});
afterAll(async () => {
  await api.close();
  rmSync(directory, { recursive: true });
});

async function moveTo(time: number): Promise<void> {
  await clock.moveTo(new Date(time));
  api.time.now = clock.now();
}

/** Everything that the database keeps, as text; the job queue's tables too. */
async function everyRow(): Promise<string> {
  return api.database.asOwner(async (owner) => {
    const { rows: tables } = await sql<{ schema: string; name: string }>`
      select table_schema as schema, table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(owner);
    const texts: string[] = [];
    for (const { schema, name } of tables) {
      const { rows } = await sql<{
        row: string;
      }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(owner);
      texts.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return texts.join('\n');
  });
}

const download = (id: string, given: Partial<DownloadRequest> = {}) =>
  api.download(id, { documents: documentsInForce(api.time.now), ...given });

const findDownloads = async (id: string) =>
  (await api.database.kysely.selectFrom('downloads').select('id').where('account_id', '=', id).execute()).map(
    (row) => row.id,
  );

it('an ended account can be restored for 30 days, is erased then, and leaves nothing after three months', async () => {
  const canaries = ['Kanari Vogel', 'kanari@customers.example', '127.0.0.1', 'lightMyRequest'];
  const started = await download('user_closing', { fullName: canaries[0]!, email: canaries[1]! });
  expect((await api.app.inject({ url: pathOf(started.url), headers: { range: 'bytes=0-9' } })).statusCode).toBe(206);
  const before = await everyRow();
  for (const canary of canaries) expect(before).toContain(canary);

  const end = api.time.now.getTime();
  await api.operate('account end', 'user_closing');
  await moveTo(end + 30 * dayMs - 60 * secondMs);
  await api.runDueJobs();
  const restored = await api.operate('account restore', 'user_closing');
  expect(restored.lines).toContain('The account user_closing goes on.');
  expect((await api.get('/api/account', 'user_closing')).json()).toMatchObject({
    status: 'active',
    profile: { fullName: canaries[0], email: canaries[1], country: 'CH' },
  });
  expect(await findDownloads('user_closing')).toEqual([started.id]);

  const secondEnd = api.time.now.getTime();
  await api.operate('account end', 'user_closing');
  await moveTo(secondEnd + 30 * dayMs);
  await expect(api.operate('account restore', 'user_closing')).rejects.toThrow(OperatorMistake);
  await api.runDueJobs();
  const after = await everyRow();
  for (const canary of canaries) expect(after).not.toContain(canary);
  expect(await findDownloads('user_closing')).toEqual([]);
  expect(after).toContain('user_closing');
  expect((await api.get('/api/account', 'user_closing')).json()).toMatchObject({ status: 'ended', profile: null });
  await expect(api.operate('account restore', 'user_closing')).rejects.toThrow(OperatorMistake);
  expect((await api.renewLink('user_closing', started.id)).statusCode).toBe(404);

  const threeMonthsOn = addMonths(new Date(secondEnd), 3);
  await moveTo(threeMonthsOn.getTime() - 2 * 60 * 60 * secondMs);
  await api.runDueJobs();
  expect(await everyRow()).toContain('acceptances');
  await moveTo(threeMonthsOn.getTime());
  await api.runDueJobs();
  expect((await everyRow()).replaceAll(/^operator_actions .*$/gm, '')).not.toContain('user_closing');
});

it('a dry run counts what the run removes, to the second', async () => {
  await download('user_exact');
  const end = api.time.now.getTime();
  await api.operate('account end', 'user_exact');
  const rules = product.retentionRules.filter(({ name }) => name === 'ended-accounts');
  const counts = async (apply: typeof findExpired) =>
    (await apply(api.database, rules, api.time.now)).map(({ rule, records, error }) => ({ rule, records, error }));
  await moveTo(end + 30 * dayMs - secondMs);
  for (const apply of [findExpired, removeExpired])
    expect(await counts(apply)).toEqual([{ rule: 'ended-accounts', records: 0 }]);
  await moveTo(end + 30 * dayMs);
  for (const apply of [findExpired, removeExpired])
    expect(await counts(apply)).toEqual([{ rule: 'ended-accounts', records: 1 }]);
  expect(await counts(findExpired)).toEqual([{ rule: 'ended-accounts', records: 0 }]);
});

it('nobody erases a young end, and one who cannot erase all erases nothing', async () => {
  await download('user_young');
  await api.operate('account end', 'user_young');
  const [rule] = product.retentionRules.filter(({ name }) => name === 'ended-accounts');
  const tooEarly = { ...rule!, cutoff: () => new Date(api.time.now.getTime() + dayMs) };
  expect((await removeExpired(api.database, [tooEarly], api.time.now))[0]!.error).toBeDefined();
  expect(await findDownloads('user_young')).toHaveLength(1);
  expect((await api.get('/api/account', 'user_young')).json().profile).toMatchObject({ country: 'CH' });
});

it('an erased account stays known until the login provider has removed its user, and somebody is told', async () => {
  expect(await api.runDueJobs()).toEqual([]);
  await download('user_left');
  await api.operate('account end', 'user_left');
  const end = api.time.now.getTime();
  await moveTo(end + 30 * dayMs);
  api.issuer.refuseManagementWith.status = 400;
  expect(await api.runDueJobs()).toContain('login-removal');
  expect((await api.operate('retention verify')).failed, 'it is tried for an hour').toBe(false);
  await moveTo(end + 30 * dayMs + 62 * 60 * secondMs);
  const { failed, lines } = await api.operate('retention verify');
  expect([failed, lines[0]]).toEqual([
    true,
    expect.stringMatching(/^login-removal +accounts: \d, the oldest .*user_left/),
  ]);
  await moveTo(addMonths(new Date(end), 3).getTime() + 60 * secondMs);
  await api.runDueJobs();
  expect((await api.operate('account login-removed')).lines.join()).toContain('user_left');

  expect(await api.operate('account login-removed', 'user_left')).toMatchObject({
    subject: 'user_left',
    outcome: 'noted',
  });
  await expect(api.operate('account login-removed', 'user_left')).rejects.toThrow(OperatorMistake);
  await expect(api.operate('account login-removed', 'user_living')).rejects.toThrow(OperatorMistake);
  api.issuer.refuseManagementWith.status = null;
  for (const _ of ['removed there', 'removed here']) await api.runDueJobs();
  expect((await everyRow()).replaceAll(/^operator_actions .*$/gm, '')).not.toContain('user_left');
  expect(api.issuer.removedUsers).not.toContain('user_left');
  expect((await api.operate('account login-removed')).lines[0]).toContain('No');
  expect((await api.operate('retention verify')).failed).toBe(false);
});

it('what operators did is forgotten after three years', async () => {
  const id = 'user_acted_on';
  await download(id);
  await api.operate('account end', id);
  const actions = async () =>
    (await everyRow()).split('\n').filter((row) => /^operator_actions .*user_acted_on/.test(row));
  const start = api.time.now.getTime();
  await moveTo(start + 3 * 365 * dayMs - 2 * dayMs);
  await api.runDueJobs();
  expect(await actions()).toHaveLength(1);
  await moveTo(start + 3 * 366 * dayMs);
  await api.runDueJobs();
  expect(await actions()).toEqual([]);
});
