import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { releaseOverdue } from '../../server/service/quotas/quotas.ts';
import type { TextRequest } from '../../shared/api/text.ts';
import { apiPaths } from '../../shared/api-paths.ts';
import { plans } from '../../shared/business/plans.ts';
import { type AiStandIn, startAiStandIn } from '../factories/ai-stand-in.ts';
import { aDownloadRequest } from '../factories/api.ts';
import { writeBuiltSite } from '../factories/built-site.ts';
import { createDatabasePlace, type DatabasePlace, testDatabaseUrl } from '../factories/database.ts';
import {
  findServerPort,
  type ServerProcess,
  settingsFor,
  startServerProcess,
  waitUntilReady,
} from '../factories/server-process.ts';
import { aTextRequest, readEvents, soon } from '../factories/text-api.ts';
import { startTokenIssuer, type TokenIssuer } from '../factories/token-issuer.ts';

/** Servers that write texts, killed and racing. The embedded database takes one server at a time, PostgreSQL two. */
const user = 'user_text';
const reservationMs = 180_000;

let place: DatabasePlace;
let issuer: TokenIssuer;
let ai: AiStandIn;
let site: ReturnType<typeof writeBuiltSite>;
let ports: [number, number];
beforeAll(async () => {
  ports = [await findServerPort(), await findServerPort()];
  place = await createDatabasePlace();
  issuer = await startTokenIssuer();
  ai = await startAiStandIn();
  site = writeBuiltSite();
});
afterAll(async () => {
  site.remove();
  await ai.close();
  await issuer.close();
  await place.remove();
});

async function startServer(port: number, more: Record<string, string> = {}): Promise<ServerProcess> {
  const settings = {
    ...settingsFor(place, port),
    ...issuer.environment,
    ...ai.settings,
    ...{ RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'silent', ...more },
  };
  const server = startServerProcess({ settings, siteDirectory: site.directory });
  await waitUntilReady(server, port);
  return server;
}

async function send(port: number, path: string, body: object, headers: Record<string, string>): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: JSON.stringify(body),
  });
}

const signUp = async (port: number, id = user) =>
  send(port, apiPaths.downloads, aDownloadRequest(), { authorization: `Bearer ${await issuer.tokenFor(id)}` });

const ask = async (port: number, headers: Record<string, string> = {}, given: Partial<TextRequest> = {}) =>
  send(port, apiPaths.textEnhance, aTextRequest(given), {
    authorization: `Bearer ${await issuer.desktopTokenFor(user)}`,
    'app-version': '1.0.0',
    ...headers,
  });

async function inDatabase<Result>(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>) {
  const database = await openDatabase(place);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

it('a request whose server was killed in the middle of its text is given back after three minutes', {
  timeout: 240_000,
}, async () => {
  const server = await startServer(ports[0]);
  expect((await signUp(ports[0])).status).toBe(201);
  ai.misbehave({ models: { '*': { pieceDelayMs: 50, repeat: 100 } } });
  const answer = await ask(ports[0], { accept: 'text/event-stream' });
  const { value } = await answer.body!.getReader().read();
  expect(new TextDecoder().decode(value)).toContain('event: start');
  server.child.kill('SIGKILL');
  await server.ended;
  await expect.poll(() => ai.state.open, soon).toBe(0);
  await inDatabase(async (database) => {
    const counter = () =>
      database.kysely.selectFrom('quota_counters').select(['used', 'open']).executeTakeFirstOrThrow();
    expect(await counter()).toEqual({ used: 1, open: 1 });
    const { open_until } = await database.kysely
      .selectFrom('usage_requests')
      .select('open_until')
      .executeTakeFirstOrThrow();
    expect(await releaseOverdue(database, new Date(open_until!.getTime() - 1))).toBe(0);
    expect(await releaseOverdue(database, open_until!)).toBe(1);
    expect(open_until!.getTime() - Date.now()).toBeLessThanOrEqual(reservationMs);
    expect(await counter()).toEqual({ used: 0, open: 0 });
  });
});

it('of fifty requests for the last text that reach two servers at once, one is answered', {
  timeout: 500_000,
}, async () => {
  ai.misbehave();
  const used = [ports[0], testDatabaseUrl ? ports[1] : ports[0]] as const;
  const servers = [await startServer(used[0]), ...(testDatabaseUrl ? [await startServer(used[1])] : [])];
  expect((await ask(used[0])).status).toBe(200);
  const setUsed = () =>
    inDatabase((database) =>
      database.kysely
        .updateTable('quota_counters')
        .set({ used: plans.free.onlineRequestsPerMonth - 1 })
        .execute(),
    );
  // The embedded database belongs to the server, which then counts up to the last one itself.
  const rounds = testDatabaseUrl ? Number(process.env.TEXT_RACES ?? 3) : 1;
  for (let round = 0; round < rounds; round++) {
    if (testDatabaseUrl) await setUsed();
    else for (let i = 2; i < plans.free.onlineRequestsPerMonth; i++) await ask(used[0]);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(used[index % 2]!)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 429)).toHaveLength(49);
  }
  for (const server of servers) {
    server.child.kill('SIGTERM');
    await server.ended;
  }
});

/** Writes a report of the process and throws where nobody catches it, in words that were dictated. */
const dieOnSignal = `process.on("SIGUSR2",()=>{process.report.writeReport();throw new Error(["quokkaflute","7731"].join(""))})`;
const canary = 'quokkaflute7731';

it('a server that dies by a fault in the middle of a text leaves nothing of it behind', {
  timeout: 240_000,
}, async () => {
  const reports = mkdtempSync(path.join(os.tmpdir(), 'writing-ant-reports-'));
  const server = await startServer(ports[0], {
    LOG_LEVEL: 'trace',
    NODE_OPTIONS: `--report-directory=${reports} --import=data:text/javascript,${encodeURIComponent(dieOnSignal)}`,
  });
  const dying = 'user_dying';
  expect((await signUp(ports[0], dying)).status).toBe(201);
  ai.misbehave({ models: { '*': { pieceDelayMs: 50, repeat: 100 } } });
  const transcript = `${aTextRequest().transcript} and play the ${canary} for them`;
  const authorization = `Bearer ${await issuer.desktopTokenFor(dying)}`;
  const answer = await ask(ports[0], { accept: 'text/event-stream', authorization }, { transcript });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  let read = '';
  const whole = () => read.slice(0, read.lastIndexOf('\n\n') + 2);
  const written = () => readEvents(whole()).map(({ data }) => data.text ?? '');
  while (!written().join('').includes(canary)) {
    const { value, done } = await reader.read();
    expect(done).toBe(false);
    read += new TextDecoder().decode(value);
  }
  server.child.kill('SIGUSR2');
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('"msg":"uncaught fault"');
  const files = [reports, place.dataDir].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile()),
  );
  expect(files.filter((file) => file.startsWith(reports))).toHaveLength(1);
  const found = files.filter((file) => readFileSync(file, 'latin1').includes(canary));
  expect([...found, ...(server.output().includes(canary) ? ['output'] : [])]).toEqual([]);
  rmSync(reports, { recursive: true });
});
