/**
 * `npm run bench -- text`: how much later the first word of a text arrives through the server than from the AI provider itself
 * (the stand-in, which waits 300 ms), for one stream and for 50 at once, in turn within one run; then 200 readers that read
 * nothing: what the server holds for them, and the first word of somebody else meanwhile. On a PostgreSQL of its own, as a server
 * that answers many at once has it; with --embedded on the embedded database, which shares the server's thread.
 * Options: --rounds 5  --embedded
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startTemporaryPostgres } from '../../../scripts/postgres/postgres.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { type AiStandIn, startAiStandIn } from '../../../tests/factories/ai-stand-in.ts';
import { aDownloadRequest } from '../../../tests/factories/api.ts';
import { writeBuiltSite } from '../../../tests/factories/built-site.ts';
import { administer, createDatabasePlace, withDatabase } from '../../../tests/factories/database.ts';
import {
  findServerPort,
  type ServerProcess,
  settingsFor,
  startServerProcess,
  waitUntilReady,
} from '../../../tests/factories/server-process.ts';
import { aTextRequest } from '../../../tests/factories/text-api.ts';
import { startTokenIssuer } from '../../../tests/factories/token-issuer.ts';
import { formatTable, medianOf } from '../measurement.ts';
import { inspectable, measureHeld } from './held-memory.ts';

const targets = { one: 1.1, many: 1.5, stuckMegabytes: 40, beside: 2 } as const;
const firstWordMs = 300;
const many = 50;
const stuckReaders = 200;
/** They come one after the other: what is looked for is what they hold, not how they arrive. */
const openedAtOnce = 5;
/** Each account of the free plan may have two requests open. */
const perAccount = 2;
/** 9,300 pieces: the most that a model may write here, for the longest transcript. The system's buffers take all of it. */
const longText = 1_000;
const megabyte = 1024 * 1024;

/** A request that a client sends, to the server or to the provider itself. */
interface Call {
  port: number;
  path: string;
  headers: Record<string, string>;
  body: object;
}

async function open({ port, path, headers, body }: Call): Promise<http.IncomingMessage> {
  const options = { port, host: '127.0.0.1', path, method: 'POST', agent: false };
  const request = http.request({ ...options, headers: { 'content-type': 'application/json', ...headers } });
  request.end(JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  // The server cuts whoever reads nothing.
  for (const each of [request, response]) each.on('error', () => {});
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${await text(response)}`);
  return response;
}

/** Milliseconds until the first word, with the rest read. */
async function timeFirstWord(call: Call): Promise<number> {
  const startedAt = performance.now();
  const response = await open(call);
  let first: number | undefined;
  let read = '';
  for await (const chunk of response) {
    if (first !== undefined) continue;
    read += chunk;
    if (/delta/.test(read)) first = performance.now() - startedAt;
  }
  return first ?? Number.NaN;
}

export async function benchText(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '5' }, embedded: { type: 'boolean', default: false } },
  });
  console.log(`Load of this machine: ${os.loadavg()[0]!.toFixed(1)} on ${os.availableParallelism()} processors.`);
  const [ai, issuer, place, site] = [
    await startAiStandIn(),
    await startTokenIssuer(),
    await createDatabasePlace(),
    writeBuiltSite(),
  ];
  const postgres = values.embedded ? undefined : await startTemporaryPostgres();
  if (postgres) await administer('create database texts', postgres.url);
  const port = await findServerPort();
  const settings = {
    ...settingsFor(place, port),
    ...(postgres && { DATABASE_URL: withDatabase(postgres.url, 'texts') }),
    ...issuer.environment,
    ...ai.settings,
    ...{ RATE_LIMIT_FACTOR: '10000', LOG_LEVEL: 'silent' },
    ...inspectable,
  };
  const server = startServerProcess({ settings, siteDirectory: site.directory, optimized: true });
  try {
    await waitUntilReady(server, port);
    const users = Array.from({ length: stuckReaders / perAccount + 1 }, (_, index) => `user_${index}`);
    for (const user of users) await signUp(port, await issuer.tokenFor(user));
    const throughServer = async (index: number): Promise<Call> => ({
      port,
      path: apiPaths.textEnhance,
      headers: {
        authorization: `Bearer ${await issuer.desktopTokenFor(users[Math.floor(index / perAccount)]!)}`,
        ...{ 'app-version': '1.0.0', accept: 'text/event-stream', 'idempotency-key': randomUUID() },
      },
      body: aTextRequest(),
    });
    ai.misbehave({ models: { '*': { delayMs: firstWordMs } } });
    const all = <Value>(streams: number, make: (index: number) => Promise<Value>) =>
      Promise.all(Array.from({ length: streams }, (_, index) => make(index)));
    // A server that has just started compiles what it runs, and opens its connections to the database.
    await all(many, async (index) => timeFirstWord(await throughServer(index)));
    const direct = directCall(ai);
    const rows = [['Measurement', 'Result', 'Target', '']];
    for (const [streams, target] of [
      [1, targets.one],
      [many, targets.many],
    ] as const) {
      const times: { direct: number[]; server: number[] } = { direct: [], server: [] };
      for (let round = 0; round < Number(values.rounds); round++) {
        const calls = await all(streams, throughServer);
        times.direct.push(...(await all(streams, () => timeFirstWord(direct))));
        times.server.push(...(await Promise.all(calls.map(timeFirstWord))));
      }
      const ratio = medianOf(times.server) / medianOf(times.direct);
      rows.push([
        `first word, ${streams} at once, × provider`,
        ratio.toFixed(2),
        `≤ ${target}`,
        verdict(ratio <= target),
      ]);
    }
    rows.push(...(await benchStuck(ai, server, throughServer)));
    console.log(`\n${formatTable(rows)}`);
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    site.remove();
    await Promise.all([ai.close(), issuer.close(), place.remove(), postgres?.stop()]);
  }
}

async function benchStuck(
  ai: AiStandIn,
  server: ServerProcess,
  throughServer: (index: number) => Promise<Call>,
): Promise<string[][]> {
  const last = await throughServer(stuckReaders);
  const alone = await timeFirstWord(last);
  const pid = server.child.pid!;
  const before = { held: await measureHeld(server.output()), resident: residentOf(pid) };
  ai.misbehave({ models: { '*': { delayMs: firstWordMs, repeat: longText } } });
  const responses: http.IncomingMessage[] = [];
  while (responses.length < stuckReaders - 1) {
    const length = Math.min(openedAtOnce, stuckReaders - 1 - responses.length);
    const opening = Array.from({ length }, (_, index) => throughServer(responses.length + index).then(open));
    responses.push(...(await Promise.all(opening)));
  }
  // Until every buffer on the way is full.
  for (let sent = -1; sent !== ai.state.sentPieces; await wait(2_000)) sent = ai.state.sentPieces;
  const resident = (residentOf(pid) - before.resident) / megabyte;
  const held = ((await measureHeld(server.output())) - before.held) / megabyte;
  ai.misbehave({ models: { '*': { delayMs: firstWordMs } } });
  const beside =
    (await timeFirstWord({ ...last, headers: { ...last.headers, 'idempotency-key': randomUUID() } })) / alone;
  for (const response of responses) response.destroy();
  const { stuckMegabytes, beside: besideTarget } = targets;
  return [
    [
      `memory held for ${responses.length} who read nothing`,
      `${held.toFixed(0)} MB`,
      `≤ ${stuckMegabytes} MB`,
      verdict(held <= stuckMegabytes),
    ],
    ['resident memory meanwhile', `${resident.toFixed(0)} MB more`, '', ''],
    [
      'first word of another meanwhile, × alone',
      beside.toFixed(2),
      `≤ ${besideTarget}`,
      verdict(beside <= besideTarget),
    ],
  ];
}

/** What the server would send, without anything around it. */
function directCall(ai: AiStandIn): Call {
  const { hostname: _, port, pathname } = new URL(ai.settings.OPENAI_BASE_URL);
  const { transcript } = aTextRequest();
  const tag = 'abcdef123456';
  return {
    port: Number(port),
    path: `${pathname}/responses`,
    headers: { authorization: 'Bearer sk_test' },
    body: {
      ...{ model: 'gpt-5', instructions: 'Clean up.', stream: true, store: false, safety_identifier: 'bench' },
      max_output_tokens: 2_000,
      input: [
        {
          role: 'user',
          content: `<transcript-${tag}>\n${transcript}\n</transcript-${tag}>\n\nOperation: enhance. Language: British English (en-GB).`,
        },
      ],
    },
  };
}

async function signUp(port: number, token: string): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${apiPaths.downloads}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(aDownloadRequest()),
  });
  if (!answer.ok) throw new Error(`A download was refused: ${await answer.text()}`);
}

/** Resident memory in bytes (proc(5)). */
const residentOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');
