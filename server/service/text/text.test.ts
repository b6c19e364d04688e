import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { plans } from '../../../shared/business/plans.ts';
import { contentLanguages } from '../../../shared/business/product.ts';
import { aTextRequest, createTextApi, readEvents, type TextApi } from '../../../tests/factories/text-api.ts';
import { findDeadlineMs } from './text.ts';

let api: TextApi;
beforeAll(async () => {
  api = await createTextApi();
  await api.download('user_text');
});
beforeEach(() => api.ai.misbehave());
afterAll(() => api.close());

const written =
  'So I wanted to tell you that the meeting about the annual report is moved to Thursday at ten. Please bring the printed invoices and tell the others.';
const events = { accept: 'text/event-stream' };

async function rowOf(id: string) {
  return api.database.kysely.selectFrom('usage_requests').selectAll().where('request_id', '=', id).executeTakeFirst();
}

it('writes a transcript well, counts it once and tells what is left', async () => {
  const id = randomUUID();
  const answer = await api.ask({ recording: { seconds: 12.4 } }, { id });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toMatchObject({
    id,
    text: written,
    outcome: 'changed',
    aiGenerated: true,
    model: 'gpt-5',
    promptVersion: 'enhance-2026-11-28',
    quota: { limit: plans.free.onlineRequestsPerMonth, used: 1, remaining: plans.free.onlineRequestsPerMonth - 1 },
  });
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'ratelimit-policy': expect.stringMatching(/^"online";q=45;w=2\d{6}$/),
    ratelimit: expect.stringMatching(/^"online";r=44;t=2\d{6}$/),
  });
  const { inputTokens, outputTokens } = answer.json().usage;
  expect(await rowOf(id)).toMatchObject({
    ...{ state: 'counted', outcome: 'changed', feature: 'text-enhancement', operation: 'enhance', pool: 'online' },
    ...{ recording_seconds: 12, language: 'en-GB', model: 'gpt-5', prompt_version: 'enhance-2026-11-28' },
    ...{ input_tokens: inputTokens, output_tokens: outputTokens, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
});

it('asks the database seven times in all: a word waits for each of them', async () => {
  await api.ask();
  const drivers = [vi.spyOn(PGlite.prototype, 'query'), vi.spyOn(pg.Client.prototype, 'query')];
  await api.ask();
  const statements = drivers.flatMap(({ mock }) => mock.calls.map(([statement]) => statement));
  for (const driver of drivers) driver.mockRestore();
  expect(statements, JSON.stringify(statements, null, 1)).toHaveLength(7);
});

it('tells the same as events, of which only the last one counts', async () => {
  const answer = await api.ask({}, { headers: events });
  expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  const told = readEvents(answer.body);
  expect(told[0]).toMatchObject({ event: 'start', data: { model: 'gpt-5' } });
  const deltas = told.filter(({ event }) => event === 'delta');
  expect(deltas.length).toBeGreaterThan(3);
  expect(deltas.map(({ data }) => data.text).join('')).toBe(written);
  expect(told.at(-1)).toMatchObject({ event: 'done', data: { text: written, outcome: 'changed', aiGenerated: true } });
});

it('is told as events only to who wants them at least as much as JSON', async () => {
  const typeFor = async (accept: string) => (await api.ask({}, { headers: { accept } })).headers['content-type'];
  for (const accept of [
    'text/event-stream;q=0.4',
    'application/json, text/event-stream',
    'text/event-stream, */*;q=0.1',
  ])
    expect(await typeFor(accept), accept).toMatch(/^text\/event-stream/);
  for (const accept of ['application/json, text/event-stream;q=0.5', 'text/event-stream;q=0', '*/*'])
    expect(await typeFor(accept), accept).toMatch(/^application\/json/);
});

const dictations: Record<(typeof contentLanguages)[number], string> = {
  'en-US': 'um could you send me the color samples by Friday please',
  'en-GB': 'uh could you send me the colour samples by Friday please',
  de: 'ähm könnten Sie mir bitte bis Freitag die Farbmuster schicken',
  fr: 'euh pourriez-vous m’envoyer les échantillons de couleur avant vendredi',
  it: 'ehm potrebbe mandarmi i campioni di colore entro venerdì per favore',
  es: 'eh podría mandarme las muestras de color antes del viernes por favor',
  pt: 'hum podia mandar-me as amostras de cor até sexta-feira por favor',
  sv: 'öh kan du skicka färgproverna till mig senast på fredag tack',
  da: 'øh kan du sende mig farveprøverne senest på fredag tak',
  nb: 'eh kan du sende meg fargeprøvene senest på fredag takk',
};

it.each(contentLanguages)(
  'names the language %s to the model, with its spelling and fillers, and shows it as data',
  async (language) => {
    const transcript = dictations[language];
    const { outcome, text } = (await api.ask({ language, transcript })).json();
    expect(outcome).toBe('changed');
    expect(text).not.toMatch(/^(um|uh|ähm|euh|ehm|eh|hum|öh|øh)/i);
    const { body } = api.ai.state.requests.find(({ path }) => path === '/v1/responses')! as {
      body: { instructions: string; input: [{ content: string }] };
    };
    expect(body.instructions).not.toContain(transcript);
    expect(body.instructions).not.toMatch(/\{\{|\[tone/);
    expect(body.input[0].content).toMatch(new RegExp(`<transcript-(\\w{12})>\n${transcript}\n</transcript-\\1>`));
  },
);

it('waits half a minute for the provider, and a second more for each twenty words, two minutes at most', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  expect([20, 200, 1_800, 5_000].map((count) => findDeadlineMs(words(count)))).toEqual([
    31_000, 40_000, 120_000, 120_000,
  ]);
});

it('what a server has left open is given back three minutes later, by a job of each minute', async () => {
  const request_id = randomUUID();
  const { used } = (await api.ask({}, { id: request_id })).json().quota;
  const left = { state: 'open', settled_at: null, open_until: new Date(api.time.now.getTime() + 180_000) } as const;
  await api.database.kysely.updateTable('usage_requests').set(left).where('request_id', '=', request_id).execute();
  await api.database.kysely.updateTable('quota_counters').set({ open: 1 }).execute();
  const counter = () => api.database.kysely.selectFrom('quota_counters').select(['used', 'open']).executeTakeFirst();
  await api.runDueJobs();
  expect(await counter()).toEqual({ used, open: 1 });
  api.time.now = left.open_until;
  await api.runDueJobs();
  expect(await counter()).toEqual({ used: used - 1, open: 0 });
});

it('structures into points that are also told as such, and writes to order', async () => {
  const structured = (await api.ask({}, { operation: 'structure' })).json();
  expect(structured.points).toHaveLength(2);
  expect(structured.text).toMatch(/^- So I wanted.*\n- Please bring/);
  const id = randomUUID();
  const generated = await api.ask(
    { transcript: 'write a short mail to the team about the move on Thursday' },
    { operation: 'generate', id },
  );
  expect(generated.json()).toMatchObject({ outcome: 'changed', promptVersion: 'generate-2026-11-28' });
  expect(generated.json()).not.toHaveProperty('points');
  expect(await rowOf(id)).toMatchObject({ feature: 'text-generation' });
});

it('counts nothing where no model wrote anything better, and keeps the points of what had them before', async () => {
  const used = (await api.ask()).json().quota.used;
  const id = randomUUID();
  const same = (await api.ask({ transcript: ' The meeting is moved to Thursday at ten. ' }, { id })).json();
  expect(same).toMatchObject({
    ...{ text: 'The meeting is moved to Thursday at ten.', outcome: 'unchanged', aiGenerated: false, quota: { used } },
  });
  expect(await rowOf(id)).toMatchObject({ state: 'released', outcome: 'unchanged', model: 'gpt-5' });
  const transcript = '- The meeting is moved to Thursday.';
  const points = [{ text: 'The meeting is moved to Thursday.', points: [] }];
  expect((await api.ask({ transcript }, { operation: 'structure' })).json()).toMatchObject({
    ...{ outcome: 'unchanged', points, quota: { used } },
  });
});

it('sends those terms of the vocabulary alone that resemble something, and neither name nor account', async () => {
  const { transcript } = aTextRequest();
  await api.ask({
    transcript: `${transcript} and ask para keet about it`,
    vocabulary: ['Parakeet', 'Zwingli', 'Invoyces'],
    previous: 'Dear colleagues,',
  });
  const sent = JSON.stringify(api.ai.state.requests);
  expect(sent).toMatch(/<vocabulary-\w+>\\nParakeet\\nInvoyces\\n</);
  expect(sent).toContain('Dear colleagues,');
  for (const secret of ['Zwingli', 'user_text', 'asa@customers.example', 'Åsa']) expect(sent).not.toContain(secret);
});
