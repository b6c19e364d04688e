import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/database/database.ts';
import { openServiceClock } from '../../server/features/clock/clock.ts';
import { findOverdue } from '../../server/features/retention/retention.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { aDownloadRequest } from '../factories/api.ts';
import { writeBuiltSite } from '../factories/built-site.ts';
import { createDatabasePlace, type DatabasePlace } from '../factories/database.ts';
import {
  findServerPort,
  type ServerProcess,
  settingsFor,
  startServerProcess,
  waitUntilReady,
} from '../factories/server-process.ts';
import { startTokenIssuer, type TokenIssuer } from '../factories/token-issuer.ts';

const dayMs = 24 * 60 * 60 * 1000;
const rounds = 4;
let port: number;
let place: DatabasePlace;
let issuer: TokenIssuer;
let site: ReturnType<typeof writeBuiltSite>;
beforeAll(async () => {
  port = await findServerPort();
  place = await createDatabasePlace();
  issuer = await startTokenIssuer();
  site = writeBuiltSite();
});
afterAll(async () => {
  site.remove();
  await issuer.close();
  await place.remove();
});

async function startServer(): Promise<ServerProcess> {
  const settings = {
    ...settingsFor(place, port),
    ...issuer.environment,
    RATE_LIMIT_FACTOR: '10000',
    LOG_LEVEL: 'silent',
  };
  const server = startServerProcess({ settings, siteDirectory: site.directory });
  await waitUntilReady(server, port);
  return server;
}
const kill = async (server: ServerProcess, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL') => {
  server.child.kill(signal);
  await server.ended;
};
const ask = async (method: string, url: string, user: string, body?: object) =>
  fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: {
      authorization: `Bearer ${await issuer.tokenFor(user)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
const statusOf = async (user: string) =>
  ((await (await ask('GET', apiPaths.account, user)).json()) as { status: string }).status;

/** Sets the clock of the stopped service ahead. */
async function moveBy(ms: number): Promise<void> {
  const database = await openDatabase(place);
  const clock = await openServiceClock(database);
  await clock.moveTo(new Date(clock.now().getTime() + ms));
  await database.close();
}

/** The text of every file of the data folder but the database's own, which holds what it has let go of until it is overwritten. */
function everyFile(folder = place.dataDir): string {
  return readdirSync(folder)
    .filter((name) => name !== 'database')
    .map((name) => path.join(folder, name))
    .filter((file) => !statSync(file).isSocket())
    .map((file) => (statSync(file).isDirectory() ? everyFile(file) : readFileSync(file, 'latin1')))
    .join('\n');
}

it('a server that dies while an account is closed or erased leaves it whole or gone, and tells the same afterwards', async () => {
  const users = Array.from({ length: rounds }, (_, index) => `user_${index}`);
  let server = await startServer();
  for (const user of users) {
    const form = aDownloadRequest({ fullName: 'Kanari Vogel', email: 'kanari@customers.example' });
    expect((await ask('POST', apiPaths.downloads, user, form)).status).toBe(201);
  }
  for (const user of users) {
    const answer = ask('DELETE', apiPaths.account, user).then(
      (response) => response.status,
      () => 'cut',
    );
    await wait(randomInt(60));
    await kill(server);
    const told = await answer;
    server = await startServer();
    const status = await statusOf(user);
    // What was acknowledged is so; what was cut is one or the other, and can be asked for again.
    expect(told === 200 ? ['ended'] : ['ended', 'active']).toContain(status);
    expect((await ask('DELETE', apiPaths.account, user)).status).toBe(200);
  }
  await kill(server, 'SIGTERM');
  await moveBy(30 * dayMs + 60_000);
  // The erasure begins within a second of the start; it is cut in several places.
  for (let round = 0; round < rounds; round += 1) {
    server = await startServer();
    await wait(randomInt(1500));
    await kill(server);
  }
  server = await startServer();
  await expect
    .poll(() => users.filter((user) => issuer.removedUsers.includes(user)).length, { timeout: 100_000, interval: 500 })
    .toBe(rounds);
  await kill(server, 'SIGTERM');

  const database = await openDatabase(place);
  const { rows } = await database.asOwner((owner) =>
    sql<{ row: string }>`
      select row_to_json(kept)::text as row from accounts as kept union all select row_to_json(kept)::text from downloads as kept
        union all select row_to_json(kept)::text from mails as kept
        union all select row_to_json(kept)::text from acceptances as kept`.execute(owner),
  );
  const text = rows.map(({ row }) => row).join('\n');
  expect(text).toContain('user_0');
  expect(text).not.toMatch(/[Kk]anari/);
  const clock = await openServiceClock(database);
  expect(await findOverdue(database, new Date(clock.now().getTime() - 120_000))).toEqual([]);
  await database.close();
  const mails = everyFile();
  expect(mails.replaceAll(/^(To|X-[\w-]+): .*$/gm, '')).not.toContain('Kanari Vogel');
  expect(
    readFileSync(path.join(place.dataDir, 'account-ends.ndjson'), 'utf8').trim().split('\n').length,
  ).toBeGreaterThanOrEqual(2 * rounds);
}, 240_000);
