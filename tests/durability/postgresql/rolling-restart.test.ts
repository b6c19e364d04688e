import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTemporaryPostgres, type TemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { writeBuiltSite } from '../../factories/built-site.ts';
import { productContents } from '../../factories/database.ts';
import { startProxy, type TestProxy } from '../../factories/nginx.ts';
import { recordsOf } from '../../factories/records.ts';
import {
  findServerPort,
  type ServerProcess,
  settingsFor,
  startServerProcess,
  waitUntilReady,
} from '../../factories/server-process.ts';
import { startTokenIssuer, type TokenIssuer } from '../../factories/token-issuer.ts';
import { startVisitors } from '../../factories/visitors.ts';

/** More of them by hand: ROLLING_RESTARTS=20 npm test -- rolling-restart (docs/operations.md). */
const rounds = Number(process.env.ROLLING_RESTARTS ?? 1);

const visitors = 8;

let postgres: TemporaryPostgres;
let issuer: TokenIssuer;
let proxy: TestProxy;
let site: ReturnType<typeof writeBuiltSite>;
const servers: { port: number; process: ServerProcess }[] = [];
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-rolling-'));
const place = () => ({ databaseUrl: postgres.url, dataDir, contents: productContents, remove: async () => {} });

beforeAll(async () => {
  postgres = await startTemporaryPostgres();
  issuer = await startTokenIssuer();
  site = writeBuiltSite();
  const ports: [number, number] = [await findServerPort(), await findServerPort()];
  for (const port of ports) servers.push({ port, process: start(port) });
  for (const { port, process } of servers) await waitUntilReady(process, port);
  proxy = await startProxy(ports);
});
afterAll(async () => {
  await proxy?.stop();
  for (const { process } of servers) process.child.kill('SIGKILL');
  site.remove();
  await issuer.close();
  await postgres.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

function start(port: number): ServerProcess {
  return startServerProcess({
    settings: {
      ...settingsFor(place(), port),
      ...issuer.environment,
      TRUSTED_PROXIES: '127.0.0.1',
      LINK_SECRET: 'x'.repeat(32),
      RATE_LIMIT_FACTOR: '10000',
      LOG_LEVEL: 'fatal',
    },
    siteDirectory: site.directory,
  });
}

it(`nobody notices restarts (${rounds}) of each of two servers behind the proxy of the guide`, async () => {
  const visits = startVisitors(proxy, issuer, visitors);
  for (let round = 0; round < rounds; round++)
    for (const server of servers) {
      const before = visits.accepted.length;
      await expect.poll(() => visits.accepted.length, { timeout: 30_000 }).toBeGreaterThan(before + visitors);
      server.process.child.kill('SIGTERM');
      expect(await server.process.ended).toBe(0);
      await wait(500);
      server.process = start(server.port);
      await waitUntilReady(server.process, server.port);
    }
  const { accepted, unexpected } = await visits.end();
  expect(unexpected).toEqual([]);

  const database = await openDatabase(place());
  for (const { user, id } of accepted)
    expect((await recordsOf(database, user)).downloads.map((each) => each.id)).toEqual([id]);
  await database.close();
  console.log(`${accepted.length} submissions during ${2 * rounds} restarts, none refused, lost or doubled.`);
});
