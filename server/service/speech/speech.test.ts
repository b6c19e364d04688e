import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import type { SpeechAnswer, SpeechReport } from '../../../shared/api/speech.ts';
import type { UsageAnswer } from '../../../shared/api/usage.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { budgets } from '../../../shared/business/budgets.ts';
import { dayMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aCounter } from '../../../tests/factories/records.ts';

const since = new Date('2026-01-31T09:00:00.000Z');
const now = new Date('2026-03-10T12:00:00.000Z');
const thisCycle = new Date('2026-02-28T09:00:00.000Z');

let api: TestApi;
let users = 0;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** Somebody whose account was made on 31 January, with so much of this month's offline quota used. */
async function newUser(used = 0): Promise<string> {
  const id = `user_speaking_${++users}`;
  api.time.now = since;
  await api.download(id, { documents: documentsInForce(since) });
  api.time.now = now;
  if (used) {
    const counter = aCounter({ id }, { pool: 'offline', cycle_start: thisCycle, used, open: 0 });
    await api.database.kysely.insertInto('quota_counters').values(counter).execute();
  }
  return id;
}

const aReport = (given: Partial<SpeechReport> = {}): SpeechReport => ({
  id: randomUUID(),
  mode: 'offline',
  startedAt: '2026-03-10T11:00:00.000Z',
  seconds: 42,
  language: 'de',
  model: 'parakeet-tdt-0.6b',
  ...given,
});

const post = async (user: string, payload: object | string, headers = {}) =>
  api.app.inject({
    method: 'POST',
    url: apiPaths.speechRequests,
    headers: { ...(await api.desktopHeaders(user)), 'content-type': 'application/json', ...headers },
    payload,
  });

async function report(user: string, ...requests: SpeechReport[]): Promise<SpeechAnswer> {
  const answer = await post(user, { requests });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const statesOf = ({ results }: SpeechAnswer) => results.map(({ state }) => state);

const rowsOf = (user: string) =>
  api.database.kysely.selectFrom('usage_requests').selectAll().where('account_id', '=', user).execute();

const countersOf = (user: string) =>
  api.database.kysely.selectFrom('quota_counters').selectAll().where('account_id', '=', user).execute();

it('counts each recording once, however often it is reported', async () => {
  const user = await newUser();
  const [first, second] = [aReport(), aReport()];
  const answer = await report(user, first, second, first);
  expect(statesOf(answer)).toEqual(['counted', 'counted', 'known']);
  expect(answer.quotas.offline).toMatchObject({ limit: 55, used: 2, remaining: 53 });
  const again = await Promise.all(Array.from({ length: 10 }, () => report(user, first, second)));
  expect(new Set(again.flatMap(statesOf))).toEqual(new Set(['known']));
  const late = aReport();
  const atOnce = await Promise.all(Array.from({ length: 20 }, () => report(user, late)));
  expect(atOnce.flatMap(statesOf).filter((state) => state === 'counted')).toHaveLength(1);
  expect((await report(user, late)).quotas.offline.used).toBe(3);
});

it('counts the earliest recordings first, and of those beyond the quota keeps only how many there were', async () => {
  const user = await newUser(53);
  const at = (minute: number) => aReport({ startedAt: `2026-03-10T11:0${minute}:00.000Z` });
  const answer = await report(user, at(4), at(1), at(3), at(2));
  expect(statesOf(answer)).toEqual(['over-quota', 'counted', 'over-quota', 'counted']);
  expect(answer.quotas.offline).toMatchObject({ used: 55, remaining: 0 });
  expect((await rowsOf(user)).map(({ state }) => state)).toEqual(['counted', 'counted']);
  expect(await countersOf(user)).toMatchObject([{ pool: 'offline', used: 55, over_quota: 2 }]);
  const { quotas, days, requests }: UsageAnswer = (await api.get(apiPaths.usage, user)).json();
  expect([quotas.offline.used, requests.length]).toEqual([55, 2]);
  expect(days).toEqual([{ day: '2026-03-10', pool: 'offline', requests: 2 }]);
  // Another pool is not touched.
  expect(statesOf(await report(user, aReport({ mode: 'online' })))).toEqual(['counted']);
});

it('takes 2,000 recordings in a day, and the rest another day', async () => {
  const user = await newUser();
  const call = () => Array.from({ length: 200 }, () => aReport());
  for (let calls = 0; calls < 10; calls += 1) await report(user, ...call());
  const kept = async () => [(await rowsOf(user)).length, (await countersOf(user))[0]!.over_quota];
  const wholeDay = [55, budgets.recordings.day.account - 55];
  expect(await kept()).toEqual(wholeDay);
  const answer = await post(user, { requests: [aReport()] });
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
    429,
    'too-many-requests',
    '3600',
  ]);
  expect(await kept()).toEqual(wholeDay);
  api.time.now = new Date(now.getTime() + dayMs);
  expect(statesOf(await report(user, aReport()))).toEqual(['over-quota']);
  expect(await countersOf(user)).toMatchObject([{ over_quota: wholeDay[1]! + 1, over_quota_of_day: 1 }]);
});

it('asks the database as often for 200 reports of two months and pools as for one', async () => {
  const executor = Object.getPrototypeOf(Object.getPrototypeOf(api.database.kysely.getExecutor()));
  const statements = vi.spyOn(executor, 'executeQuery');
  const user = await newUser();
  const asked = async (...requests: SpeechReport[]) => {
    statements.mockClear();
    expect((await report(user, ...requests)).results).toHaveLength(requests.length);
    return statements.mock.calls.length;
  };
  // Of each sign-in something is entered once.
  await report(user, aReport());
  const forOne = await asked(aReport());
  const many = Array.from({ length: 200 }, (_, index) =>
    aReport({
      mode: index % 2 ? 'online' : 'offline',
      startedAt: new Date(now.getTime() - (index % 29) * dayMs).toISOString(),
    }),
  );
  expect(forOne).toBeGreaterThan(3);
  expect(await asked(...many)).toBe(forOne);
  expect(await countersOf(user)).toHaveLength(4);
  statements.mockRestore();
});

it('calls at once never exceed the day’s reports', async () => {
  const user = await newUser();
  const calls = Array.from({ length: 12 }, () =>
    post(user, { requests: Array.from({ length: 200 }, () => aReport()) }),
  );
  const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(await rowsOf(user)).toHaveLength(55);
  expect(await countersOf(user)).toMatchObject([{ used: 55, over_quota: budgets.recordings.day.account - 55 }]);
});

it('counts a late report in the month of the recording', async () => {
  const user = await newUser(55);
  const lastMonth = aReport({ startedAt: '2026-02-20T08:00:00.000Z' });
  const lastSecond = aReport({ startedAt: '2026-02-28T08:59:59.999Z' });
  const thisMonth = aReport({ startedAt: thisCycle.toISOString() });
  expect(statesOf(await report(user, thisMonth, lastSecond, lastMonth))).toEqual(['over-quota', 'counted', 'counted']);
});

it.each([
  ['10 minutes ahead', new Date(now.getTime() + 600_000), false],
  ['further ahead', new Date(now.getTime() + 601_000), true],
  ['31 days ago', new Date(now.getTime() - 31 * dayMs), false],
  ['longer ago', new Date(now.getTime() - 31 * dayMs - 1000), true],
  ['at the beginning of the calendar', new Date('0001-01-01T00:00:00Z'), true],
  ['at its end', new Date('9999-12-31T23:59:59Z'), true],
])('a clock that is %s', async (_, startedAt, isAdjusted) => {
  const user = await newUser();
  const { results } = await report(user, aReport({ startedAt: startedAt.toISOString() }));
  expect(results).toMatchObject([{ state: 'counted', adjusted: isAdjusted }]);
  const [row] = await rowsOf(user);
  expect(row!.requested_at).toEqual(isAdjusted ? now : startedAt);
});

it('nothing was recorded before there was an account', async () => {
  const user = await newUser();
  api.time.now = new Date('2026-02-02T09:00:00.000Z');
  const before = aReport({ startedAt: new Date(since.getTime() - 1).toISOString() });
  expect((await report(user, before)).results).toMatchObject([{ state: 'counted', adjusted: true }]);
});

it('an online recording is not longer than the plan allows; an offline one may be', async () => {
  const user = await newUser();
  const online = (seconds: number) => aReport({ mode: 'online', seconds });
  const answer = await report(user, online(605), online(606), aReport({ seconds: 86_400 }));
  expect(statesOf(answer)).toEqual(['counted', 'too-long', 'counted']);
});

it('refuses too many at once, and what is no report', async () => {
  const user = await newUser();
  const refused = async (payload: object | string) => {
    const { statusCode } = await post(user, payload);
    return statusCode;
  };
  expect(await refused({ requests: [] })).toBe(422);
  expect(await refused({ requests: Array.from({ length: 201 }, () => aReport()) })).toBe(422);
  expect(await refused({ requests: Array.from({ length: 10_000 }, () => aReport()) })).toBe(413);
  expect(await refused({ requests: [{ ...aReport(), transcript: 'what was said' }] })).toBe(422);
  for (const given of [
    { seconds: -1 },
    { seconds: 1.5 },
    { seconds: 86_401 },
    { startedAt: 'yesterday' },
    { language: 'tlh' },
    { id: '1' },
    { mode: 'both' },
    { model: '=cmd|' },
  ])
    expect(await refused({ requests: [{ ...aReport(), ...given }] }), JSON.stringify(given)).toBe(422);
  expect(await rowsOf(user)).toEqual([]);
  const twoHundred = await report(user, ...Array.from({ length: 200 }, () => aReport()));
  expect(statesOf(twoHundred).filter((state) => state === 'counted')).toHaveLength(55);
});

it('only the app reports', async () => {
  const user = await newUser();
  const authorization = `Bearer ${await api.issuer.tokenFor(user)}`;
  expect((await post(user, { requests: [aReport()] }, { authorization })).json().code).toBe('desktop-app-required');
});

it('counters agree with what was reported', async () => {
  await api.database.kysely.deleteFrom('quota_counters').execute();
  await api.database.kysely.deleteFrom('usage_requests').execute();
  const user = await newUser();
  await report(user, ...Array.from({ length: 60 }, () => aReport()));
  expect(await api.operate('quota verify')).toMatchObject({ failed: false });
});
