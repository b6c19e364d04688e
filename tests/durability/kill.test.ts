import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import type { DownloadRequest } from '../../shared/api/downloads.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { aDownloadRequest } from '../factories/api.ts';
import { writeBuiltSite } from '../factories/built-site.ts';
import { type DatabasePlace, openTestDatabase } from '../factories/database.ts';
import { recordsOf } from '../factories/records.ts';
import {
  findServerPort,
  type ServerProcess,
  settingsFor,
  startServerProcess,
  waitUntilReady,
} from '../factories/server-process.ts';
import { startTokenIssuer, type TokenIssuer } from '../factories/token-issuer.ts';

/** How often the server is killed; more before a release (docs/operations.md). */
const rounds = Number(process.env.SERVER_KILLS ?? 2);
const clients = 8;
const longestRoundMs = 800;
/** What one submission records: four sentences and five documents. */
const acceptancesPerDownload = 9;
let port: number;

interface Submission {
  user: string;
  key: string;
  request: DownloadRequest;
  /** The id in the answer, once there is one. */
  acknowledged?: string;
}

let place: DatabasePlace;
let issuer: TokenIssuer;
let site: ReturnType<typeof writeBuiltSite>;
beforeAll(async () => {
  port = await findServerPort();
  const opened = await openTestDatabase();
  await opened.database.close();
  place = opened.place;
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

async function submit(submission: Submission): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${apiPaths.downloads}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await issuer.tokenFor(submission.user)}`,
      'content-type': 'application/json',
      'idempotency-key': submission.key,
    },
    body: JSON.stringify(submission.request),
  });
}

/** Submits one form after the other, each of a new customer, until the server is gone. */
async function submitUntilTheEnd(sent: Submission[]): Promise<void> {
  for (;;) {
    const user = `user_${randomUUID()}`;
    const submission: Submission = { user, key: randomUUID(), request: aDownloadRequest({ fullName: user }) };
    sent.push(submission);
    try {
      const response = await submit(submission);
      const answer = await response.json();
      expect(response.status, JSON.stringify(answer)).toBe(201);
      submission.acknowledged = answer.id;
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

it(`keeps every acknowledged record through ${rounds} sudden deaths`, async () => {
  const all: Submission[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const server = await startServer();
    const sent: Submission[] = [];
    const busy = Promise.all(Array.from({ length: clients }, () => submitUntilTheEnd(sent)));
    await expect.poll(() => sent.some((each) => each.acknowledged), { timeout: 30_000 }).toBe(true);
    await wait(randomInt(longestRoundMs));
    server.child.kill('SIGKILL');
    await busy;
    expect(await server.ended).toBe('SIGKILL');
    all.push(...sent);
  }

  // Whatever was under way when the server died is sent once more, as a browser would.
  const server = await startServer();
  for (const submission of all.filter((each) => !each.acknowledged)) {
    const response = await submit(submission);
    expect(response.status).toBe(201);
    submission.acknowledged = (await response.json()).id;
  }
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  const database = await openDatabase(place);
  for (const { user, acknowledged, request } of all) {
    const { accounts, downloads, acceptances } = await recordsOf(database, user);
    expect(accounts).toMatchObject([{ full_name: request.fullName, email: request.email }]);
    expect(downloads.map(({ id }) => id)).toEqual([acknowledged]);
    expect(acceptances).toHaveLength(acceptancesPerDownload);
  }
  const { count } = await database.kysely
    .selectFrom('downloads')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(all.length);
  await database.close();
  console.log(`${all.length} submissions, ${rounds} deaths, nothing lost.`);
});
