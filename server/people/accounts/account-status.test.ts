import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths, invoicePdfPath, updateFilePath } from '../../../shared/api-paths.ts';
import { aDownloadRequest, createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import { endAccount, reopenAccount, suspendAccount } from './accounts.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'account-status-test-'));
let api: TestApi;
beforeAll(async () => {
  writeRelease(directory).publish();
  api = await createTestApi({ RELEASES_DIR: directory });
});
afterAll(async () => {
  await api.close();
  rmSync(directory, { recursive: true });
});

const change = <Result>(work: (trx: Parameters<typeof reopenAccount>[0]) => Promise<Result>) =>
  api.database.kysely.transaction().execute(work);

/** The answers to everything an account can be used for: the form, a new link, the file and an update. */
async function usesOf(userId: string, download: Awaited<ReturnType<TestApi['download']>>) {
  const { platform, version, fileName } = download;
  const answers = [
    await api.renewLink(userId, download.id),
    await api.app.inject({ url: pathOf(download.url), headers: { range: 'bytes=0-9' } }),
    await api.get(updateFilePath({ platform, version, fileName }), userId),
    await api.submit(userId, aDownloadRequest()),
  ];
  return answers.map((answer) => (answer.statusCode < 400 ? answer.statusCode : answer.json().code));
}

const statusOf = async (userId: string) => (await api.get('/api/account', userId)).json().status;

it('an account that the company ended can be looked at, and nothing else', async () => {
  const download = await api.download('user_ended');
  expect(await usesOf('user_ended', download)).toEqual([200, 206, 302, 201]);
  await change((trx) => endAccount(trx, 'user_ended', new Date(), 'company'));
  expect(await statusOf('user_ended')).toBe('ended');
  expect(await usesOf('user_ended', download)).toEqual(Array(4).fill('account-ended'));
  await change((trx) => reopenAccount(trx, 'user_ended'));
  expect(await usesOf('user_ended', download)).toEqual([200, 206, 302, 201]);
});

it('what its holder ended, no new download of its holder begins again', async () => {
  const download = await api.download('user_back');
  await change((trx) => endAccount(trx, 'user_back', new Date(), 'holder'));
  expect(await usesOf('user_back', download)).toEqual(Array(4).fill('account-ended'));
  expect(await statusOf('user_back')).toBe('ended');
});

it('a download that is asked for while the account is being suspended comes too late', async () => {
  await api.download('user_raced');
  const submitted = await change(async (trx) => {
    await suspendAccount(trx, 'user_raced');
    const answer = api.submit('user_raced', aDownloadRequest());
    // Long enough for it to read the account, if it did not wait.
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { answer };
  });
  expect((await submitted.answer).json()).toMatchObject({ code: 'account-suspended' });
  expect(await statusOf('user_raced')).toBe('suspended');
});

it('a suspended account can be looked at, and nothing else', async () => {
  const download = await api.download('user_suspended');
  await change((trx) => suspendAccount(trx, 'user_suspended'));
  expect(await statusOf('user_suspended')).toBe('suspended');
  expect(await usesOf('user_suspended', download)).toEqual(Array(4).fill('account-suspended'));
});

it('a person whose link belongs to a suspended account is told so on a page', async () => {
  const download = await api.download('user_page', { locale: 'de' });
  await change((trx) => suspendAccount(trx, 'user_page'));
  const page = await api.app.inject({ url: pathOf(download.url), headers: { accept: 'text/html' } });
  expect(page.statusCode).toBe(403);
  expect(page.body).toContain('Dieses Konto ist gesperrt');
});

it('nobody who acts for a customer accepts or downloads in the customer’s name', async () => {
  const download = await api.download('user_helped');
  const token = await api.issuer.tokenFor('user_helped', { act: { sub: 'support@ameisen.ch' } });
  const headers = { authorization: `Bearer ${token}` };
  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    api.app.inject({ method, url, headers, ...(payload && { payload }) });
  expect((await ask('GET', '/api/account')).statusCode).toBe(200);
  const { platform, version, fileName } = download;
  for (const answer of [
    await ask('POST', '/api/downloads', aDownloadRequest()),
    await ask('POST', `/api/downloads/${download.id}/link`),
    await ask('GET', updateFilePath({ platform, version, fileName })),
    // Nor takes a copy of what is stored.
    await ask('GET', apiPaths.usageExport),
    await ask('GET', invoicePdfPath(crypto.randomUUID())),
  ])
    expect(answer.json()).toMatchObject({ status: 403, code: 'impersonation-not-allowed' });
  const rows = await api.database.kysely
    .selectFrom('downloads')
    .where('account_id', '=', 'user_helped')
    .select('id')
    .execute();
  expect(rows).toEqual([{ id: download.id }]);
});
