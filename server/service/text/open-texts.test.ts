import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRequests } from '../../../shared/business/text-service.ts';
import { aTextRequest, readEvents, soon } from '../../../tests/factories/text-api.ts';
import { listenForTexts } from '../../../tests/factories/text-connections.ts';

/** As many texts as one server writes at once (docs/operations.md), of many accounts. */
const openAtOnce = 200;
const stuck = 10;
const users = Array.from({ length: openAtOnce / openRequests.paid }, (_, index) => `user_${index}`);

let api: Awaited<ReturnType<typeof listenForTexts>>;
beforeAll(async () => {
  api = await listenForTexts();
  Object.assign(api.config.text.patience, {
    firstTextMs: 120_000,
    silenceMs: 120_000,
    stuckMs: 600_000,
    callMs: 600_000,
  });
  for (const user of [...users, 'user_text']) await api.download(user);
  const grant = { plan: 'high', online_requests: null, granted_at: api.time.now, until: null } as const;
  await api.database.kysely
    .insertInto('plan_grants')
    .values(users.map((account_id) => ({ account_id, ...grant })))
    .execute();
});
afterAll(() => api.close());

/** The longer it is, the longer a text is waited for. */
const given = { transcript: Array.from({ length: 1_900 }, (_, index) => `w${index}`).join(' ') };

/** Nobody reads what comes. */
async function open(from: number, to: number): Promise<IncomingMessage[]> {
  const sent = await Promise.all(
    Array.from({ length: to - from }, (_, index) =>
      api.send(randomUUID(), { userId: users[Math.floor((from + index) / openRequests.paid)]!, given }),
    ),
  );
  const responses = await Promise.all(sent.map(({ response }) => response));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200));
  return responses;
}

it('one more than a server writes at once is told to come back; who does not read holds nobody back', async () => {
  api.ai.misbehave({ models: { '*': { silentAfter: 3 } } });
  const waiting = await open(0, openAtOnce - stuck);
  api.ai.misbehave({ models: { '*': { repeat: 4_000, wordsPerPiece: 300, pieceDelayMs: 100 } } });
  const unread = await open(openAtOnce - stuck, openAtOnce);
  await expect.poll(() => api.ai.state.sentPieces, soon).toBeGreaterThan(20 * stuck);
  expect(api.ai.state.open).toBe(openAtOnce);

  api.ai.misbehave();
  const id = randomUUID();
  const refused = await (await api.send(id)).response;
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  expect(JSON.parse(await readAll(refused))).toMatchObject({ code: 'text-service-unavailable', status: 503 });
  const row = () => api.database.kysely.selectFrom('usage_requests').select('state').where('request_id', '=', id);
  // Of the others, what is judged of their words may be on its way.
  const asked = api.ai.state.requests.filter(({ body }) => JSON.stringify(body).includes(aTextRequest().transcript));
  expect([await row().execute(), asked]).toEqual([[], []]);

  // One that ends frees its place, for the same request.
  waiting.pop()!.destroy();
  const written = async () => {
    const body = await readAll(await (await api.send(id)).response);
    return readEvents(body).at(-1)?.event;
  };
  await expect.poll(written, soon).toBe('done');
  expect(await row().execute()).toEqual([{ state: 'counted' }]);
  expect(api.ai.state.open).toBe(openAtOnce - 1);

  for (const response of [...waiting, ...unread]) response.destroy();
  await expect.poll(() => api.ai.state.open, soon).toBe(0);
  const stillOpen = () =>
    api.database.kysely.selectFrom('quota_counters').select('open').where('open', '>', 0).execute();
  await expect.poll(stillOpen, soon).toEqual([]);
}, 240_000);
