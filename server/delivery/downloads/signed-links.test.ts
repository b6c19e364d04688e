import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayMs } from '../../../shared/durations.ts';
import { createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import { readConfig } from '../../config/config.ts';
import { signDownloadPath } from './download-link.ts';

const former = 'f'.repeat(64);
const fresh = 'n'.repeat(64);
const releases = mkdtempSync(path.join(os.tmpdir(), 'signed-links-test-'));

let api: TestApi;
beforeAll(async () => {
  writeRelease(releases).publish();
  api = await createTestApi({ RELEASES_DIR: releases, LINK_SECRET: former, LOGIN_API_KEY: '' });
});
afterAll(async () => {
  await api.close();
  rmSync(releases, { recursive: true });
});

const begin = new Date();
const moveTo = (days: number) => {
  api.time.now = new Date(begin.getTime() + days * dayMs);
};

/** What a restart with another setting changes. */
function restartWith(secrets: string): void {
  const { linkSecret, formerLinkSecrets } = readConfig({ LINK_SECRET: secrets });
  Object.assign(api.config, { linkSecret, formerLinkSecrets });
}

const status = async (url: string, method: 'GET' | 'POST' = 'GET') =>
  (await api.app.inject({ url, method, headers: { range: 'bytes=0-9' } })).statusCode;

it('a change of the secret as the guide says it breaks no link before its time, and nothing else outlives it', async () => {
  moveTo(0);
  const { id, fileName, url } = await api.download('user_links');
  const { subject } = await api.operate('invite add', 'asa@customers.example', '--country', 'CH');
  await api.operate('invite send', subject!);
  expect(await api.runDueJobs()).toEqual([]);
  const { message } = await api.database.kysely
    .selectFrom('mails')
    .select('message')
    .where('kind', '=', 'invitation')
    .executeTakeFirstOrThrow();
  const { headers } = await simpleParser(message!);
  const leave = pathOf((headers.get('list') as unknown as { unsubscribe: { url: string } }).unsubscribe.url);

  restartWith(`${fresh},${former}@${begin.toISOString().slice(0, 10)}`);
  moveTo(6.9);
  expect([await status(pathOf(url)), await status(leave)]).toEqual([206, 200]);
  // Whoever has found the old secret makes no link of any length with it.
  const forged = signDownloadPath(Buffer.from(former), { downloadId: id, fileName, expiresAt: api.time.now });
  moveTo(9);
  const expiresAt = new Date(api.time.now.getTime() + dayMs);
  const later = signDownloadPath(Buffer.from(former), { downloadId: id, fileName, expiresAt });
  expect([await status(forged), await status(later)]).toEqual([403, 403]);
  moveTo(360);
  expect(await status(leave)).toBe(200);
  // Another year, another change.
  restartWith(`${'m'.repeat(64)},${fresh}@${api.time.now.toISOString().slice(0, 10)},${former}@2026-01-01`);
  expect(await status(`${leave}x`, 'POST')).toBe(410);
  expect([await status(leave, 'POST'), await status(leave, 'POST')]).toEqual([200, 200]);
  expect(await api.database.kysely.selectFrom('access_requests').select('id').execute()).toEqual([]);
});
