import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseXml } from 'builder-util-runtime';
import { parseUpdateInfo, resolveFiles } from 'electron-updater/out/providers/Provider.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateFeedPaths } from '../../../shared/open-paths.ts';
import { createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { recordsOf } from '../../../tests/factories/records.ts';
import { type ReleaseFiles, writeRelease } from '../../../tests/factories/releases.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'feeds-test-'));
const notes = {
  en: 'Quicker.\n\n- "Tone" & <style>',
  de: 'Schneller.',
  sv: 'Snabbare.',
  it: 'Più veloce.',
  fr: 'Plus rapide.',
};
const signature = 'untrusted comment: x\nRUQ=\ntrusted comment: y\nZ\n';
const sha512 = Buffer.alloc(64, 7).toString('base64');
let api: TestApi;
let newest: ReleaseFiles;

beforeAll(async () => {
  writeRelease(directory, { version: '1.0.0', publishedAt: '2026-01-01T00:00:00Z' }).publish({ sha512, signature });
  newest = writeRelease(directory, { version: '1.1.0', publishedAt: '2026-02-01T00:00:00Z' });
  newest.publish({ sha512, signature, notes });
  api = await createTestApi({ RELEASES_DIR: directory });
});
afterAll(async () => {
  await api.close();
  rmSync(directory, { recursive: true });
});

const fileUrl = 'http://localhost:3000/updates/windows/1.1.0/writing-ant-1.1.0-windows.exe';

describe('the feed for electron-updater', () => {
  it('says to its own parser where the update is and what it must be', async () => {
    const answer = await api.get(updateFeedPaths.electron.stable.windows);
    const feedUrl = new URL(updateFeedPaths.electron.stable.windows, 'http://localhost:3000');
    const info = parseUpdateInfo(answer.body, 'latest.yml', feedUrl);
    expect(info).toMatchObject({
      version: '1.1.0',
      path: fileUrl,
      sha512,
      releaseDate: '2026-02-01T00:00:00.000Z',
      releaseNotes: notes.en,
    });
    const [file] = resolveFiles(info, feedUrl);
    expect(file?.url.href).toBe(fileUrl);
    expect(file?.info).toMatchObject({ sha512, size: 27 });
    const german = parseUpdateInfo((await api.get(`${feedUrl.pathname}?lang=de`)).body, 'latest.yml', feedUrl);
    expect(german.releaseNotes).toBe('Schneller.');
  });

  it('goes back to the version before when the newest is withdrawn, in the same moment as every other', async () => {
    newest.publish({ sha512, signature, notes, withdrawnAt: '2026-02-02T00:00:00Z' });
    const electron = (await api.get(updateFeedPaths.electron.stable.windows)).body;
    const tauri = (await api.get(updateFeedPaths.tauriOfAll)).json();
    const atom = (await api.get(updateFeedPaths.atom)).body;
    newest.publish({ sha512, signature, notes });
    expect(electron).toContain('version: "1.0.0"');
    expect(tauri.version).toBe('1.0.0');
    expect(atom).not.toContain('1.1.0');
  });

  it('of a platform without a release is not there', async () => {
    expect((await api.get(updateFeedPaths.electron.stable.macos)).json()).toMatchObject({ status: 404 });
  });
});

it('the feed for Tauri names version, address and signature for its target', async () => {
  expect((await api.get(updateFeedPaths.tauriOfAll)).json()).toEqual({
    version: '1.1.0',
    notes: notes.en,
    pub_date: '2026-02-01T00:00:00.000Z',
    platforms: { 'windows-x86_64': { signature: Buffer.from(signature).toString('base64'), url: fileUrl } },
  });
});

it('the stable channel goes neither back to a lower version that is published later, nor on to a pre-release', async () => {
  const later = ['1.0.1', '1.2.0-beta.1'].map((version) =>
    writeRelease(directory, { version, publishedAt: '2026-03-01T00:00:00Z' }),
  );
  for (const each of later) each.publish({ sha512, signature });
  const electron = (await api.get(updateFeedPaths.electron.stable.windows)).body;
  expect(parseUpdateInfo(electron, 'latest.yml', new URL('http://x/')).version).toBe('1.1.0');
  expect((await api.get(updateFeedPaths.tauriOfAll)).json()).toMatchObject({ version: '1.1.0' });
  expect((await api.get('/api/releases')).json().releases[0]).toMatchObject({ version: '1.1.0' });
  expect((await api.get(updateFeedPaths.atom)).body).not.toContain('beta');
  for (const each of later) rmSync(each.folder, { recursive: true });
});

it('passes over a release without what an update program checks it by', async () => {
  newest.publish({ notes });
  const electron = (await api.get(updateFeedPaths.electron.stable.windows)).body;
  const tauri = [updateFeedPaths.tauriOfAll, updateFeedPaths.tauri.stable.windows];
  const versions = await Promise.all(tauri.map(async (address) => (await api.get(address)).json().version));
  newest.publish({ sha512, signature, notes });
  expect(electron).toContain('version: "1.0.0"');
  expect(versions).toEqual(['1.0.0', '1.0.0']);
});

it('the feed for Sparkle is empty while macOS is to come, and a feed all the same', async () => {
  const empty = await api.get(updateFeedPaths.sparkle);
  expect(empty.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  expect(parseXml(empty.body).element('channel').getElements('item')).toEqual([]);
});

it('the feed for readers lists all versions in the language asked for', async () => {
  const feed = parseXml((await api.get(`${updateFeedPaths.atom}?lang=it`)).body);
  const entries = feed.getElements('entry');
  expect(entries.map((each) => each.elementValueOrEmpty('title'))).toEqual([
    'Writing Ant 1.1.0 (windows)',
    'Writing Ant 1.0.0 (windows)',
  ]);
  expect(entries[0]?.elementValueOrEmpty('content')).toBe('Più veloce.');
});

describe('the file of an update', () => {
  const address = '/updates/windows/1.1.0/writing-ant-1.1.0-windows.exe';

  it('is for signed-in users who have accepted the documents with a download', async () => {
    const get = async (url: string, token: Promise<string>) =>
      api.app.inject({ url, headers: { authorization: `Bearer ${await token}` } });
    // Of the app, and of the website all the same.
    const [ofApp, ofWebsite] = [() => api.issuer.desktopTokenFor('user_1'), () => api.issuer.tokenFor('user_1')];
    expect((await api.get(address)).statusCode).toBe(401);
    expect((await get(address, ofApp())).json()).toMatchObject({ code: 'confirmation-missing' });
    await api.download('user_1');
    const [first, second] = [await get(address, ofApp()), await get(address, ofWebsite())];
    expect(first.statusCode).toBe(302);
    expect(second.headers.location).toBe(first.headers.location);
    expect((await api.get(pathOf(String(first.headers.location)))).body).toBe('Installer 1.1.0 for windows');
    expect((await recordsOf(api.database, 'user_1')).downloads).toHaveLength(2);
    for (const other of [address.replaceAll('1.1.0', '9.9.9'), `${address}.blockmap`])
      expect((await get(other, ofApp())).statusCode).toBe(404);
  });
});
