import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import type { SpeechAnswer } from '../../../shared/api/speech.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, importStatement, moveTo } from '../../../tests/factories/billing.ts';

/** A recording is judged by the plan of its own time, whatever has ended by the time it is reported. */
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch,eu-consumer' });
});
afterAll(() => api.close());

/** Somebody whose account was made at `since`. */
async function newBuyer(since: string) {
  await moveTo(api, since);
  const buyer = aBuyerAt(api);
  await api.download(buyer.userId, { documents: documentsInForce(api.time.now) });
  return buyer;
}

/** Reports one more offline recording than Free has a month, and says how each was taken, and in which month of quotas. */
async function report(userId: string, startedAt: string, mode: 'offline' | 'online' = 'offline') {
  const requests = Array.from({ length: plans.free.offlineRequestsPerMonth + 1 }, () => ({
    ...{ id: randomUUID(), mode, startedAt, seconds: 42, language: 'de', model: 'parakeet-tdt-0.6b' },
  }));
  const answer = await api.app.inject({
    method: 'POST',
    url: apiPaths.speechRequests,
    headers: await api.desktopHeaders(userId, { sid: `session_${randomUUID()}` }),
    payload: { requests },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const { results } = answer.json<SpeechAnswer>();
  const row = await api.database.kysely
    .selectFrom('usage_requests')
    .select('cycle_start')
    .where('request_id', '=', requests[0]!.id)
    .executeTakeFirstOrThrow();
  const isWhole = results.every(({ state }) => state === 'counted');
  return `${isWhole ? 'unlimited' : 'free'}, month of ${row.cycle_start.toISOString().slice(0, 10)}`;
}

it('by a term that has ended since, and as Free from its end on', async () => {
  const buyer = await newBuyer('2027-02-01T09:00:00Z');
  await moveTo(api, '2027-02-10T09:00:00Z');
  await buyer.subscribe();
  await buyer.act({ action: 'cancel', followedBy: 'free' });
  await moveTo(api, '2027-03-10T00:05:00Z');
  await moveTo(api, '2027-03-12T09:00:00Z');
  expect(await buyer.plan()).toBe('free');
  expect(await report(buyer.userId, '2027-03-09T12:00:00Z')).toBe('unlimited, month of 2027-02-10');
  expect(await report(buyer.userId, '2027-03-11T12:00:00Z')).toBe('free, month of 2027-03-01');
  expect(await report(buyer.userId, '2027-02-09T12:00:00Z')).toMatch(/^free/);
});

it('by a term that ended before its time, up to that moment of its last day', async () => {
  const buyer = await newBuyer('2027-01-01T09:00:00Z');
  await moveTo(api, '2027-01-05T09:00:00Z');
  await buyer.give({ country: 'IE', locale: 'en' });
  await buyer.order();
  await buyer.pay();
  await moveTo(api, '2027-01-08T12:00:00Z');
  expect((await buyer.act({ action: 'withdraw' })).json()).toMatchObject({ state: 'free' });
  await moveTo(api, '2027-01-09T09:00:00Z');
  expect(await report(buyer.userId, '2027-01-08T11:59:00Z')).toBe('unlimited, month of 2027-01-05');
  expect(await report(buyer.userId, '2027-01-08T12:01:00Z')).toBe('free, month of 2027-01-01');
});

it('by a term that has been suspended since, and as Free while it was', async () => {
  const buyer = await newBuyer('2027-04-01T09:00:00Z');
  await moveTo(api, '2027-04-05T09:00:00Z');
  await buyer.subscribe();
  await moveTo(api, '2027-05-05T12:00:00Z');
  await moveTo(api, '2027-05-06T12:00:00Z');
  await importStatement(api, '2027-05-12');
  await moveTo(api, '2027-05-13T12:00:00Z');
  expect((await buyer.subscription()).state).toBe('suspended');
  await moveTo(api, '2027-05-14T09:00:00Z');
  expect(await report(buyer.userId, '2027-05-13T11:59:00Z')).toBe('unlimited, month of 2027-05-05');
  expect(await report(buyer.userId, '2027-05-13T12:01:00Z')).toBe('free, month of 2027-05-01');
  await importStatement(api, '2027-06-03');
  await moveTo(api, '2027-06-05T12:00:00Z');
  expect((await buyer.subscription()).state).toBe('free');
  expect(await report(buyer.userId, '2027-05-12T12:00:00Z')).toBe('unlimited, month of 2027-05-05');
  expect(await report(buyer.userId, '2027-06-01T12:00:00Z')).toMatch(/^free/);
});

it('in the month of its own plan, which an upgrade has ended since', async () => {
  const buyer = await newBuyer('2027-06-01T09:00:00Z');
  await moveTo(api, '2027-06-05T09:00:00Z');
  await buyer.subscribe();
  await moveTo(api, '2027-06-15T09:00:00Z');
  const { actions } = await buyer.subscription();
  const { dueNowRappen } = actions.find(({ product, months }) => product === 'high' && months === 1)!;
  await buyer.act({ action: 'change', product: 'high', months: 1, totalRappen: dueNowRappen });
  await buyer.pay();
  expect(await buyer.plan()).toBe('high');
  await moveTo(api, '2027-06-16T09:00:00Z');
  expect(await report(buyer.userId, '2027-06-14T12:00:00Z', 'online')).toBe('unlimited, month of 2027-06-05');
  expect(await report(buyer.userId, '2027-06-15T12:00:00Z', 'online')).toBe('unlimited, month of 2027-06-15');
});

it('by a plan that was given and has been taken back, or replaced, since', async () => {
  const { userId } = await newBuyer('2027-08-01T09:00:00Z');
  await moveTo(api, '2027-08-05T09:00:00Z');
  await api.operate('plan grant', userId, 'moderate');
  await moveTo(api, '2027-08-10T09:00:00Z');
  await api.operate('plan grant', userId, 'high');
  await moveTo(api, '2027-08-15T09:00:00Z');
  await api.operate('plan revoke', userId);
  await moveTo(api, '2027-08-16T09:00:00Z');
  expect(await report(userId, '2027-08-09T12:00:00Z')).toBe('unlimited, month of 2027-08-05');
  expect(await report(userId, '2027-08-14T12:00:00Z')).toBe('unlimited, month of 2027-08-10');
  expect(await report(userId, '2027-08-15T12:00:00Z')).toBe('free, month of 2027-08-01');
});
