import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { downloadFilePath } from '../../../shared/api-paths.ts';
import { dayMs } from '../../../shared/durations.ts';
import { writeBuiltSite } from '../../../tests/factories/built-site.ts';
import {
  createDatabasePlace,
  type DatabasePlace,
  openTestDatabase,
  testDatabaseUrl,
} from '../../../tests/factories/database.ts';
import { operateHere } from '../../../tests/factories/operate-here.ts';
import {
  findServerPort,
  type ServerProcess,
  settingsFor,
  startServerProcess,
  waitUntilReady,
} from '../../../tests/factories/server-process.ts';
import { readConfig } from '../../config/config.ts';
import { OperatorMistake } from '../../contract/command.ts';
import type { Database } from '../../database/database.ts';
import { product } from '../../features.ts';
import { sign } from '../../http/signed-links.ts';
import { clockMove, clockSet } from './clock.operator.ts';
import { openServiceClock } from './clock.ts';

const linkSecret = 'l'.repeat(64);

describe('the clock of the service', () => {
  let database: Database;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ database, remove } = await openTestDatabase());
  });
  afterAll(() => remove());

  const inSql = async () => {
    const { rows } = await sql<{ now: Date }>`select service_now() as now`.execute(database.kysely);
    return rows[0]!.now.getTime();
  };
  const near = (time: number) => [time - 5_000, time + 5_000] as const;
  const expectBoth = async (code: Date, time: number) => {
    for (const each of [code.getTime(), await inSql()]) {
      expect(each).toBeGreaterThan(near(time)[0]);
      expect(each).toBeLessThan(near(time)[1]);
    }
  };

  it('is the machine’s, until it is set ahead: in code and in SQL, in every process', async () => {
    const [clock, other] = [await openServiceClock(database), await openServiceClock(database)];
    await expectBoth(clock.now(), Date.now());
    await clock.moveTo(new Date(Date.now() + 200 * dayMs));
    await expectBoth(clock.now(), Date.now() + 200 * dayMs);
    await other.reload();
    await expectBoth(other.now(), Date.now() + 200 * dayMs);
    await expect(clock.moveTo(new Date(Date.now() + 199 * dayMs))).rejects.toThrow(RangeError);
    await clock.reset();
    await expectBoth(clock.now(), Date.now());
  });

  it('cannot be set by the application, which could otherwise make evidence expire', async () => {
    await expect(sql`update service_clock set ahead_ms = 1`.execute(database.kysely)).rejects.toThrow(
      /permission denied/,
    );
    await expect(sql`insert into service_clock values (false, 1)`.execute(database.kysely)).rejects.toThrow(/denied/);
  });

  it('is not set at a public address, nor by what is no time', async () => {
    const clock = await openServiceClock(database);
    const config = readConfig({});
    const service = { isPublic: false, config, ...product, database, clock, runDueJobs: async () => [] };
    await expect(clockMove.work({ ...service, isPublic: true }, ['1d'])).rejects.toThrow(OperatorMistake);
    for (const time of ['', 'tomorrow', '2026-13-01', '2020-01-01', '2026-12-24T08:00', '2030-01-01 --now'])
      await expect(clockSet.work(service, [time])).rejects.toThrow(OperatorMistake);
    for (const duration of ['', '30', '-1d', '1w', '1.5h', '9999999d'])
      await expect(clockMove.work(service, [duration])).rejects.toThrow(OperatorMistake);
    await expectBoth(clock.now(), Date.now());
    expect(await clockMove.work({ ...service, runDueJobs: async () => ['retention'] }, ['1h'])).toMatchObject({
      failed: true,
    });
    await clock.reset();
  });

  it('is not set once people are served from the database, by a shell without the server’s settings either', async () => {
    const served = await openTestDatabase();
    const clock = await openServiceClock(served.database);
    await clock.reset({ isPublic: true });
    const service = {
      isPublic: false,
      config: readConfig({}),
      ...product,
      database: served.database,
      clock: await openServiceClock(served.database),
      runDueJobs: async () => [],
    };
    await expect(clockMove.work(service, ['1d'])).rejects.toThrow(/People are served.*Nothing was done/);
    const { rows } = await sql`select from service_clock where ahead_ms <> 0`.execute(served.database.kysely);
    expect(rows).toEqual([]);
    await served.remove();
  });
});

describe('beside a running server', () => {
  let place: DatabasePlace;
  let site: ReturnType<typeof writeBuiltSite>;
  let server: ServerProcess;
  let settings: Record<string, string>;
  let port: number;
  beforeAll(async () => {
    port = await findServerPort();
    place = await createDatabasePlace();
    site = writeBuiltSite();
    settings = { ...settingsFor(place, port), LINK_SECRET: linkSecret, LOG_LEVEL: 'silent' };
    server = startServerProcess({ settings, siteDirectory: site.directory });
    await waitUntilReady(server, port);
  });
  afterAll(async () => {
    server.child.kill();
    await server.ended;
    site.remove();
    await place.remove();
  });

  /** Told by a link that is valid for an hour, to a file that there is not. */
  const aLink = () => {
    const [downloadId, fileName, expires] = [randomUUID(), 'file.exe', Date.now() + 60 * 60 * 1000];
    const secrets = { linkSecret: Buffer.from(linkSecret) };
    const signature = sign(secrets, { purpose: 'download', parts: [downloadId, fileName, expires] });
    return `${downloadFilePath(downloadId, fileName)}?expires=${expires}&signature=${signature}`;
  };
  const statusOf = async (pathname: string) => (await fetch(`http://127.0.0.1:${port}${pathname}`)).status;

  it('an operator sets the clock, and the server goes by it', async () => {
    const link = aLink();
    const [day, dayBefore] = [400, 399].map((days) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10));
    expect(await statusOf(link)).toBe(404);
    expect((await operateHere(settings, 'clock', 'set', day!)).output).toContain(`set to ${day}T00:00:00.000Z`);
    await expect.poll(() => statusOf(link), { timeout: 10_000 }).toBe(410);
    expect(await operateHere(settings, 'clock', 'set', dayBefore!)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/only set ahead[\s\S]*Usage: /),
    });
    expect(await operateHere(settings, 'retention', 'report')).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${day}T00:0`),
    });
  });

  it.runIf(!testDatabaseUrl)('through a socket that only its user can open', () => {
    expect(statSync(path.join(place.dataDir, 'operator.sock')).mode & 0o777).toBe(0o600);
  });
});
