import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { type IncomingMessage, request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { plans } from '../../../shared/business/plans.ts';
import { aTextRequest, soon } from '../../../tests/factories/text-api.ts';
import { createFaultyTextApi } from '../../../tests/factories/text-faults.ts';

/** What was said is nowhere afterwards: not in the log, the database, a mail or the data folder. */
const canary = 'quokkaflute7731';
const encodings = [
  canary,
  ...[0, 1, 2].map((offset) => Buffer.from(canary.slice(offset)).toString('base64').slice(0, 12)),
];

let api: Awaited<ReturnType<typeof createFaultyTextApi>>;
const log: string[] = [];
const printed: string[] = [];
beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: never[]) => {
      printed.push(String(chunk));
      return write(chunk, ...rest);
    };
  }
  api = await createFaultyTextApi({ LOG_LEVEL: 'trace' }, { logStream: { write: (line) => log.push(line) } });
});
// Otherwise what one fault has taught the service would keep the next one from being met.
beforeEach(() => api.beginNextDay());
afterAll(() => api.close());

const said = () =>
  aTextRequest({
    transcript: `${aTextRequest().transcript} and play the ${canary} for them`,
    vocabulary: [canary],
    previous: `My ${canary} again.`,
  });

async function dumpDatabase(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    api.database.kysely,
  );
  expect(tables.length).toBeGreaterThan(15);
  const dumps = tables.map(({ name }) =>
    sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(api.database.kysely),
  );
  return (await Promise.all(dumps)).flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
}

async function expectNoTrace(): Promise<void> {
  await api.runDueJobs();
  const places: [string, string][] = [
    ['log', log.join('\n')],
    ['output', printed.join('\n')],
    ['database', await dumpDatabase()],
    ...filesIn(api.config.dataDir).map((file): [string, string] => [file, readFileSync(file, 'latin1')]),
  ];
  const found = places.filter(([, content]) => encodings.some((form) => content.includes(form)));
  expect(found.map(([place]) => place)).toEqual([]);
}

const ask = (headers = {}) => api.ask(said(), { headers });

it('after a text was written, as JSON and as a stream', async () => {
  expect((await ask()).json().text).toContain(canary);
  expect((await ask({ accept: 'text/event-stream' })).body).toContain(canary);
  expect(log.join('')).toContain('"feature":"text-enhancement","model":"gpt-5","outcome":"changed"');
  await expectNoTrace();
});

it.each<object>([
  { status: 500 },
  { status: 400, code: canary },
  { status: 401 },
  { status: 429, code: 'insufficient_quota' },
  { status: 404 },
  { drop: true },
  { dropAfter: 2 },
  { endAfter: 2 },
  { silentAfter: 2 },
  { ending: 'failed' },
  { ending: 'incomplete' },
  { ending: 'filtered' },
  { ending: 'refusal' },
  { behaviour: 'adds-facts' },
  { behaviour: 'leaks' },
  { behaviour: 'translates' },
])('after every model did %j', async (fault) => {
  api.ai.misbehave({ models: { '*': fault } });
  await ask();
  expect(api.ai.state.requests.map(({ path }) => path)).toContain('/v1/responses');
  await ask({ accept: 'text/event-stream' });
  await expectNoTrace();
});

it('after the moderation blocked it, or failed', async () => {
  for (const moderation of [{ scores: { sexual: 1 } }, { status: 500 }]) {
    api.ai.misbehave({ moderation });
    expect((await ask()).statusCode).toBeGreaterThanOrEqual(400);
  }
  await expectNoTrace();
});

it('after it was refused, whatever was wrong', async () => {
  const id = randomUUID();
  const send = (payload: unknown) =>
    api.desktopHeaders('user_text').then((headers) =>
      api.app.inject({
        method: 'POST',
        url: apiPaths.textEnhance,
        headers: { ...headers, 'idempotency-key': id, 'content-type': 'application/json' },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
    );
  await send({ ...said(), [canary]: 1 });
  await send({ ...said(), language: canary });
  await send({ ...said(), transcript: [canary] });
  await send(`{"transcript": "${canary}`);
  await send({ ...said(), recording: { seconds: 9_999 } });
  await send({ ...said(), transcript: `${canary} `.repeat(1_000) });
  await api.ask(said(), { id: canary });
  await api.ask(said(), { id });
  await api.ask({ transcript: `another ${canary}` }, { id });
  await api.database.kysely.updateTable('quota_counters').set({ used: plans.free.onlineRequestsPerMonth }).execute();
  expect((await ask()).json().code).toBe('quota-exhausted');
  await expectNoTrace();
});

/** Over a real connection, up to the first words. */
async function begin(): Promise<IncomingMessage> {
  const headers = {
    ...(await api.desktopHeaders('user_text')),
    ...{ 'idempotency-key': randomUUID(), 'content-type': 'application/json', accept: 'text/event-stream' },
  };
  const { port } = api.app.server.address() as AddressInfo;
  const options = { port, host: '127.0.0.1', path: apiPaths.textEnhance, method: 'POST', agent: false, headers };
  const request = openRequest(options).on('error', () => {});
  request.end(JSON.stringify(said()));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(
    response.on('error', () => {}),
    'data',
  );
  return response;
}

it('after its reader left, was too slow, or the server ended', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  api.ai.misbehave({ models: { '*': { pieceDelayMs: 30, repeat: 100 } } });
  const outcomes = async () => {
    const rows = await api.database.kysely.selectFrom('usage_requests').select('outcome').orderBy('outcome').execute();
    return rows.map(({ outcome }) => outcome);
  };
  (await begin()).destroy();
  await expect.poll(outcomes, soon).toEqual(['left']);
  const { callMs } = api.config.text.patience;
  Object.assign(api.config.text.patience, { callMs: 500 });
  await begin();
  await expect.poll(outcomes, soon).toEqual(['left', 'stuck']);
  Object.assign(api.config.text.patience, { callMs });
  const response = await begin();
  response.resume();
  await api.app.close();
  await expect.poll(outcomes, soon).toHaveLength(3);
  expect(new Set(await outcomes())).toEqual(new Set(['left', 'stuck', 'ending']));
  await expectNoTrace();
});
