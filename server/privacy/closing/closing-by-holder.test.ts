import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { dayMs, minuteMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import { endAccount } from '../../people/accounts/accounts.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'closing-by-holder-test-'));
let api: TestApi;
let clock: ServiceClock;
beforeAll(async () => {
  writeRelease(directory).publish();
  api = await createTestApi({ RELEASES_DIR: directory });
  clock = await openServiceClock(api.database);
});
afterAll(async () => {
  await api.close();
  rmSync(directory, { recursive: true });
});

const ask = async (method: 'DELETE' | 'POST', userId: string, claims: object = {}) => {
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor(userId, { ...claims })}` };
  return api.app.inject({ method, url: method === 'DELETE' ? apiPaths.account : apiPaths.accountKept, headers });
};
const close = (userId: string) => ask('DELETE', userId);
const keep = (userId: string) => ask('POST', userId);
const request = () => aDownloadRequest({ documents: documentsInForce(api.time.now) });
const begin = (userId: string) => api.download(userId, request());
const statusOf = async (userId: string) => (await api.get(apiPaths.account, userId)).json().status;

async function moveTo(time: number): Promise<void> {
  await clock.moveTo(new Date(time));
  api.time.now = clock.now();
}

it('closes, keeps and closes again; each of them twice is as good as once', async () => {
  await begin('user_1');
  const closedAt = api.time.now;
  const end = {
    by: 'holder',
    at: closedAt.toISOString(),
    erasedAt: new Date(closedAt.getTime() + 30 * dayMs).toISOString(),
  };
  const closed = await close('user_1');
  expect([closed.statusCode, closed.json()]).toMatchObject([200, { status: 'ended', end }]);
  api.time.now = new Date(closedAt.getTime() + minuteMs);
  expect((await close('user_1')).json().end).toEqual(end);
  expect((await api.submit('user_1', request())).json().code).toBe('account-ended');
  for (const answer of [await keep('user_1'), await keep('user_1')])
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { status: 'active', end: null }]);
  expect((await api.submit('user_1', request())).statusCode).toBe(201);
  expect((await close('user_1')).json().end.at).toBe(api.time.now.toISOString());
});

it('asks for a sign-in of the last ten minutes, which only the login provider can tell', async () => {
  await begin('user_2');
  const startedAgo = (ms: number) => api.issuer.sessionStarts.set('session_of_user_2', new Date(Date.now() - ms));
  startedAgo(10 * minuteMs + 5_000);
  const refused = await close('user_2');
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'sign-in-again']);
  expect((await ask('DELETE', 'user_2', { sid: 'session_of_somebody_else' })).json().code).toBe('sign-in-again');
  expect(await statusOf('user_2')).toBe('active');
  startedAgo(10 * minuteMs - 5_000);
  expect((await close('user_2')).statusCode).toBe(200);
});

it.each([401, 429, 500, 503])('does nothing while the login provider answers %i', async (status) => {
  await begin(`user_${status}`);
  api.issuer.refuseManagementWith.status = status;
  try {
    const refused = await close(`user_${status}`);
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'service-unavailable']);
    expect(refused.headers['retry-after']).toBe('60');
  } finally {
    api.issuer.refuseManagementWith.status = null;
  }
  expect(await statusOf(`user_${status}`)).toBe('active');
});

it('is not for who acts for somebody, nor for an account that the company has ended, or that is not there', async () => {
  const act = { act: { sub: 'support@ameisen.ch' } };
  expect((await ask('DELETE', 'user_1', act)).json().code).toBe('impersonation-not-allowed');
  expect((await ask('POST', 'user_1', act)).json().code).toBe('impersonation-not-allowed');
  expect((await close('user_never')).json().code).toBe('not-found');
  expect((await keep('user_never')).json()).toMatchObject({ status: 'active', end: null });
  const id = 'user_thrown_out';
  await begin(id);
  await api.database.kysely.transaction().execute((trx) => endAccount(trx, id, api.time.now, 'company'));
  for (const answer of [await close(id), await keep(id)]) expect(answer.json().code).toBe('account-ended');
});

describe('a suspended account', () => {
  it('can be closed by its holder, and is suspended again once it is kept', async () => {
    await begin('user_suspended');
    await api.operate('account suspend', 'user_suspended');
    for (let time = 0; time < 2; time += 1) {
      expect((await close('user_suspended')).json()).toMatchObject({ status: 'ended', end: { by: 'holder' } });
      expect((await keep('user_suspended')).json()).toMatchObject({ status: 'suspended', end: null });
    }
    expect((await keep('user_suspended')).statusCode).toBe(200);
    expect((await api.submit('user_suspended', request())).json().code).toBe('account-suspended');
    await close('user_suspended');
    expect((await api.operate('account unsuspend', 'user_suspended')).lines[0]).toContain('has ended');
    expect((await keep('user_suspended')).json().status).toBe('active');
  });

  it('is told of its suspension in the copy, and nothing of that outlives it', async () => {
    await begin('user_held');
    await api.operate('account suspend', 'user_held');
    const { data } = (await api.get(apiPaths.accountExport, 'user_held')).json();
    expect(data.account.suspendedAt).toBe(api.time.now.toISOString());
    await close('user_held');
    await moveTo(api.time.now.getTime() + 30 * dayMs + minuteMs);
    await api.runDueJobs();
    const stub = api.database.kysely.selectFrom('accounts').select(['email', 'suspended_at']);
    expect(await stub.where('id', '=', 'user_held').execute()).toEqual([{ email: null, suspended_at: null }]);
  });
});

it('a closing and a download at the same time: the account is closed, whichever came first', async () => {
  await begin('user_raced');
  const answers = await Promise.all([
    api.submit('user_raced', request()),
    close('user_raced'),
    close('user_raced'),
    api.submit('user_raced', request()),
  ]);
  expect([answers[1].statusCode, answers[2].statusCode]).toEqual([200, 200]);
  expect(answers[1].json().end).toEqual(answers[2].json().end);
  expect(await statusOf('user_raced')).toBe('ended');
});

it('after 30 days it cannot be kept, and the user at the login provider goes, when that answers again', async () => {
  await begin('user_gone');
  const closedAt = api.time.now.getTime();
  await close('user_gone');
  await moveTo(closedAt + 30 * dayMs - 1000);
  expect((await keep('user_gone')).statusCode).toBe(200);
  await close('user_gone');
  const again = api.time.now.getTime();
  api.issuer.refuseManagementWith.status = 503;
  await moveTo(again + 30 * dayMs);
  expect((await keep('user_gone')).json().code).toBe('account-ended');
  expect(await api.runDueJobs()).toContain('login-removal');
  expect((await api.get(apiPaths.account, 'user_gone')).json()).toMatchObject({ status: 'ended', profile: null });
  expect(api.issuer.removedUsers).not.toContain('user_gone');
  api.issuer.refuseManagementWith.status = null;
  expect(await api.runDueJobs()).toEqual([]);
  expect(await api.runDueJobs()).toEqual([]);
  expect(api.issuer.removedUsers.filter((id) => id === 'user_gone')).toHaveLength(1);
});
