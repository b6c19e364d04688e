/**
 * `npm run bench -- api`: the API's calls per second as a ratio to the statements of the same calls over the bare
 * database drivers, on PostgreSQL and on the embedded database, in turn within one run; the processor time of both; and
 * the cost of an account's answer after a rest.
 * Options: --rounds 5  --database postgresql|pglite  --calls "GET account,POST downloads"
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ExplainedError } from '../../../scripts/commands/step.mjs';
import { startTemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import { applicationRoleName } from '../../../server/database/application-role.ts';
import { openDatabase } from '../../../server/database/open-database.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { aDownloadRequest } from '../../../tests/factories/api.ts';
import { writeBuiltSite } from '../../../tests/factories/built-site.ts';
import { type DatabasePlace, productContents } from '../../../tests/factories/database.ts';
import {
  findServerPort,
  settingsFor,
  startServerProcess,
  waitUntilReady,
} from '../../../tests/factories/server-process.ts';
import { startTokenIssuer, type TokenIssuer } from '../../../tests/factories/token-issuer.ts';
import { formatTable, medianOf } from '../measurement.ts';
import { cpuMsOf } from '../process-cost.ts';
import { sendAll, writeRequest } from './clients.ts';
import type { RawOrder } from './raw-sql.ts';
import { type ApiCall, recordStatements, type Statement } from './recorded-sql.ts';

/** The targets: requests a second as a share of the call's own statements, and the cost of a rest. */
const targets = { share: 0.6, afterRest: 1.2 } as const;

/** Longer than a pool keeps an idle connection. */
const restMs = 11_000;

const workers = 10;
const warmUps = 2;
const recordedUser = 'user_recorded';
const rawProcess = path.join(import.meta.dirname, 'raw-sql.ts');

interface Call extends ApiCall {
  /** Whether each call comes from a new user. */
  isNewUser: boolean;
  times: number;
}

const calls: Record<string, Call> = {
  'GET account': { method: 'GET', path: apiPaths.account, isNewUser: false, times: 4_000 },
  'GET downloads': { method: 'GET', path: apiPaths.downloads, isNewUser: false, times: 4_000 },
  'POST downloads': {
    method: 'POST',
    path: apiPaths.downloads,
    body: aDownloadRequest(),
    isNewUser: true,
    times: 1_500,
  },
};

type Kind = 'postgresql' | 'pglite';

interface Cost {
  ms: number;
  cpuMs: number;
}

export async function benchApi(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      database: { type: 'string', default: 'postgresql,pglite' },
      calls: { type: 'string', default: Object.keys(calls).join() },
    },
  });
  const rounds = Number(values.rounds);
  if (!(rounds >= 1)) throw new ExplainedError('Give --rounds a number from 1.');
  const names = values.calls.split(',').filter((name) => name in calls);
  const postgres = await startTemporaryPostgres();
  const issuer = await startTokenIssuer();
  const site = writeBuiltSite();
  try {
    const recorded = await recordAll(postgres.url, issuer);
    const rows = [['Database', 'Call', 'API', 'SQL', 'Share', 'CPU of the API', 'of SQL', 'Target', '']];
    for (const kind of values.database.split(',') as Kind[]) {
      const url = kind === 'postgresql' ? postgres.url : undefined;
      rows.push(
        ...(await benchDatabase({ kind, url, issuer, recorded, rounds, names, siteDirectory: site.directory })),
      );
    }
    console.log(`\n${formatTable(rows)}`);
  } finally {
    site.remove();
    await issuer.close();
    await postgres.stop();
  }
}

/** The database statements of each call, for an existing user where the call reads. */
async function recordAll(databaseUrl: string, issuer: TokenIssuer): Promise<Map<string, Statement[]>> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-recorded-'));
  const database = await openDatabase({ databaseUrl, dataDir, contents: productContents });
  const recorded = new Map<string, Statement[]>();
  for (const [name, call] of Object.entries(calls).toReversed())
    recorded.set(name, await recordStatements(database, issuer, recordedUser, call));
  await database.close();
  fs.rmSync(dataDir, { recursive: true });
  return recorded;
}

interface Bench {
  kind: Kind;
  url: string | undefined;
  issuer: TokenIssuer;
  recorded: ReadonlyMap<string, Statement[]>;
  rounds: number;
  names: readonly string[];
  siteDirectory: string;
}

async function benchDatabase({
  kind,
  url,
  issuer,
  recorded,
  rounds,
  names,
  siteDirectory,
}: Bench): Promise<string[][]> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-api-'));
  const rawDir = `${dataDir}-raw`;
  const place: DatabasePlace = {
    ...(url && { databaseUrl: url }),
    dataDir,
    contents: productContents,
    remove: async () => {},
  };
  if (!url) await (await openDatabase({ dataDir: rawDir, contents: productContents })).close();
  const port = await findServerPort();
  const server = startServerProcess({
    settings: { ...settingsFor(place, port), ...issuer.environment, RATE_LIMIT_FACTOR: '10000' },
    siteDirectory,
    optimized: true,
    standardOutput: fs.openSync('/dev/null', 'w'),
  });
  const raw = fork(rawProcess, url ? [url, applicationRoleName('postgres')] : [path.join(rawDir, 'database')]);
  try {
    await Promise.all([waitUntilReady(server, port), once(raw, 'message')]);
    const api = { port, pid: server.child.pid!, issuer };
    await Promise.all([runApi(api, 'POST downloads', 1), runRaw(raw, recorded, 'POST downloads', 1, recordedUser)]);
    await submitAs(api, recordedUser);
    const rows: string[][] = [];
    for (const name of names) rows.push(await compare(kind, name, rounds, api, raw, recorded));
    if (url) rows.push(await benchRest(kind, api));
    return rows;
  } finally {
    raw.disconnect();
    server.child.kill('SIGTERM');
    await server.ended;
    for (const folder of [dataDir, rawDir]) fs.rmSync(folder, { recursive: true, force: true });
  }
}

interface Api {
  port: number;
  pid: number;
  issuer: TokenIssuer;
}

/**
 * In turn, so that other work on the machine affects both alike; the first rounds warm up, like a server that has been
 * running for minutes.
 */
async function compare(
  kind: Kind,
  name: string,
  rounds: number,
  api: Api,
  raw: ChildProcess,
  recorded: ReadonlyMap<string, Statement[]>,
): Promise<string[]> {
  const costs: { ours: Cost; theirs: Cost }[] = [];
  const { times } = calls[name]!;
  for (let round = 1 - warmUps; round <= rounds; round++) {
    const theirs = await runRaw(raw, recorded, name, times);
    const ours = await runApi(api, name, times);
    if (round > 0) costs.push({ ours, theirs });
    console.log(`${kind}, ${name}, round ${round}: ×${(theirs.ms / ours.ms).toFixed(2)}`);
  }
  const shares = costs.map(({ ours, theirs }) => theirs.ms / ours.ms);
  const share = medianOf(shares);
  return [
    kind,
    name,
    perSecond(
      times,
      costs.map(({ ours }) => ours.ms),
    ),
    perSecond(
      times,
      costs.map(({ theirs }) => theirs.ms),
    ),
    `×${share.toFixed(2)} [${Math.min(...shares).toFixed(2)}..${Math.max(...shares).toFixed(2)}]`,
    cpuOf(
      costs.map(({ ours }) => ours.cpuMs),
      times,
    ),
    cpuOf(
      costs.map(({ theirs }) => theirs.cpuMs),
      times,
    ),
    `≥ ×${targets.share}`,
    share >= targets.share ? 'met' : 'missed',
  ];
}

const cpuOf = (cpuMs: number[], times: number) => `${((medianOf(cpuMs) / times) * 1000).toFixed(0)} µs`;

const perSecond = (times: number, ms: number[]) => `${Math.round(times / (medianOf(ms) / 1000))}/s`;

/** The server knows each user's session, as after an earlier page. */
async function runApi({ port, pid, issuer }: Api, name: string, times: number): Promise<Cost> {
  const { method, path: address, body, isNewUser } = calls[name]!;
  const users = isNewUser ? Array.from({ length: times }, () => `user_${randomUUID()}`) : [recordedUser];
  const headers = await Promise.all(
    users.map(async (user) => ({ authorization: `Bearer ${await issuer.tokenFor(user)}` })),
  );
  await sendAll(
    port,
    headers.map((each) => writeRequest('GET', apiPaths.account, each)),
    { count: workers, status: 200 },
  );
  const requests = Array.from({ length: times }, (_, index) => {
    const given = { ...headers[index % headers.length]!, ...(body && { 'idempotency-key': randomUUID() }) };
    return writeRequest(method, address, given, body);
  });
  const before = cpuMsOf(pid);
  const ms = await sendAll(port, requests, { count: workers, status: body ? 201 : 200 });
  return { ms, cpuMs: cpuMsOf(pid) - before };
}

async function runRaw(
  raw: ChildProcess,
  recorded: ReadonlyMap<string, Statement[]>,
  name: string,
  times: number,
  user?: string,
): Promise<Cost> {
  const { isNewUser } = calls[name]!;
  const order: RawOrder = {
    statements: recorded.get(name)!,
    recordedUser,
    isNewUser: isNewUser && user === undefined,
    times,
    workers,
  };
  raw.send(order);
  const [cost] = await once(raw, 'message');
  return cost as Cost;
}

async function submitAs({ port, issuer }: Api, user: string): Promise<void> {
  const headers = { authorization: `Bearer ${await issuer.tokenFor(user)}` };
  const { method, path: address, body } = calls['POST downloads']!;
  // On PostgreSQL the recording has already done it.
  await sendAll(port, [writeRequest(method, address, headers, body)], { count: 1, status: 201 });
}

/** The first answer after a rest as a multiple of one in between, both after a pause of the same client. */
async function benchRest(kind: Kind, { port, issuer }: Api): Promise<string[]> {
  const headers = { authorization: `Bearer ${await issuer.tokenFor(recordedUser)}` };
  const once = () => sendAll(port, [writeRequest('GET', apiPaths.account, headers)], { count: 1, status: 200 });
  const [rested, usual]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round++) {
    await wait(restMs);
    rested.push(await once());
    for (let each = 0; each < 5; each++) {
      await wait(500);
      usual.push(await once());
    }
  }
  const [after, between] = [medianOf(rested), medianOf(usual)];
  const ratio = after / between;
  return [
    kind,
    `GET account after ${restMs / 1000} s`,
    `${after.toFixed(1)} ms`,
    `${between.toFixed(1)} ms`,
    `×${ratio.toFixed(2)}`,
    '',
    '',
    `≤ ×${targets.afterRest}`,
    ratio <= targets.afterRest ? 'met' : 'missed',
  ];
}
