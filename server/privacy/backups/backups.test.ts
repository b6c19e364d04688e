import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { insertBooks, someBooks } from '../../../tests/factories/book-records.ts';
import { openTestDatabase } from '../../../tests/factories/database.ts';
import {
  aCounter,
  aDownload,
  aMail,
  anAcceptance,
  anAccount,
  aPrivacyRequest,
  aUsageRequest,
} from '../../../tests/factories/records.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import type { Service, ServiceCommand } from '../../contract/command.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import type { Database } from '../../database/database.ts';
import { product } from '../../features.ts';
import { performOn } from '../../operator/perform.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';
import { findOverdue } from '../../platform/retention/retention.ts';
import { bringUpToDate, restore } from './backups.ts';
import { restoreLines } from './dump.ts';
import { readDumpFile } from './dump-file.ts';

const releases = mkdtempSync(path.join(os.tmpdir(), 'backups-test-'));

let api: TestApi;
let clock: ServiceClock;
let service: Service;
beforeAll(async () => {
  writeRelease(releases).publish();
  api = await createTestApi({ RELEASES_DIR: releases });
  clock = await openServiceClock(api.database);
  const { database, config, runDueJobs } = api;
  service = { isPublic: false, config, database, ...product, runDueJobs, clock };
});
afterAll(async () => {
  await api.close();
  rmSync(releases, { recursive: true });
});

const dumpFolder = () => path.join(api.config.dataDir, 'dumps');
const dumps = () => readdirSync(dumpFolder()).map((name) => path.join(dumpFolder(), name));
async function operate(name: string, ...args: string[]) {
  const found = product.commands.find((each) => each.name === name) as ServiceCommand;
  return performOn(service, found, args);
}
const run = async () => (await operate('backup run')).lines[0]!.split('  ')[0]!;
async function moveTo(time: number): Promise<void> {
  await clock.moveTo(new Date(time));
  api.time.now = clock.now();
  expect(await api.runDueJobs()).toEqual([]);
}
const ask = async (method: 'DELETE' | 'POST', userId: string, url: string) =>
  api.app.inject({ method, url, headers: { authorization: `Bearer ${await api.issuer.tokenFor(userId)}` } });

/** Every row of every table of ours, as the database writes it. */
async function everyRow(database: Database): Promise<Record<string, string[]>> {
  return database.asOwner(async (owner) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()
        and table_type = 'BASE TABLE' and table_name not like 'kysely%' and table_name <> 'service_clock'`.execute(
      owner,
    );
    const all: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select kept::text as row from ${sql.table(name)} as kept order by 1`.execute(owner);
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  });
}

/** A new machine to which only a dump and the file with the ends of accounts were brought. */
async function restoreElsewhere(file: string, now = clock.now()) {
  const elsewhere = await openTestDatabase();
  const ends = path.join(api.config.dataDir, 'account-ends.ndjson');
  if (existsSync(ends)) copyFileSync(ends, path.join(elsewhere.place.dataDir, 'account-ends.ndjson'));
  const other = await openServiceClock(elsewhere.database);
  if (now > other.now()) await other.moveTo(now);
  const where = { file, identity: undefined, dataDir: elsewhere.place.dataDir, now: other.now() };
  const restored = await restore(elsewhere.database, where, product.retentionRules);
  return { ...elsewhere, restored, rows: await everyRow(elsewhere.database) };
}

const canaries = ['Kanari Vogel', 'kanari@customers.example'];
const begin = (userId: string) =>
  api.download(
    userId,
    aDownloadRequest({ fullName: canaries[0]!, email: canaries[1]!, documents: documentsInForce(clock.now()) }),
  );
const holdsCanary = (text: string) => canaries.some((canary) => text.includes(canary));
const holdingOf = (rows: Record<string, string[]>) =>
  Object.entries(rows).flatMap(([table, texts]) => (holdsCanary(texts.join('\n')) ? [table] : []));

it('after 30 days nothing of a closed account is in a table, a dump, the data folder, or at the login provider', async () => {
  api.time.now = clock.now();
  const { url } = await begin('user_canary');
  expect((await api.app.inject({ url: pathOf(url), headers: { range: 'bytes=0-9' } })).statusCode).toBe(206);
  const open = await run();
  expect(holdsCanary(gunzipSync(readFileSync(open)).toString())).toBe(true);
  const closedAt = clock.now().getTime();
  await moveTo(closedAt + minuteMs);
  expect((await ask('DELETE', 'user_canary', apiPaths.account)).statusCode).toBe(200);
  await moveTo(closedAt + 3 * minuteMs);
  const closed = gunzipSync(readFileSync(await run())).toString();
  expect(holdsCanary(closed)).toBe(false);
  expect(closed).toContain('user_canary');
  const early = path.join(releases, 'early.dump.gz');
  copyFileSync(open, early);

  // On day 10 the dump from before brings it back closed, and it can still be kept.
  await moveTo(closedAt + 10 * dayMs);
  const onDay10 = await restoreElsewhere(early);
  expect(onDay10.restored.replayed).toBeGreaterThan(0);
  expect(
    await onDay10.database.kysely.selectFrom('accounts').where('id', '=', 'user_canary').selectAll().execute(),
  ).toMatchObject([{ status: 'ended', ended_by: 'holder', email: canaries[1] }]);
  await onDay10.remove();

  await moveTo(closedAt + 30 * dayMs + 2 * minuteMs);
  expect(holdingOf(await everyRow(api.database))).toEqual([]);
  expect(dumps()).not.toContain(open);
  for (const file of dumps()) expect(holdsCanary(gunzipSync(readFileSync(file)).toString())).toBe(false);
  expect(readFileSync(path.join(api.config.dataDir, 'account-ends.ndjson'), 'utf8')).not.toMatch(/user_canary|Kanari/);
  expect(api.issuer.removedUsers).toContain('user_canary');

  // Somebody who has kept the old dump against all rules restores it: nobody is back.
  const late = await restoreElsewhere(early);
  expect(holdingOf(late.rows)).toEqual([]);
  expect(late.rows.downloads!.join()).not.toContain('user_canary');
  // Another start finds nothing to do.
  expect(
    await bringUpToDate(late.database, { dataDir: late.place.dataDir, now: clock.now() }, product.retentionRules),
  ).toBe(0);
  await late.remove();
  expect((await operate('backup prove', early)).failed).toBe(false);
});

it('who has kept the account has it, also where the dump is from the time in between', async () => {
  await begin('user_kept');
  const at = clock.now().getTime();
  const file = path.join(releases, 'kept.dump.gz');
  copyFileSync(await run(), file);
  await moveTo(at + minuteMs);
  await ask('DELETE', 'user_kept', apiPaths.account);
  await moveTo(at + 3 * minuteMs);
  await ask('POST', 'user_kept', apiPaths.accountKept);
  await moveTo(at + 40 * dayMs);
  const { database, remove } = await restoreElsewhere(file);
  const row = await database.kysely.selectFrom('accounts').where('id', '=', 'user_kept').selectAll().execute();
  expect(row).toMatchObject([{ status: 'active', ended_at: null, email: canaries[1] }]);
  await remove();
});

it('a dump is kept for 30 days, less the hour in which it is looked for', async () => {
  const file = await run();
  const madeAt = Math.floor(clock.now().getTime() / 1000) * 1000;
  await moveTo(madeAt + 30 * dayMs - 62 * minuteMs);
  expect(dumps()).toContain(file);
  await moveTo(madeAt + 30 * dayMs - 59 * minuteMs);
  expect(dumps()).not.toContain(file);
});

it('what a crash has left of a dump or a proof is gone within a day, and what stays for too long is found', async () => {
  const at = clock.now().getTime();
  const proofs = path.join(api.config.dataDir, 'proofs');
  const nameOf = (hours: number, end: string) =>
    `writing-ant-${new Date(at - hours * 60 * minuteMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.${end}`;
  const leave = (hours: number): string[] => {
    const files = ['dump.gz.new', 'dump.gz.age.new'].map((end) => path.join(dumpFolder(), nameOf(hours, end)));
    for (const file of files) writeFileSync(file, 'Kanari Vogel');
    const proof = path.join(proofs, nameOf(hours, 'proof.a1b2c3'));
    mkdirSync(proof, { recursive: true });
    writeFileSync(path.join(proof, 'database'), 'Kanari Vogel');
    return [...files, proof];
  };
  const [old, young] = [leave(26), leave(1)];
  const forgotten = path.join(dumpFolder(), nameOf(31 * 24, 'dump.gz'));
  writeFileSync(forgotten, 'Kanari Vogel');
  const found = await operate('retention verify');
  expect([found.failed, found.outcome]).toEqual([true, 'past their promise: 4']);
  expect(found.lines[0]).toMatch(/^dumps +files: 4, the oldest writing-ant-/);
  await moveTo(at + minuteMs);
  expect([...old, forgotten].filter((file) => existsSync(file))).toEqual([]);
  expect(young.filter((file) => existsSync(file))).toEqual(young);
  expect((await operate('retention verify')).failed).toBe(false);
  await moveTo(at + dayMs);
  expect(young.filter((file) => existsSync(file))).toEqual([]);
  expect(readdirSync(proofs)).toEqual([]);
});

it('a changed file of ends is not guessed at, and a line that a crash cut is left out', async () => {
  const file = path.join(api.config.dataDir, 'account-ends.ndjson');
  const text = readFileSync(file, 'utf8');
  const start = () =>
    bringUpToDate(api.database, { dataDir: api.config.dataDir, now: clock.now() }, product.retentionRules);
  writeFileSync(file, `${text}{"id":"cut`);
  expect(await start()).toBe(0);
  writeFileSync(file, text.replace('"account_sha256":"', '"account_sha256":"x'));
  await expect(start()).rejects.toThrow(/not what the service wrote/);
  writeFileSync(file, text);
});

it('what has expired since the dump is not restored, also where nobody has ended', async () => {
  await begin('user_stays');
  const at = clock.now().getTime();
  const file = path.join(releases, 'stays.dump.gz');
  copyFileSync(await run(), file);
  await moveTo(at + (retention.downloadTraceDays + 1) * dayMs);
  const { database, restored, remove } = await restoreElsewhere(file);
  expect(restored.replayed).toBe(0);
  const traces = database.kysely.selectFrom('downloads').where('account_id', '=', 'user_stays').select('ip_address');
  expect(await traces.execute()).toEqual([{ ip_address: null }]);
  expect(await findOverdue(database, clock.now())).toEqual([]);
  await remove();
});

it('a restored dump holds every row as it was', async () => {
  const account = anAccount({
    full_name: 'Zoë "O’Brien" \\ 🐜\n\t{}',
    updated_at: new Date('2026-03-01T09:00:00.123Z'),
  });
  const download = aDownload(account, { size_bytes: 28_000_000_001 });
  const { kysely } = api.database;
  await kysely.insertInto('accounts').values(account).execute();
  await kysely.insertInto('downloads').values(download).execute();
  const many = Array.from({ length: 1_203 }, () => aUsageRequest(account));
  for (const table of [
    ['acceptances', [anAcceptance(download)]],
    ['usage_requests', many],
    ['quota_counters', [aCounter(account)]],
    ['mails', [aMail(account), aMail(null)]],
    ['privacy_requests', [aPrivacyRequest(account)]],
  ] as const)
    await kysely
      .insertInto(table[0])
      .values(table[1] as never)
      .execute();
  await insertBooks(kysely, someBooks(account));
  await api.database.asOwner((owner) =>
    sql`insert into web_vitals values ('2026-11-24', '/', 'LCP', 50, 1)`.execute(owner),
  );
  const before = await everyRow(api.database);
  // As the file has it, before anything that is overdue is removed.
  const elsewhere = await openTestDatabase();
  const restored = await restoreLines(elsewhere.database, readDumpFile(await run(), undefined));
  const rows = Object.values(restored.rows).reduce((sum, count) => sum + count, 0);
  expect(rows).toBe(Object.values(before).flat().length);
  const { operator_actions: _, ...others } = await everyRow(elsewhere.database);
  const { operator_actions: __, ...expected } = before;
  expect(others).toEqual(expected);
  await elsewhere.remove();
  const proof = await operate('backup prove');
  expect([proof.failed, proof.outcome]).toEqual([false, `proven: ${rows} rows`]);
  expect(readdirSync(path.join(api.config.dataDir, 'proofs'))).toEqual([]);
});
