import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { plans } from '../../../shared/business/plans.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { aBuyerAt, moveTo } from '../../../tests/factories/billing.ts';
import { aDownload, anAcceptance } from '../../../tests/factories/records.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ SALES_OPEN: 'ch' });
});
afterAll(() => api.close());

const freeQuotas = {
  onlineRequestsPerMonth: plans.free.onlineRequestsPerMonth,
  maxOnlineRecordingMinutes: plans.free.maxOnlineRecordingMinutes,
  offlineRequestsPerMonth: plans.free.offlineRequestsPerMonth,
};

it('is on the free plan and has no profile before the first download', async () => {
  const response = await api.get('/api/account', 'user_new');
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.json()).toEqual({
    id: 'user_new',
    status: 'active',
    measures: [],
    mailReturns: false,
    emailState: null,
    billingEmail: null,
    end: null,
    restrictedAt: null,
    objectedAt: null,
    closesAt: null,
    profile: null,
    plan: 'free',
    quotas: freeQuotas,
    cycle: null,
    usage: {
      online: { limit: 45, used: 0, remaining: 45, resetsAt: null },
      offline: { limit: 55, used: 0, remaining: 55, resetsAt: null },
    },
    acceptedDocuments: [],
  });
  const rows = await api.database.kysely.selectFrom('accounts').where('id', '=', 'user_new').select('id').execute();
  expect(rows).toEqual([]);
});

it('shows the profile and what was accepted, and nothing of others', async () => {
  await api.download('user_1', { fullName: 'Åsa Müller', country: 'SE', locale: 'sv' });
  await api.download('user_2', { fullName: 'Somebody Else', locale: 'it' });
  const account = (await api.get('/api/account', 'user_1')).json();
  expect(account.profile).toEqual({ fullName: 'Åsa Müller', email: 'asa@customers.example', country: 'SE' });
  expect(account.acceptedDocuments).toHaveLength(5);
  for (const { document, version } of documentsInForce(new Date()))
    expect(account.acceptedDocuments).toContainEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      document,
      version,
      locale: 'sv',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      acceptedAt: api.time.now.toISOString(),
    });
});

it('shows each version once, as it was accepted first', async () => {
  const first = (await api.get('/api/account', 'user_1')).json();
  api.time.now = new Date(api.time.now.getTime() + 60_000);
  await api.download('user_1', { locale: 'fr' });
  expect((await api.get('/api/account', 'user_1')).json().acceptedDocuments).toEqual(first.acceptedDocuments);
  const earlier = aDownload({ id: 'user_1' });
  await api.database.kysely.insertInto('downloads').values(earlier).execute();
  await api.database.kysely
    .insertInto('acceptances')
    .values(anAcceptance(earlier, { version: '2024-01-01' }))
    .execute();
  const { acceptedDocuments } = (await api.get('/api/account', 'user_1')).json();
  expect(acceptedDocuments).toHaveLength(6);
  expect(acceptedDocuments[0]).toMatchObject({ document: 'terms', version: '2024-01-01', locale: 'de' });
});

it('is for signed-in users', async () => {
  expect((await api.get('/api/account')).json()).toMatchObject({ status: 401, code: 'authentication-required' });
});

it('names the plan in force, with what it includes, and Free again once it is over', async () => {
  const buyer = aBuyerAt(api);
  const planOf = async () => (await api.get('/api/account', buyer.userId)).json();
  api.time.now = new Date('2026-12-01T09:00:00Z');
  await buyer.subscribe();
  const { onlineRequestsPerMonth, maxOnlineRecordingMinutes, offlineRequestsPerMonth } = plans.moderate;
  const quotas = { onlineRequestsPerMonth, maxOnlineRecordingMinutes, offlineRequestsPerMonth };
  expect(await planOf()).toMatchObject({ plan: 'moderate', quotas, usage: { online: { limit: 450 } } });
  await buyer.act({ action: 'cancel', followedBy: 'free' });
  await moveTo(api, '2027-01-01T09:00:00Z');
  expect(await planOf()).toMatchObject({ plan: 'free', quotas: freeQuotas });
});
