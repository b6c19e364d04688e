import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { CancellationToken } from 'builder-util-runtime';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

beforeAll(async () => {
  writeRelease(directory, { version: '1.1.0', content }).publish({ sha512 });
  const port = await findFreePort();
  api = await createTestApi({ RELEASES_DIR: directory, PORT: String(port) });
  origin = api.config.siteOrigin;
  await api.app.listen({ port });
});
afterAll(async () => {
  await api.close();
  rmSync(directory, { recursive: true });
});

/** What an app does for its user `userId`: asks for the newest version, and fetches its file. */
async function update(userId: string): Promise<string> {
  const executor = new Executor();
  const provider = new GenericProvider(
    { provider: 'generic', url: `${origin}/updates` },
    { channel: null, isAddNoCacheQuery: true } as never,
    { executor, platform: 'win32' } as never,
  );
  const info = await provider.getLatestVersion();
  const [file] = provider.resolveFiles(info);
  const target = path.join(directory, 'update.exe');
  await executor.download(file!.url, target, {
    headers: { authorization: `Bearer ${await api.issuer.tokenFor(userId)}` },
    sha512: file!.info.sha512,
    cancellationToken: new CancellationToken(),
  });
  return target;
}

it('electron-updater finds, fetches and checks the update for who has accepted a download before', async () => {
  await api.download('user_1');
  expect(readFileSync(await update('user_1')).equals(content)).toBe(true);
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
