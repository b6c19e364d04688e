import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { dayMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import { endAccount, reopenAccount, suspendAccount } from '../../people/accounts/accounts.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'own-rights-test-'));

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

const request = () => aDownloadRequest({ documents: documentsInForce(api.time.now) });
const begin = (userId: string) => api.download(userId, request());
const post = async (url: string, userId: string, payload: object, claims: object = {}) => {
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor(userId, { ...claims })}` };
  return api.app.inject({ method: 'POST', url, headers, payload });
};
const accountOf = async (userId: string) => (await api.get(apiPaths.account, userId)).json();
const requestsOf = async (userId: string) =>
  (await api.get(apiPaths.accountExport, userId))
    .json()
    .data.requests.map(
      ({ kind, channel, state, outcome }: Record<string, string>) => `${kind} ${channel} ${state}: ${outcome}`,
    );
const kindsOfMails = async (userId: string) =>
  (await api.database.kysely.selectFrom('mails').where('account_id', '=', userId).selectAll().execute())
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'contract-confirmation');
async function moveTo(time: number): Promise<void> {
  await clock.moveTo(new Date(time));
  api.time.now = clock.now();
  expect(await api.runDueJobs()).toEqual([]);
}

it('name and country are corrected at once, and the correction stands in the register and in the copy', async () => {
  await begin('user_1');
  const correction = { fullName: ' Åsa Miller ', country: 'IT' };
  const answer = await post(apiPaths.accountCorrection, 'user_1', correction);
  expect([answer.statusCode, answer.json().profile]).toMatchObject([200, { fullName: 'Åsa Miller', country: 'IT' }]);
  await post(apiPaths.accountCorrection, 'user_1', correction);
  expect(await requestsOf('user_1')).toEqual(['rectification account answered: corrected by the holder']);
  for (const faulty of [{ fullName: '', country: 'IT' }, { fullName: 'Åsa', country: 'DE' }, { fullName: 'Åsa' }])
    expect((await post(apiPaths.accountCorrection, 'user_1', faulty)).json().code).toBe('validation-failed');
});

it('who moves to another country is told to uninstall, and the account ends after 30 days, not before', async () => {
  await begin('user_left');
  const left = api.time.now.getTime();
  const leave = () => post(apiPaths.accountCorrection, 'user_left', { fullName: 'Åsa Müller', country: 'ZZ' });
  expect((await leave()).json()).toMatchObject({
    status: 'active',
    closesAt: new Date(left + 30 * dayMs).toISOString(),
  });
  expect(await kindsOfMails('user_left')).toEqual(['country-left']);
  await post(apiPaths.accountCorrection, 'user_left', { fullName: 'Åsa Müller', country: 'SE' });
  expect([(await accountOf('user_left')).closesAt, await kindsOfMails('user_left')]).toEqual([null, []]);
  await leave();
  await moveTo(left + 30 * dayMs - 60_000);
  expect((await accountOf('user_left')).status).toBe('active');
  await moveTo(left + 30 * dayMs);
  expect(await accountOf('user_left')).toMatchObject({ status: 'ended', end: { by: 'company' } });
  await moveTo(left + 60 * dayMs + 60_000);
  expect(await accountOf('user_left')).toMatchObject({ profile: null, closesAt: null });
});

it('the end of a suspension and a change of mind about closing leave the announced end as it is', async () => {
  await begin('user_moved');
  const left = api.time.now.getTime();
  const closesAt = new Date(left + 30 * dayMs).toISOString();
  await post(apiPaths.accountCorrection, 'user_moved', { fullName: 'Åsa Müller', country: 'ZZ' });
  const change = (work: (trx: Parameters<typeof reopenAccount>[0]) => Promise<void>) =>
    api.database.kysely.transaction().execute(work);
  await change((trx) => suspendAccount(trx, 'user_moved'));
  await change((trx) => reopenAccount(trx, 'user_moved'));
  expect(await accountOf('user_moved')).toMatchObject({ status: 'active', closesAt });
  await change((trx) => endAccount(trx, 'user_moved', api.time.now, 'holder'));
  await post(apiPaths.accountKept, 'user_moved', {});
  expect(await accountOf('user_moved')).toMatchObject({ status: 'active', closesAt });
  await moveTo(left + 30 * dayMs);
  expect(await accountOf('user_moved')).toMatchObject({ status: 'ended', end: { by: 'company' } });
  await change((trx) => reopenAccount(trx, 'user_moved'));
  await moveTo(clock.now().getTime() + 60_000);
  expect(await accountOf('user_moved')).toMatchObject({ status: 'active', closesAt: null });
});

it('a restricted account is only kept: nothing can be done with it until its holder takes that back', async () => {
  const { id, url } = await begin('user_2');
  const since = api.time.now.toISOString();
  for (const isRepeated of [false, true]) {
    const answer = await post(apiPaths.accountRestriction, 'user_2', { isOn: true });
    expect([isRepeated, answer.json().restrictedAt]).toEqual([isRepeated, since]);
  }
  const refusals = [await api.submit('user_2', request()), await api.renewLink('user_2', id)];
  expect(refusals.map((answer) => answer.json().code)).toEqual(['account-restricted', 'account-restricted']);
  expect((await api.app.inject({ url: pathOf(url) })).statusCode).toBe(403);
  expect((await accountOf('user_2')).profile).toMatchObject({ email: 'asa@customers.example' });
  api.time.now = new Date(api.time.now.getTime() + 1000);
  await post(apiPaths.accountRestriction, 'user_2', { isOn: false });
  expect((await api.submit('user_2', request())).statusCode).toBe(201);
  expect(await requestsOf('user_2')).toEqual([
    'restriction account answered: begun by the holder',
    'restriction account answered: taken back by the holder',
  ]);
});

it('who objects has no traces of downloads, neither of earlier ones nor of those to come', async () => {
  const tracesOf = async (userId: string) => {
    const { data } = (await api.get(apiPaths.accountExport, userId)).json();
    const text = JSON.stringify([data.account, data.downloads]);
    return ['127.0.0.1', 'lightMyRequest', `session_of_${userId}`].filter((trace) => text.includes(trace));
  };
  for (const user of ['user_3', 'user_other']) {
    const { url } = await begin(user);
    expect((await api.app.inject({ url: pathOf(url), headers: { range: 'bytes=0-9' } })).statusCode).toBe(206);
  }
  expect(await tracesOf('user_3')).toHaveLength(3);
  expect((await post(apiPaths.accountObjection, 'user_3', { isOn: true })).json().objectedAt).not.toBeNull();
  expect(await tracesOf('user_3')).toEqual([]);
  await begin('user_3');
  expect(await api.runDueJobs()).toEqual([]);
  expect(await tracesOf('user_3')).toEqual([]);
  expect(await tracesOf('user_other')).toHaveLength(3);
  await post(apiPaths.accountObjection, 'user_3', { isOn: false });
  await begin('user_3');
  expect(await api.runDueJobs()).toEqual([]);
  expect(await tracesOf('user_3')).toHaveLength(3);
});

it('is nobody else’s to decide, and needs an account that has not ended', async () => {
  await begin('user_4');
  const calls = [
    [apiPaths.accountCorrection, { fullName: 'Eve', country: 'CH' }],
    [apiPaths.accountRestriction, { isOn: true }],
    [apiPaths.accountObjection, { isOn: true }],
  ] as const;
  for (const [url, payload] of calls) {
    expect((await api.app.inject({ method: 'POST', url, payload })).statusCode).toBe(401);
    const acting = await post(url, 'user_4', payload, { act: { sub: 'support@ameisen.ch' } });
    expect(acting.json().code).toBe('impersonation-not-allowed');
    expect((await post(url, 'user_unknown', payload)).json().code).toBe('not-found');
  }
  // A right is no use of the service.
  await api.database.kysely.transaction().execute((trx) => suspendAccount(trx, 'user_4'));
  for (const [url, payload] of calls) expect((await post(url, 'user_4', payload)).statusCode).toBe(200);
  await begin('user_5');
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor('user_5')}` };
  await api.app.inject({ method: 'DELETE', url: apiPaths.account, headers });
  for (const [url, payload] of calls) expect((await post(url, 'user_5', payload)).json().code).toBe('account-ended');
});
