import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { plans } from '../../../shared/business/plans.ts';
import { aTextRequest, createTextApi, type TextApi } from '../../../tests/factories/text-api.ts';

/** What was said is nowhere afterwards: not in the log, the database, a mail or the data folder. */
const canary = 'quokkaflute7731';
const encodings = [
  canary,
  ...[0, 1, 2].map((offset) => Buffer.from(canary.slice(offset)).toString('base64').slice(0, 12)),
];

let api: TextApi;
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
  api = await createTextApi(
    { LOG_LEVEL: 'trace', TEXT_MODELS: 'gpt-5,gpt-4.1' },
    { logStream: { write: (line) => log.push(line) } },
  );
  await api.download('user_text');
}, 60_000);
beforeEach(async () => {
  api.ai.misbehave();
  await api.database.kysely.deleteFrom('usage_requests').execute();
  await api.database.kysely.deleteFrom('quota_counters').execute();
  api.time.now = new Date(api.time.now.getTime() + 400_000);
});
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
