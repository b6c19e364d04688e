import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTemporaryPostgres, type TemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { aDownloadRequest } from '../../factories/api.ts';
import { writeBuiltSite } from '../../factories/built-site.ts';
import { productContents } from '../../factories/database.ts';
import { recordsOf } from '../../factories/records.ts';
import {
  findServerPort,
  type ServerProcess,
  settingsFor,
  startServerProcess,
  waitUntilReady,
} from '../../factories/server-process.ts';
import { startTokenIssuer, type TokenIssuer } from '../../factories/token-issuer.ts';

/** More of them by hand: DATABASE_RESTARTS=30 npm test -- durability/postgresql (docs/operations.md). */
const restarts = Number(process.env.DATABASE_RESTARTS ?? 2);
const writers = 8;
const busyMs = 1_000;
const awayMs = 700;

let postgres: TemporaryPostgres;
let issuer: TokenIssuer;
let site: ReturnType<typeof writeBuiltSite>;
let server: ServerProcess;
let port: number;
let isOver = false;
const answers = new Map<number, number>();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-restart-'));

const place = () => ({ databaseUrl: postgres.url, dataDir, contents: productContents, remove: async () => {} });

beforeAll(async () => {
  postgres = await startTemporaryPostgres({ durable: true });
  issuer = await startTokenIssuer();
  site = writeBuiltSite();
  port = await findServerPort();
  server = startServerProcess({
    settings: {
      ...settingsFor(place(), port),
      ...issuer.environment,
      RATE_LIMIT_FACTOR: '10000',
      LOG_LEVEL: 'fatal',
    },
    siteDirectory: site.directory,
  });
});
afterAll(async () => {
  isOver = true;
  server.child.kill('SIGKILL');
  site.remove();
  await issuer.close();
  await postgres.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/**
 * Submits the form of one customer after the other, repeating each with its key until it is accepted, as the site does.
 */
async function write(accepted: { user: string; id: string }[]): Promise<void> {
  while (!isOver) {
    const user = `user_${randomUUID()}`;
    const request = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await issuer.tokenFor(user)}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(aDownloadRequest({ fullName: user })),
    };
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${port}${apiPaths.downloads}`, request);
      const answer = await response.json();
      answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
      if (response.status === 201) {
        accepted.push({ user, id: answer.id });
        break;
      }
      expect(response.status, JSON.stringify(answer)).toBe(503);
      expect(answer.code).toBe('service-unavailable');
      expect(response.headers.get('retry-after')).toBe('5');
      await wait(50);
    }
  }
}

it(`serves on through ${restarts} restarts and crashes of the database, and loses and doubles nothing`, async () => {
  await waitUntilReady(server, port);
  const { pid } = server.child;
  const accepted: { user: string; id: string }[] = [];
  const busy = Promise.all(Array.from({ length: writers }, () => write(accepted)));
  for (let round = 0; round < restarts; round++) {
    const before = accepted.length;
    await expect.poll(() => accepted.length, { timeout: 30_000 }).toBeGreaterThan(before);
    await wait(busyMs);
    await postgres.restart(round % 2 ? 'fast' : 'immediate', awayMs);
  }
  const before = accepted.length;
  await expect.poll(() => accepted.length, { timeout: 30_000 }).toBeGreaterThan(before);
  isOver = true;
  await busy;
  expect(server.child.exitCode, server.output()).toBeNull();
  expect(server.child.pid).toBe(pid);
  expect(answers.get(503), 'The restarts met no request.').toBeGreaterThan(0);
  expect([...answers.keys()].sort()).toEqual([201, 503]);

  const database = await openDatabase(place());
  for (const { user, id } of accepted)
    expect((await recordsOf(database, user)).downloads.map((each) => each.id)).toEqual([id]);
  const { count } = await database.kysely
    .selectFrom('downloads')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(accepted.length);
  await database.close();
  console.log(`${accepted.length} submissions, ${answers.get(503)} answers of 503, nothing lost.`);
});

it('waits for a database that is not there yet, and says so', async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  // Longer than a server takes to start on a busy machine, and shorter than it waits.
  const restarting = postgres.restart('fast', 20_000);
  server = startServerProcess({
    settings: { ...settingsFor(place(), port), ...issuer.environment, LOG_LEVEL: 'fatal' },
    siteDirectory: site.directory,
  });
  await restarting;
  await waitUntilReady(server, port);
  expect(server.output()).toMatch(/Waiting for the database at 127\.0\.0\.1:\d+ \(.+\), for 30 s at most\./);
});
