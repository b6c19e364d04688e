import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsInForce } from '../../../content/legal/in-force.ts';
import { apiPaths } from '../../../shared/api-paths.ts';
import { dayMs } from '../../../shared/durations.ts';
import { formattingLocales, type Locale, locales } from '../../../shared/locales.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { wordsOf } from '../../../tests/factories/mail-words.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import type { ServiceClock } from '../../contract/service-clock.ts';
import { reopenAccount } from '../../people/accounts/accounts.ts';
import { openServiceClock } from '../../platform/clock/clock.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'closing-mails-test-'));
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

const ask = async (method: 'DELETE' | 'POST', userId: string) => {
  const headers = { authorization: `Bearer ${await api.issuer.tokenFor(userId)}` };
  const url = method === 'DELETE' ? apiPaths.account : apiPaths.accountKept;
  expect((await api.app.inject({ method, url, headers })).statusCode).toBe(200);
};
const begin = (userId: string, locale: Locale = 'en') =>
  api.download(userId, aDownloadRequest({ locale, documents: documentsInForce(api.time.now) }));
/** About closing; the other one confirms the contract. */
const mailsOf = (userId: string) =>
  api.database.kysely
    .selectFrom('mails')
    .where('account_id', '=', userId)
    .where('kind', 'not in', ['contract-confirmation', 'change-notice'])
    .orderBy('enqueued_at')
    .orderBy('kind')
    .selectAll()
    .execute();
const kindsOf = async (userId: string) => (await mailsOf(userId)).map(({ kind, state }) => `${kind} ${state}`);
async function moveTo(time: number): Promise<void> {
  await clock.moveTo(new Date(time));
  api.time.now = clock.now();
  expect(await api.runDueJobs()).toEqual([]);
}

it.each(locales)('who closes an account is told until when it can be kept, in %s', async (locale) => {
  const user = `user_${locale}`;
  await begin(user, locale);
  await ask('DELETE', user);
  await ask('DELETE', user);
  const [closed, soon, ...others] = await mailsOf(user);
  expect(others).toEqual([]);
  expect([closed!.kind, soon!.kind]).toEqual(['closed', 'closing-soon']);
  expect([closed!.locale, closed!.recipient]).toEqual([locale, 'asa@customers.example']);
  const erasedAt = new Date(api.time.now.getTime() + 30 * dayMs);
  expect(soon!.due_at).toEqual(new Date(erasedAt.getTime() - 7 * dayMs));
  const day = new Intl.DateTimeFormat(formattingLocales[locale], { dateStyle: 'long', timeZone: 'Europe/Zurich' });
  for (const { message } of [closed!, soon!]) {
    const words = wordsOf(message!);
    expect(words.split(day.format(erasedAt)).length, 'in the text and in the HTML').toBe(3);
    expect(words).toContain(`/account/close${locale === 'en' ? '' : `?lang=${locale}`}`);
    expect(words).not.toMatch(/\{\w+\}|undefined/);
  }
});

it('the reminder leaves seven days before the erasure, and goes when the account is kept', async () => {
  await begin('user_reminded');
  await ask('DELETE', 'user_reminded');
  const closedAt = api.time.now.getTime();
  await moveTo(closedAt + 60_000);
  expect(await kindsOf('user_reminded')).toEqual(['closed sent', 'closing-soon queued']);
  await moveTo(closedAt + 22 * dayMs);
  await begin('user_kept');
  await ask('DELETE', 'user_kept');
  await moveTo(closedAt + 23 * dayMs + 60_000);
  expect(await kindsOf('user_reminded')).toEqual(['closed sent', 'closing-soon sent']);
  const folder = path.join(api.config.dataDir, 'mail');
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  for (const { message } of await mailsOf('user_reminded')) expect(files).toContain(message);

  await ask('POST', 'user_kept');
  await ask('POST', 'user_kept');
  expect(await kindsOf('user_kept')).toEqual(['closed sent', 'kept queued']);
  await ask('DELETE', 'user_kept');
  expect(await kindsOf('user_kept')).toEqual(['closed sent', 'closed queued', 'closing-soon queued', 'kept queued']);
});

it('what waits about the end goes, too, when the operator reopens the account', async () => {
  await begin('user_reopened');
  await ask('DELETE', 'user_reopened');
  await api.database.kysely.transaction().execute((trx) => reopenAccount(trx, 'user_reopened'));
  expect(await kindsOf('user_reopened')).toEqual([]);
});

it('nothing of it is left in a mail after the erasure', async () => {
  await begin('user_gone');
  await ask('DELETE', 'user_gone');
  await moveTo(api.time.now.getTime() + 30 * dayMs + 60_000);
  const rows = await mailsOf('user_gone');
  expect(rows.map(({ kind }) => kind)).toEqual(['closed', 'closing-soon']);
  for (const { recipient, message, due_at } of rows) expect([recipient, message, due_at]).toEqual([null, null, null]);
});
