import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import https from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTemporaryPostgres, type TemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { paths } from '../../../shared/paths.ts';
import { aDownloadRequest } from '../../factories/api.ts';
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

/** More of them by hand: ROLLING_RESTARTS=20 npm test -- rolling-restart (docs/operations.md). */
const rounds = Number(process.env.ROLLING_RESTARTS ?? 2);

/**
 * Each from an address of its own (all of 127.0.0.0/8 is this machine), at no more than the rate the proxy allows it.
 */
const visitors = 8;
const pauseMs = 20;

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

interface Answer {
  status: number;
  body: string;
}

/** One visitor keeps one connection to the proxy, as a browser does. */
function openVisitor(localAddress: string): {
  ask(path: string, headers?: Record<string, string>, body?: string): Promise<Answer>;
} {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, localAddress, ca: proxy.certificate.cert });
  return {
    ask: (path, headers = {}, body) =>
      new Promise((resolve, reject) => {
        const options = { port: proxy.port, host: '127.0.0.1', path, agent, method: body ? 'POST' : 'GET', headers };
        https
          .request(options, async (response) => {
            const chunks: Buffer[] = await response.toArray();
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
          })
          .on('error', reject)
          .end(body);
      }),
  };
}

it(`nobody notices ${rounds} restarts of each of two servers behind the proxy of the guide`, async () => {
  const accepted: { user: string; id: string }[] = [];
  const unexpected: string[] = [];
  let isOver = false;

  async function visit(_: unknown, number: number): Promise<void> {
    const visitor = openVisitor(`127.0.0.${number + 2}`);
    const expectAnswer = async (status: number, ...request: Parameters<typeof visitor.ask>): Promise<Answer> => {
      await wait(pauseMs);
      const answer = await visitor.ask(...request).catch((error) => ({ status: 0, body: String(error) }));
      if (answer.status !== status) unexpected.push(`${request[0]}: ${answer.status} ${answer.body.slice(0, 200)}`);
      return answer;
    };
    while (!isOver) {
      const user = `user_${randomUUID()}`;
      const headers = { authorization: `Bearer ${await issuer.tokenFor(user)}` };
      await expectAnswer(200, paths.landing);
      await expectAnswer(200, apiPaths.account, headers);
      const body = JSON.stringify(aDownloadRequest());
      const answer = await expectAnswer(
        201,
        apiPaths.downloads,
        {
          ...headers,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'idempotency-key': randomUUID(),
        },
        body,
      );
      if (answer.status === 201) accepted.push({ user, id: JSON.parse(answer.body).id });
    }
  }

  const visits = Promise.all(Array.from({ length: visitors }, visit));
  for (let round = 0; round < rounds; round++)
    for (const server of servers) {
      const before = accepted.length;
      await expect.poll(() => accepted.length, { timeout: 30_000 }).toBeGreaterThan(before + visitors);
      server.process.child.kill('SIGTERM');
      expect(await server.process.ended).toBe(0);
      await wait(500);
      server.process = start(server.port);
      await waitUntilReady(server.process, server.port);
    }
  isOver = true;
  await visits;
  expect(unexpected).toEqual([]);

  const database = await openDatabase(place());
  for (const { user, id } of accepted)
    expect((await recordsOf(database, user)).downloads.map((each) => each.id)).toEqual([id]);
  await database.close();
  console.log(`${accepted.length} submissions during ${2 * rounds} restarts, none refused, lost or doubled.`);
});
