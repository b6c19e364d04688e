/**
 * `npm run bench -- pages-served`: how many requests for a built page or file the server answers, and the processor
 * time of each, as ratios to a bare Node server that sends the same headers and bytes; in turn within one run. The
 * server writes its log to a file. Clients and servers share one processor (taskset, on Linux): on two, the slower
 * server also pays for waking up a client with each answer, which took a third of its time and is not its own work.
 * Options: --rounds 7  --requests 4000
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from '../../../scripts/commands/build.ts';
import { ExplainedError } from '../../../scripts/commands/step.mjs';
import { paths } from '../../../shared/paths.ts';
import { findServerPort, startServerProcess, waitUntilReady } from '../../../tests/factories/server-process.ts';
import { sendAll, writeRequest } from '../api/clients.ts';
import { formatTable, medianOf } from '../measurement.ts';
import { cpuMsOf } from '../process-cost.ts';
import type { BareAnswer } from './bare-server.ts';

/** The target for a page: at least this share of the requests that the bare server answers. */
const target = 0.5;

const clients = 10;
const warmUps = 3;
const siteDirectory = path.resolve(import.meta.dirname, '../../../dist/site');

/** The headers that Chromium sends. */
const browserHeaders = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'de-CH,de;q=0.9,en;q=0.8',
};

interface Cost {
  perSecond: number;
  cpuMicroseconds: number;
}

interface Served {
  port: number;
  pid: number;
}

export async function benchPagesServed(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '7' }, requests: { type: 'string', default: '4000' } },
  });
  const [rounds, requests] = [Number(values.rounds), Number(values.requests)];
  if (!(rounds >= 1 && requests >= 1)) throw new ExplainedError('Give --rounds and --requests a number from 1.');
  await buildSite();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-pages-served-'));
  const port = await findServerPort();
  const server = startServerProcess({
    settings: { PORT: String(port), LOGIN_PORT: String(port + 1), DATA_DIR: folder, RATE_LIMIT_FACTOR: '10000' },
    siteDirectory,
    optimized: true,
    standardOutput: fs.openSync(path.join(folder, 'log'), 'a'),
  });
  const bare = fork(path.join(import.meta.dirname, 'bare-server.ts'));
  try {
    const [[barePort]] = await Promise.all([once(bare, 'message'), waitUntilReady(server, port)]);
    const ours = { port, pid: server.child.pid! };
    const theirs = { port: barePort as number, pid: bare.pid! };
    const rows = [['Answer', 'Requests', 'of bare Node', 'Share', 'CPU', 'of bare Node', 'Share', 'Target', '']];
    for (const pid of [ours.pid, theirs.pid, process.pid]) execFileSync('taskset', ['-apc', '0', String(pid)]);
    for (const [name, address, headers] of await listAddresses(port)) {
      await imitate(bare, await fetchRaw(port, address, headers));
      rows.push(await compare(name, address, headers, { ours, theirs, rounds, requests }));
    }
    console.log(`\n${formatTable(rows)}`);
  } finally {
    bare.disconnect();
    server.child.kill('SIGTERM');
    await server.ended;
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

type Address = [name: string, address: string, headers: Record<string, string>];

async function listAddresses(port: number): Promise<Address[]> {
  const { headers, body } = await fetchRaw(port, paths.landing, {});
  const { etag } = (await fetchRaw(port, paths.landing, browserHeaders)).headers;
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(body.toString()) ?? [];
  if (!etag || !headers['content-length'] || !script) throw new Error('The landing page is not as it was.');
  return [
    ['a page (br)', paths.landing, browserHeaders],
    ['a page the browser has (304)', paths.landing, { ...browserHeaders, 'if-none-match': etag }],
    ['a script (br)', script, browserHeaders],
  ];
}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  rawHeaders: string[];
  body: Buffer;
}

async function fetchRaw(port: number, address: string, headers: Record<string, string>): Promise<Answer> {
  const request = http.get({ port, host: '127.0.0.1', path: address, headers });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  return { status: response.statusCode!, headers: response.headers, rawHeaders: response.rawHeaders, body };
}

/** Makes `bare` give the same answer; headers that Node adds itself are added there, too. */
async function imitate(bare: ChildProcess, { status, rawHeaders, body }: Answer): Promise<void> {
  const added = ['date', 'connection', 'keep-alive'];
  const isAdded = (index: number) => added.includes(rawHeaders[index - (index % 2)]!.toLowerCase());
  const headers = rawHeaders.filter((_, index) => !isAdded(index));
  bare.send({ status, headers, body: body.toString('base64') } satisfies BareAnswer);
  await once(bare, 'message');
}

async function compare(
  name: string,
  address: string,
  headers: Record<string, string>,
  { ours, theirs, rounds, requests }: { ours: Served; theirs: Served; rounds: number; requests: number },
): Promise<string[]> {
  const batch = new Array<string>(requests).fill(writeRequest('GET', address, headers));
  const measure = async ({ port, pid }: Served): Promise<Cost> => {
    const before = cpuMsOf(pid);
    const ms = await sendAll(port, batch, { count: clients, status: 'if-none-match' in headers ? 304 : 200 });
    return { perSecond: requests / (ms / 1000), cpuMicroseconds: ((cpuMsOf(pid) - before) / requests) * 1000 };
  };
  const pairs: { our: Cost; their: Cost }[] = [];
  for (let round = 1 - warmUps; round <= rounds; round++) {
    const pair = { their: await measure(theirs), our: await measure(ours) };
    if (round > 0) pairs.push(pair);
  }
  const middle = (of: (pair: (typeof pairs)[number]) => number) => medianOf(pairs.map(of));
  const shares = pairs.map(({ our, their }) => our.perSecond / their.perSecond);
  const share = medianOf(shares);
  return [
    name,
    `${middle(({ our }) => our.perSecond).toFixed(0)}/s`,
    `${middle(({ their }) => their.perSecond).toFixed(0)}/s`,
    `×${share.toFixed(2)} [${Math.min(...shares).toFixed(2)}..${Math.max(...shares).toFixed(2)}]`,
    `${middle(({ our }) => our.cpuMicroseconds).toFixed(0)} µs`,
    `${middle(({ their }) => their.cpuMicroseconds).toFixed(0)} µs`,
    `×${middle(({ our, their }) => their.cpuMicroseconds / our.cpuMicroseconds).toFixed(2)}`,
    `≥ ×${target}`,
    share >= target ? 'met' : 'missed',
  ];
}
