import { afterAll, beforeAll, expect, it } from 'vitest';
import { personalDataParts } from '../../../shared/api/personal-data.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { anAccount, aUsageRequest } from '../../../tests/factories/records.ts';
import { rateLimits } from '../../http/rate-limits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const exportOf = (userId: string) => api.get(apiPaths.accountExport, userId);

it('everything stored of an account comes in its parts, each of which the page explains', async () => {
  const downloaded = await api.download('user_a');
  const answer = await exportOf('user_a');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  const { data, ...head } = answer.json();
  expect(head).toEqual({
    format: 'writing-ant-personal-data',
    formatVersion: 1,
    exportedAt: api.time.now.toISOString(),
    privacyPolicy: `${api.config.siteOrigin}/privacy`,
  });
  expect(Object.keys(data).toSorted()).toEqual(personalDataParts.toSorted());
  expect(data.account).toMatchObject({ id: 'user_a', email: 'asa@customers.example' });
  expect(data.downloads).toMatchObject([{ id: downloaded.id }]);
  expect(data.acceptances.length).toBeGreaterThan(0);
});

it('nothing of anybody else is in it', async () => {
  await api.download('user_first');
  await api.download('user_second');
  expect((await exportOf('user_first')).body).not.toContain('user_second');
});

it('who has nothing stored yet is told so', async () => {
  const { data } = (await exportOf('user_new')).json();
  expect(data).toMatchObject({ account: null, downloads: [], acceptances: [], mails: [] });
});

it('who has closed the account still gets it, until it is erased', async () => {
  await api.download('user_closing');
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor('user_closing')}` };
  expect((await api.app.inject({ method: 'DELETE', url: apiPaths.account, headers })).statusCode).toBe(200);
  const { data } = (await exportOf('user_closing')).json();
  expect(data.account).toMatchObject({ status: 'ended', email: 'asa@customers.example' });
  expect(data.mails.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'closed',
    'closing-soon',
    'contract-confirmation',
  ]);
});

it('nobody gets it without a session, or in the name of somebody else', async () => {
  await api.download('user_helped');
  expect((await api.get(apiPaths.accountExport)).statusCode).toBe(401);
  const token = await api.issuer.tokenFor('user_helped', { act: { sub: 'support@ameisen.ch' } });
  const answer = await api.app.inject({ url: apiPaths.accountExport, headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ code: 'impersonation-not-allowed' });
});

it('comes only so many times a minute, since each is a walk through all tables', async () => {
  const limited = await createTestApi({ RATE_LIMIT_FACTOR: '1' });
  const statuses: number[] = [];
  for (let asked = 0; asked <= rateLimits.downloadRequests; asked += 1)
    statuses.push((await limited.get(apiPaths.accountExport, 'user_greedy')).statusCode);
  await limited.close();
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

it('holds a hundred thousand requests', async () => {
  const account = anAccount({ id: 'user_busy' });
  await api.database.kysely.insertInto('accounts').values(account).execute();
  const count = 100_000;
  const batch = 2000;
  for (let index = 0; index < count; index += batch)
    await api.database.kysely
      .insertInto('usage_requests')
      .values(Array.from({ length: batch }, () => aUsageRequest(account)))
      .execute();
  const answer = await exportOf('user_busy');
  expect(answer.statusCode).toBe(200);
  expect(answer.json().data.usage.requests).toHaveLength(count);
}, 60_000);
