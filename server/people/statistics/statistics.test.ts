import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StatisticsRequest } from '../../../shared/api/statistics.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { findPercentiles, roundMeasurement, statisticsRetention, sumPageViews } from './statistics.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  api.time.now = new Date('2026-11-22T23:59:00.000Z');
});
afterAll(() => api.close());

const post = (payload: object, headers = {}) =>
  api.app.inject({ method: 'POST', url: apiPaths.statistics, payload, headers });
const view: StatisticsRequest = { page: '/contact', locale: 'sv', isView: true, vitals: [] };
const measured = (metric: 'LCP' | 'CLS', value: number) => ({ ...view, isView: false, vitals: [{ metric, value }] });

it('adds up views by day, page and language, and keeps nothing else', async () => {
  for (let number = 0; number < 3; number++)
    expect((await post(view, { 'user-agent': `Browser ${number}` })).json()).toEqual({ counted: true });
  await post({ ...view, locale: 'it' });
  expect(await api.database.kysely.selectFrom('page_views').selectAll().orderBy('locale').execute()).toEqual([
    { day: '2026-11-22', page: '/contact', locale: 'it', views: 1 },
    { day: '2026-11-22', page: '/contact', locale: 'sv', views: 3 },
  ]);
  expect(await sumPageViews(api.database.kysely, '2026-11-22')).toEqual([
    { page: '/contact', locale: 'sv', views: 3 },
    { page: '/contact', locale: 'it', views: 1 },
  ]);
  expect(await sumPageViews(api.database.kysely, '2026-11-23')).toEqual([]);
});

it('rounds measurements and tells their 75th percentile', async () => {
  for (const value of [812.3, 1000, 1200.7, 4000]) await post(measured('LCP', value));
  await post(measured('CLS', 0.0849));
  expect(await findPercentiles(api.database.kysely, '2026-11-22')).toEqual([
    { page: '/contact', metric: 'CLS', value: 80, samples: 1 },
    { page: '/contact', metric: 'LCP', value: 1200, samples: 4 },
  ]);
  expect(roundMeasurement('INP', 96.4)).toBe(100);
});

it.each([{ 'sec-gpc': '1' }, { dnt: '1' }])('counts nobody who sends %j', async (headers) => {
  const before = await api.database.kysely.selectFrom('page_views').selectAll().execute();
  expect((await post(view, headers)).json()).toEqual({ counted: false });
  expect(await api.database.kysely.selectFrom('page_views').selectAll().execute()).toEqual(before);
});

it.each([
  { ...view, page: '/contact?email=asa@customers.example' },
  { ...view, vitals: [{ metric: 'LCP', value: -1 }] },
  { ...view, vitals: [{ metric: 'identifier', value: 1 }] },
])('refuses %j', async (payload) => {
  expect((await post(payload)).json()).toMatchObject({ code: 'validation-failed' });
});

it('goes when its time is over', async () => {
  const { kysely } = api.database;
  const cutoff = statisticsRetention.cutoff(new Date('2028-11-23T05:00:00.000Z'));
  expect(await statisticsRetention.count(kysely, statisticsRetention.cutoff(new Date('2028-11-22')))).toBe(0);
  const count = await statisticsRetention.count(kysely, cutoff);
  expect(count).toBeGreaterThan(3);
  expect(await kysely.transaction().execute((trx) => statisticsRetention.remove(trx, cutoff, 500))).toBe(count);
  expect(await sumPageViews(kysely, '2000-01-01')).toEqual([]);
});
