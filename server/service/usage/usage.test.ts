import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UsageAnswer } from '../../../shared/api/usage.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { plans } from '../../../shared/business/plans.ts';
import { maxTokensPerDay } from '../../../shared/business/text-service.ts';
import { hourMs } from '../../../shared/durations.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aCounter, anAccount, aUsageRequest } from '../../../tests/factories/records.ts';
import { findPlanAt } from '../../billing/contracts/contracts.ts';
import { act } from '../../contract/act.ts';
import { admit, countReports, findAllowance, finish } from '../quotas/quotas.ts';
import { writeUsageTable } from './usage.ts';

const cycleStart = new Date('2026-02-28T09:00:00.000Z');
const cycleEnd = new Date('2026-03-31T09:00:00.000Z');

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  api.time.now = new Date('2026-03-30T12:00:00.000Z');
  const [user, other] = ['user_counting', 'user_other'].map((id) =>
    anAccount({ id, created_at: new Date('2026-01-31T09:00:00.000Z') }),
  );
  await api.database.kysely.insertInto('accounts').values([user!, other!]).execute();
  const inCycle = { pool: 'online', cycle_start: cycleStart } as const;
  await api.database.kysely
    .insertInto('quota_counters')
    .values([
      aCounter(user!, { ...inCycle, used: 44 }),
      aCounter(user!, { ...inCycle, pool: 'offline', used: 60 }),
      aCounter(user!, { ...inCycle, cycle_start: new Date('2026-01-31T09:00:00.000Z'), used: 45 }),
      aCounter(other!, { ...inCycle, used: 7 }),
    ])
    .execute();
  const settled = { state: 'counted', open_until: null, input_tokens: 100, output_tokens: 11 } as const;
  const requests = Array.from({ length: 130 }, (_, index) =>
    aUsageRequest(user!, { ...settled, requested_at: new Date(api.time.now.getTime() - index * hourMs) }),
  );
  requests[0]!.state = 'released';
  requests[1]!.feature = 'text-generation';
  for (const request of requests) request.recording_seconds = null;
  // What was said for it counts as speech-to-text, too.
  requests[1]!.recording_seconds = 30;
  await api.database.kysely.insertInto('usage_requests').values(requests).execute();
  await api.database.kysely.insertInto('usage_requests').values(aUsageRequest(other!, settled)).execute();
});
afterAll(() => api.close());

async function ask(query = '', user = 'user_counting'): Promise<UsageAnswer> {
  const answer = await api.get(`${apiPaths.usage}${query}`, user);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  return answer.json();
}

it('tells what is left of this month of quotas, counted from the day the account was made', async () => {
  expect(await ask()).toMatchObject({
    plan: 'free',
    cycle: { start: cycleStart.toISOString(), end: cycleEnd.toISOString() },
    quotas: {
      online: { limit: plans.free.onlineRequestsPerMonth, used: 44, remaining: 1 },
      offline: { limit: plans.free.offlineRequestsPerMonth, used: 60, remaining: 0 },
    },
  });
  api.time.now = cycleEnd;
  const { cycle, quotas } = await ask();
  expect([cycle!.start, quotas.online.used]).toEqual([cycleEnd.toISOString(), 0]);
  api.time.now = new Date('2026-03-30T12:00:00.000Z');
});

it('counts the days of the month of quotas as the quota counts: neither twice, nor what was given back or came too late', async () => {
  const account = anAccount({ id: 'user_days', created_at: new Date('2026-01-31T09:00:00.000Z') });
  await api.database.kysely.insertInto('accounts').values(account).execute();
  const ask = async (given: Partial<Parameters<typeof admit>[1]>, time: string) => {
    const request = {
      ...{ account_id: account.id, request_id: randomUUID(), feature: 'text-enhancement' as const },
      ...{ operation: 'enhance', fingerprint: null, recording_seconds: null, language: 'de', ...given },
    };
    const at = new Date(time);
    const plan = await findPlanAt(api.database.kysely, account.id, at);
    const admission = await admit(api.database, request, findAllowance(plan!, 'online', at), at);
    if (admission.state !== 'admitted') throw new Error(admission.state);
    const end = (state: 'counted' | 'released') =>
      finish(api.database, admission.attempt, { state, outcome: 'changed' }, at);
    return { end };
  };
  // The day on which the month begins, before it does and after; a text of a recording is one request.
  await (await ask({}, '2026-02-28T08:59:59.000Z')).end('counted');
  await (await ask({ recording_seconds: 30 }, '2026-02-28T09:00:00.000Z')).end('counted');
  await (await ask({}, '2026-03-30T11:00:00.000Z')).end('counted');
  await (await ask({}, '2026-03-30T11:01:00.000Z')).end('released');
  await ask({}, '2026-03-30T11:59:30.000Z');
  const report = {
    ...{ request_id: randomUUID(), operation: 'transcribe', recording_seconds: 10 },
    ...{ requested_at: api.time.now, settled_at: api.time.now, language: 'de', model: 'small', outcome: 'reported' },
  };
  const allowance = { pool: 'offline' as const, cycleStart, limit: 1, maxOpen: 2 };
  const uses = [report, { ...report, request_id: randomUUID() }].map((each) => ({ report: each, allowance }));
  await act({ ...api, clock: () => api.time.now }, (here) => countReports(here, account.id, uses));
  const { quotas, days }: UsageAnswer = (await api.get(apiPaths.usage, account.id)).json();
  expect(days).toEqual([
    { day: '2026-02-28', pool: 'online', requests: 1 },
    { day: '2026-03-30', pool: 'offline', requests: 1 },
    { day: '2026-03-30', pool: 'online', requests: 2 },
  ]);
  expect([quotas.online.used, quotas.offline.used]).toEqual([3, 1]);
  expect((await api.get(apiPaths.usage, 'user_without_account')).json().days).toEqual([]);
});

it('lists every request once, page by page, and the counted ones by day and feature', async () => {
  const pages: UsageAnswer[] = [await ask()];
  while (pages.at(-1)!.next) pages.push(await ask(`?cursor=${pages.at(-1)!.next}`));
  const requests = pages.flatMap((page) => page.requests);
  expect(pages.map((page) => page.requests.length)).toEqual([100, 30]);
  expect(new Set(requests.map(({ id }) => id)).size).toBe(130);
  const times = requests.map(({ requestedAt }) => requestedAt);
  expect(times).toEqual(times.toSorted().reverse());
  expect(requests[0]).toMatchObject({ state: 'released', language: 'de', tokens: 111 });
  const { totals } = pages[0]!;
  expect(totals).toContainEqual({ day: '2026-03-30', feature: 'text-generation', requests: 1 });
  expect(totals).toContainEqual({ day: '2026-03-30', feature: 'text-enhancement', requests: 11 });
  expect(totals.filter(({ feature }) => feature === 'speech-to-text')).toEqual([
    { day: '2026-03-30', feature: 'speech-to-text', requests: 1 },
  ]);
  expect(totals.reduce((sum, each) => sum + each.requests, 0)).toBe(130);
});

it('says until when no more is written today', async () => {
  expect((await ask()).dailyCeilingUntil).toBe(null);
  const large = aUsageRequest(
    { id: 'user_other' },
    { requested_at: new Date('2026-03-30T00:00:00.000Z'), input_tokens: maxTokensPerDay, output_tokens: 0 },
  );
  await api.database.kysely.insertInto('usage_requests').values(large).execute();
  expect((await ask('', 'user_other')).dailyCeilingUntil).toBe('2026-03-31T00:00:00.000Z');
  await api.database.kysely.deleteFrom('usage_requests').where('request_id', '=', large.request_id).execute();
});

it('goes on where a page ended, whatever has become of its last request since', async () => {
  const user = { id: 'user_paging' };
  const from = new Date('2026-01-31T09:00:00.000Z');
  const account = anAccount({ ...user, created_at: from });
  await api.database.kysely.insertInto('accounts').values(account).execute();
  const requests = Array.from({ length: 1003 }, (_, index) =>
    aUsageRequest(user, {
      ...{ state: 'counted', open_until: null },
      requested_at: new Date(api.time.now.getTime() - index * 1000),
    }),
  );
  await api.database.kysely.insertInto('usage_requests').values(requests).execute();
  const { next } = await ask('', user.id);
  const to = new Date(api.time.now.getTime() + 1);
  const table = writeUsageTable(api.database.kysely, { accountId: user.id, from, to });
  await table.next();
  await table.next();
  // One is asked for again, another one is as old as it may become.
  const [hundredth, thousandth] = [requests[99]!, requests[999]!];
  await api.database.kysely
    .updateTable('usage_requests')
    .set({ requested_at: api.time.now })
    .where('request_id', '=', hundredth.request_id)
    .execute();
  await api.database.kysely.deleteFrom('usage_requests').where('request_id', '=', thousandth.request_id).execute();
  const second = await ask(`?cursor=${next}`, user.id);
  expect(second.requests.map(({ id }) => id)).toEqual(requests.slice(100, 200).map(({ request_id }) => request_id));
  expect((await table.next()).value?.trimEnd().split('\r\n')).toHaveLength(3);
});

it('keeps to the period asked for', async () => {
  const { requests } = await ask('?from=2026-03-30T10:00:00.000Z&to=2026-03-30T12:00:00.000Z');
  expect(requests.map(({ requestedAt }) => requestedAt.slice(11, 13))).toEqual(['11', '10']);
});

it('gives every request as a table, to the site and to the app', async () => {
  const table = await api.get(`${apiPaths.usageExport}?from=2026-03-01T00:00:00.000Z`, 'user_counting');
  expect(table.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="writing-ant-usage.csv"',
    'cache-control': 'no-store',
  });
  const lines = table.body.split('\r\n');
  expect(lines[0]).toBe('requested_at,id,feature,operation,pool,state,language,model,recording_seconds,tokens');
  expect(lines.at(-1)).toBe('');
  expect(lines.slice(1, -1)).toHaveLength(130);
  expect(lines[1]).toMatch(
    /^2026-03-30T12:00:00.000Z,[\da-f-]{36},text-enhancement,enhance,online,released,de,[a-z][\w.-]*,,111$/,
  );
  // Model, then seconds: under the names of the first line.
  expect(lines[2]).toMatch(/,text-generation,enhance,online,counted,de,[a-z][\w.-]*,30,111$/);
  const short = await api.app.inject({
    url: `${apiPaths.usageExport}?from=2026-03-30T12:00:00.000Z`,
    headers: await api.desktopHeaders('user_counting'),
  });
  expect(short.body.trimEnd().split('\r\n')).toEqual(lines.slice(0, 2));
  expect((await api.get(apiPaths.usageExport)).statusCode).toBe(401);
  expect((await api.get(apiPaths.usageExport, 'user_other')).body).not.toContain(lines[1]!.split(',')[1]!);
});

it('tells the account what is left, and the app as well', async () => {
  const headers = await api.desktopHeaders('user_counting');
  expect((await api.app.inject({ url: apiPaths.account, headers })).json()).toMatchObject({
    cycle: { start: cycleStart.toISOString() },
    usage: { online: { limit: 45, used: 44, remaining: 1, resetsAt: cycleEnd.toISOString() } },
  });
});

it('shows nobody what others used, not even to who knows an id', async () => {
  const [foreign] = (await ask('?from=2026-01-01T00:00:00.000Z', 'user_other')).requests;
  expect((await ask('', 'user_other')).quotas.online.used).toBe(7);
  const cursor = `${Date.parse(foreign!.requestedAt)}_${foreign!.id}`;
  expect((await ask(`?from=2026-01-01T00:00:00.000Z&cursor=${cursor}`)).requests.map(({ id }) => id)).not.toContain(
    foreign!.id,
  );
  expect(await ask('', 'user_without_account')).toMatchObject({
    cycle: null,
    quotas: { online: { used: 0, remaining: plans.free.onlineRequestsPerMonth } },
    requests: [],
  });
});

it('refuses strangers, and what is no time or cursor', async () => {
  expect((await api.get(apiPaths.usage)).statusCode).toBe(401);
  const id = crypto.randomUUID();
  const cursors = ['1', id, `yesterday_${id}`, `${api.time.now.getTime()}_1`].map((cursor) => `cursor=${cursor}`);
  for (const query of ['from=yesterday', 'to=2026-02-30T00:00:00Z', ...cursors])
    expect((await api.get(`${apiPaths.usage}?${query}`, 'user_counting')).statusCode, query).toBe(400);
  // Times that a database, or the day a month before them, does not know.
  for (const time of ['0000-01-01', '0001-01-15', '1999-12-31', '2101-01-01', '9999-12-31'])
    for (const query of [`from=${time}T00:00:00Z`, `to=${time}T00:00:00Z`])
      for (const path of [apiPaths.usage, apiPaths.usageExport])
        expect((await api.get(`${path}?${query}`, 'user_counting')).statusCode, `${path}?${query}`).toBe(400);
  for (const query of ['to=2000-01-01T00:00:00Z', 'from=2100-12-31T23:59:59.999Z'])
    for (const path of [apiPaths.usage, apiPaths.usageExport])
      expect((await api.get(`${path}?${query}`, 'user_counting')).statusCode, `${path}?${query}`).toBe(200);
});
