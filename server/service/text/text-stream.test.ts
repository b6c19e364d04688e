import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readEvents, soon } from '../../../tests/factories/text-api.ts';
import { listenForTexts } from '../../../tests/factories/text-connections.ts';

/** Streams over real connections: who leaves, who does not read, and a server that ends. */
let api: Awaited<ReturnType<typeof listenForTexts>>;
beforeAll(async () => {
  api = await listenForTexts();
  await api.download('user_text');
});
beforeEach(async () => {
  await expect.poll(() => api.ai.state.open, soon).toBe(0);
  api.ai.misbehave();
  Object.assign(api.config.text.patience, {
    firstTextMs: 10_000,
    silenceMs: 10_000,
    stuckMs: 30_000,
    callMs: 170_000,
    commentMs: 10_000,
  });
});
afterAll(() => api.close());

async function stateOf(id: string) {
  const row = await api.database.kysely
    .selectFrom('usage_requests')
    .select(['state', 'outcome'])
    .where('request_id', '=', id)
    .executeTakeFirst();
  return row && `${row.state} ${row.outcome}`;
}

it('a client that leaves before the first word ends the provider’s work, and is not counted but for its tokens', async () => {
  api.ai.misbehave({ models: { '*': { delayMs: 9_000 } } });
  const id = randomUUID();
  const { request } = await api.send(id);
  await expect.poll(() => api.ai.state.open, soon).toBe(1);
  request.destroy();
  await expect.poll(() => stateOf(id), soon).toBe('released left');
  // The provider has read the prompt: who always leaves reaches the ceiling of the day.
  const tokens = api.database.kysely.selectFrom('usage_requests').select(['input_tokens', 'output_tokens']);
  expect(await tokens.where('request_id', '=', id).executeTakeFirst()).toEqual({
    input_tokens: expect.toSatisfy((count: number) => count > 100),
    output_tokens: 0,
  });
  await expect.poll(() => [api.ai.state.open, api.ai.state.cut], soon).toEqual([0, 1]);
});

it('one that leaves later is counted: reading all but the end is not free', async () => {
  api.ai.misbehave({ models: { '*': { pieceDelayMs: 20, repeat: 50 } } });
  const id = randomUUID();
  const { request, response } = await api.send(id);
  const [first] = await once(await response, 'data');
  expect(String(first)).toContain('event: start');
  request.destroy();
  await expect.poll(() => stateOf(id), soon).toBe('counted left');
  await expect.poll(() => [api.ai.state.open, api.ai.state.cut], soon).toEqual([0, 1]);
});

it('one that waits for the whole text has seen nothing of it before, and leaves uncounted', async () => {
  api.ai.misbehave({ models: { '*': { pieceDelayMs: 20, repeat: 50 } } });
  const id = randomUUID();
  const { request } = await api.send(id, { accept: 'application/json' });
  await expect.poll(() => api.ai.state.sentPieces, soon).toBeGreaterThan(3);
  request.destroy();
  await expect.poll(() => stateOf(id), soon).toBe('released left');
  await expect.poll(() => api.ai.state.open, soon).toBe(0);
});

it('a reader that does not read slows the provider down, and is cut in the end', async () => {
  const connections: Socket[] = [];
  api.app.server.on('connection', (connection: Socket) => connections.push(connection));
  Object.assign(api.config.text.patience, { stuckMs: 3_000 });
  // The buffers of two connections on one machine hold a good deal, and what nobody said is told in windows that double.
  const [repeat, wordsPerPiece] = [100_000, 1_000];
  api.ai.misbehave({ models: { '*': { repeat, wordsPerPiece } } });
  // It costs more than an account may use in a day.
  await api.download('user_unread');
  const id = randomUUID();
  const { response } = await api.send(id, { userId: 'user_unread' });
  await response;
  const waiting = () => connections.reduce((bytes, { writableLength }) => bytes + writableLength, 0);
  let before = -1;
  await expect
    .poll(
      () => {
        // It also waits while a long text is judged.
        const hasStopped = before === api.ai.state.sentPieces && waiting() > 0;
        before = api.ai.state.sentPieces;
        return hasStopped;
      },
      { interval: 500, timeout: 60_000 },
    )
    .toBe(true);
  expect(api.ai.state.sentPieces).toBeLessThan((repeat * 28) / wordsPerPiece);
  await expect.poll(() => stateOf(id), soon).toBe('counted stuck');
  await expect.poll(() => [api.ai.state.open, api.ai.state.cut], soon).toEqual([0, 1]);
});

it('one that reads slowly is cut before its reservation ends, and counted', async () => {
  Object.assign(api.config.text.patience, { callMs: 4_000, stuckMs: 60_000 });
  api.ai.misbehave({ models: { '*': { pieceDelayMs: 20, repeat: 200 } } });
  const id = randomUUID();
  const { response } = await api.send(id);
  await response;
  await expect.poll(() => stateOf(id), soon).toBe('counted stuck');
  await expect.poll(() => [api.ai.state.open, api.ai.state.cut], soon).toEqual([0, 1]);
});

it('comments keep a connection alive on which nothing else moves', async () => {
  Object.assign(api.config.text.patience, { commentMs: 40 });
  api.ai.misbehave({ models: { '*': { pieceDelayMs: 150 } } });
  const { response } = await api.send(randomUUID());
  const body = await readAll(await response);
  expect(body.split('\n\n').filter((block) => block.startsWith(': ')).length).toBeGreaterThan(3);
  expect(readEvents(body).at(-1)!.event).toBe('done');
});

it('comments keep it alive too while nothing may be told yet, and what goes wrong then comes as an event', async () => {
  Object.assign(api.config.text.patience, { commentMs: 40 });
  api.ai.misbehave({ models: { '*': { delayMs: 100, pieceDelayMs: 50, wordsPerPiece: 5 } } });
  const { response } = await api.send(randomUUID(), { operation: 'generate' });
  const body = await readAll(await response);
  expect(body).toMatch(/^(?:: \n\n){3,}event: start\n/);
  expect(readEvents(body).map(({ event }) => event)).toEqual(['start', 'done']);
  // Judged as soon as it is asked for, and still too late for a status of its own.
  api.ai.misbehave({ moderation: { delayMs: 200, scores: { sexual: 1 } } });
  const late = await (await api.send(randomUUID(), { operation: 'generate' })).response;
  const refused = await readAll(late);
  expect(late.statusCode).toBe(200);
  expect(refused).toMatch(/^(?:: \n\n)+event: error\n/);
  expect(readEvents(refused)).toMatchObject([{ event: 'error', data: { code: 'content-not-allowed' } }]);
});

it('one that leaves while nothing was told yet is not counted', async () => {
  Object.assign(api.config.text.patience, { commentMs: 40 });
  api.ai.misbehave({ models: { '*': { delayMs: 9_000 } } });
  const id = randomUUID();
  const { request, response } = await api.send(id, { operation: 'generate' });
  const [first] = await once(await response, 'data');
  expect(String(first)).toBe(': \n\n');
  request.destroy();
  await expect.poll(() => stateOf(id), soon).toBe('released left');
  await expect.poll(() => api.ai.state.open, soon).toBe(0);
});

it('a server that ends says so in every stream, and gives the request back', async () => {
  const ending = await listenForTexts();
  await ending.download('user_text');
  ending.ai.misbehave({ models: { '*': { pieceDelayMs: 50, repeat: 100 } } });
  const id = randomUUID();
  const { response } = await ending.send(id);
  const body = readAll(await response);
  await expect.poll(() => ending.ai.state.sentPieces, soon).toBeGreaterThan(2);
  await ending.app.close();
  expect(readEvents(await body).at(-1)).toMatchObject({ event: 'error', data: { code: 'text-service-unavailable' } });
  const row = await ending.database.kysely.selectFrom('usage_requests').select(['state', 'outcome']).executeTakeFirst();
  expect(row).toEqual({ state: 'released', outcome: 'ending' });
  await ending.close();
});
