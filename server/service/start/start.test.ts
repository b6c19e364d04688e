import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { legalDocuments } from '../../../shared/business/documents.ts';
import { dayMs } from '../../../shared/durations.ts';
import { formatDay } from '../../../shared/format.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { createLegalFolder, firstVersion } from '../../../tests/factories/legal-folder.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';

const legal = createLegalFolder();
let api: TestApi;
beforeAll(async () => {
  legal.publish('terms', '2100-03-01');
  api = await createTestApi({ DESKTOP_MINIMUM_VERSION: '0.0.0' }, { legalFolder: legal.folder });
  const documents = legalDocuments.map((document) => ({ document, version: firstVersion }));
  for (const user of ['user_start', 'user_leaving', 'user_gone']) await api.download(user, { documents });
});
beforeEach(() => api.database.kysely.updateTable('accounts').set({ status: 'active', restricted_at: null }).execute());
afterAll(async () => {
  await api.close();
  legal.remove();
});

const installationId = randomUUID();

async function start(user: string, headers: Record<string, string> = {}, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ installationId, platform: 'windows', ...query });
  return api.app.inject({
    url: `${apiPaths.desktopStart}?${search}`,
    headers: { ...(await api.desktopHeaders(user)), ...headers },
  });
}

const change = (user: string, changes: object) =>
  api.database.kysely.updateTable('accounts').set(changes).where('id', '=', user).execute();

it('tells all that an app has to know before it is used', async () => {
  const answer = await start('user_start', { 'accept-language': 'de', 'app-version': '0.0.0-beta.1' });
  expect(answer.statusCode, answer.body).toBe(200);
  const { entitlement, ...rest } = answer.json();
  expect(decodeJwt(entitlement.entitlement)).toMatchObject({
    sub: 'user_start',
    installation: installationId,
    closing: null,
  });
  const site = api.config.siteOrigin;
  const terms = `${site}/legal/terms/2100-03-01?lang=de`;
  const download = `${site}/writing-ant/download?lang=de`;
  expect(rest).toEqual({
    serverTime: api.time.now.toISOString(),
    status: { text: 'available' },
    refusal: null,
    versions: { newest: '0.0.0', oldest: '0.0.0', page: download },
    documents: {
      announced: [
        { document: 'terms', version: '2100-03-01', title: expect.any(String), from: '2100-03-01', page: terms },
      ],
      acceptPage: `${site}/account?lang=de`,
    },
    closing: null,
    announcements: [
      {
        kind: 'documents',
        message: `Ab ${formatDay('de', '2100-03-01')} gilt eine neue Fassung: ${rest.documents.announced[0].title}.`,
        action: { url: terms },
      },
      { kind: 'update', message: 'Version 0.0.0 ist verfügbar.', action: { url: download } },
    ],
  });
  expect(rest.documents.announced[0].title).not.toBe('');
  // Whoever has the newest one is told of no other.
  const { announcements } = (await start('user_start', { 'app-version': '0.0.0' })).json();
  expect(announcements.map(({ kind }: { kind: string }) => kind)).toEqual(['documents']);
});

it('tells of a newer version, also an app that says its own with the fourth number of Windows', async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'start-'));
  writeRelease(directory, { version: '1.2.4' });
  const released = await createTestApi({ RELEASES_DIR: directory });
  try {
    await released.download('user_windows');
    const url = `${apiPaths.desktopStart}?installationId=${installationId}&platform=windows`;
    const headers = await released.desktopHeaders('user_windows');
    const isTold = async (version: string) => {
      const { announcements } = (
        await released.app.inject({ url, headers: { ...headers, 'app-version': version } })
      ).json();
      return announcements.some(({ kind }: { kind: string }) => kind === 'update');
    };
    for (const version of ['1.2.3', '1.2.3.0', '1.2.3+7', '1.2.4-beta.1'])
      expect([version, await isTold(version)]).toEqual([version, true]);
    for (const version of ['1.2.4', '1.2.4.0', '1.2.5-beta.1'])
      expect([version, await isTold(version)]).toEqual([version, false]);
  } finally {
    await released.close();
    rmSync(directory, { recursive: true });
  }
});

it('an account that ends because of its country is told so, also in what an offline app believes', async () => {
  const closesAt = new Date(api.time.now.getTime() + 5 * dayMs);
  await change('user_leaving', { closes_at: closesAt });
  const { closing, announcements, entitlement } = (await start('user_leaving', { 'accept-language': 'fr' })).json();
  expect(closing).toEqual({ at: closesAt.toISOString(), reason: 'country' });
  expect(announcements[0]).toMatchObject({
    kind: 'closing',
    message: expect.stringContaining('n’est pas disponible dans votre pays'),
    action: { url: `${api.config.siteOrigin}/account?lang=fr` },
  });
  const at = Math.floor(closesAt.getTime() / 1000);
  // Also its entitlement ends then, before its 15 days.
  expect(decodeJwt(entitlement.entitlement)).toMatchObject({ closing: { at, reason: 'country' }, exp: at });
});

it('who may not use the app is told why and where, and gets no entitlement', async () => {
  const refusalOf = async (...args: Parameters<typeof start>) => {
    const answer = await start(...args);
    const { entitlement, refusal } = answer.json();
    expect([answer.statusCode, entitlement], answer.body).toEqual([200, null]);
    return refusal;
  };
  expect(await refusalOf('user_new')).toMatchObject({
    code: 'confirmation-missing',
    message: expect.stringContaining('accept the terms'),
    action: { url: `${api.config.siteOrigin}/account` },
  });
  await change('user_start', { restricted_at: api.time.now });
  expect(await refusalOf('user_start')).toMatchObject({ code: 'account-restricted' });
  await change('user_start', { restricted_at: null });
  const ended_at = api.time.now;
  await change('user_gone', { status: 'ended', ended_at, ended_by: 'holder' });
  const gone = (await start('user_gone')).json();
  expect([gone.refusal.code, gone.closing]).toEqual([
    'account-ended',
    { at: ended_at.toISOString(), reason: 'holder' },
  ]);
  await change('user_gone', { status: 'active', ended_at: null, ended_by: null });
});

it('an app that is too old is told the oldest version and where to get the newest', async () => {
  const strict = await createTestApi({ DESKTOP_MINIMUM_VERSION: '2.0.0' });
  try {
    await strict.download('user_old');
    const answer = await strict.app.inject({
      url: `${apiPaths.desktopStart}?installationId=${installationId}&platform=windows`,
      headers: { ...(await strict.desktopHeaders('user_old')), 'app-version': '1.9.9' },
    });
    expect(answer.json()).toMatchObject({
      entitlement: null,
      refusal: { code: 'app-version-not-supported', action: { url: expect.stringContaining('/download') } },
      versions: { oldest: '2.0.0' },
    });
  } finally {
    await strict.close();
  }
});

it('what the app itself does wrong is refused, and so is everybody else', async () => {
  const codeOf = async (...args: Parameters<typeof start>) => (await start(...args)).json().code;
  expect(await codeOf('user_start', { 'app-version': 'banana' })).toBe('malformed-request');
  expect(await codeOf('user_start', {}, { platform: 'amiga' })).toBe('malformed-request');
  expect(await codeOf('user_start', { origin: api.config.siteOrigin })).toBe('desktop-app-required');
  const website = { authorization: `Bearer ${await api.issuer.tokenFor('user_start')}` };
  expect(await codeOf('user_start', website)).toBe('desktop-app-required');
  expect(await codeOf('user_start', { authorization: '' })).toBe('authentication-required');
});
