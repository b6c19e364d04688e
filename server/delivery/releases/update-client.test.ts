import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { aDownloadRequest, createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { findFreePort } from '../../../tests/factories/free-port.ts';
import { recordsOf } from '../../../tests/factories/records.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'update-client-test-'));
const content = Buffer.from('An update of many bytes. '.repeat(1000));
const sha512 = createHash('sha512').update(content).digest('base64');
let api: TestApi;
let origin: string;

/** electron-updater's own requests, made with Node's HTTP instead of Electron's. */
class Executor extends ElectronHttpExecutor {
  override createRequest(options: http.RequestOptions, callback: (response: http.IncomingMessage) => void): never {
    return http.request(options, callback) as never;
  }
  override addRedirectHandlers(): void {}
}

/** The oldest version that is served for anything but updates. */
const minimumVersion = '1.1.0';

beforeAll(async () => {
  writeRelease(directory, { version: '1.1.0', content }).publish({ sha512 });
  const port = await findFreePort();
  api = await createTestApi({
    RELEASES_DIR: directory,
    PORT: String(port),
    DESKTOP_MINIMUM_VERSION: minimumVersion,
  });
  origin = api.config.siteOrigin;
  await api.app.listen({ port });
});
afterAll(async () => {
  await api.close();
  rmSync(directory, { recursive: true });
});

/** What an installed app of version 1.0.0 does for its user: asks for the newest version, and fetches its file. */
async function update(userId: string, token = api.issuer.desktopTokenFor(userId)): Promise<string> {
  const home = mkdtempSync(path.join(directory, '.app-'));
  const configPath = path.join(home, 'app-update.yml');
  writeFileSync(configPath, 'updaterCacheDirName: cache\n');
  const app: AppAdapter = {
    ...{ version: '1.0.0', name: 'writing-ant', isPackaged: true, appUpdateConfigPath: configPath },
    ...{ userDataPath: home, baseCachePath: home },
    ...{ whenReady: async () => {}, relaunch() {}, quit() {}, onQuit() {} },
  };
  const updater = new NsisUpdater(null, app);
  Object.assign(updater, { httpExecutor: new Executor(), _testOnlyOptions: { platform: 'win32' }, _logger: silent });
  updater.setFeedURL({ provider: 'generic', url: `${origin}/updates` });
  updater.addAuthHeader(`Bearer ${await token}`);
  updater.autoDownload = false;
  const found = await updater.checkForUpdates();
  if (!found?.isUpdateAvailable) throw new Error('There is no update.');
  const [file] = await updater.downloadUpdate();
  return file!;
}

const silent = { info() {}, warn() {}, error() {} };

it('electron-updater finds, fetches and checks the update for who has accepted a download before', async () => {
  await api.download('user_1');
  expect(readFileSync(await update('user_1')).equals(content)).toBe(true);
});

it('an app that is too old for everything else updates itself all the same', async () => {
  await api.download('user_5');
  const headers = { ...(await api.desktopHeaders('user_5')), 'app-version': '1.0.0' };
  const refused = await api.app.inject({ method: 'POST', url: apiPaths.textEnhance, headers, payload: {} });
  expect(refused.json()).toMatchObject({ code: 'app-version-not-supported' });
  expect(readFileSync(await update('user_5')).equals(content)).toBe(true);
});

it('who acts for a customer takes no update in their place', async () => {
  await api.download('user_6');
  const acting = api.issuer.desktopTokenFor('user_6', { act: { sub: 'support_1' } });
  await expect(update('user_6', acting)).rejects.toThrow(/status 403/);
});

it('an update is recorded once, and is none of the downloads that a person could go on with', async () => {
  const { id } = await api.download('user_3');
  await update('user_3');
  await update('user_3');
  expect((await recordsOf(api.database, 'user_3')).downloads).toHaveLength(2);
  expect((await api.get('/api/downloads', 'user_3')).json().downloads).toMatchObject([{ id }]);
});

it('a form cannot take the place of an update by its Idempotency-Key', async () => {
  const response = await api.submit('user_4', aDownloadRequest(), { 'idempotency-key': 'update windows 1.1.0' });
  expect(response.json()).toMatchObject({ status: 400, code: 'malformed-request' });
});

it('electron-updater is refused for who has not', async () => {
  await expect(update('user_2')).rejects.toThrow(/status 4\d\d/);
});

it('electron-updater refuses a file that is not what the feed says', async () => {
  await api.download('user_1');
  writeRelease(directory, { version: '1.1.0', content }).publish({ sha512: Buffer.alloc(64).toString('base64') });
  await expect(update('user_1')).rejects.toThrow('sha512 checksum mismatch');
});
