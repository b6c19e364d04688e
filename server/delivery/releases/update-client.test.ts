import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { apiPaths } from '../../../shared/api-paths.ts';
import { budgets } from '../../../shared/business/budgets.ts';
import { dayMs } from '../../../shared/durations.ts';
import { aDownloadRequest, createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { findFreePort } from '../../../tests/factories/free-port.ts';
import { recordsOf } from '../../../tests/factories/records.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import { askForUpdate } from '../../../tests/factories/update-client.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'update-client-test-'));
const content = Buffer.from('An update of many bytes. '.repeat(1000));
const sha512 = createHash('sha512').update(content).digest('base64');
let api: TestApi;
let origin: string;

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
  const asked = await askForUpdate({ origin, token });
  if (!asked.offered) throw new Error('There is no update.');
  return asked.fetch();
}

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

describe('electron-updater is offered', () => {
  const published: string[] = [];
  const publish = (version: string, changes = {}) => {
    const release = writeRelease(directory, { version, content });
    release.publish({ sha512, ...changes });
    published.push(release.folder);
  };
  afterEach(() => {
    for (const folder of published.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  const ask = (asked: Omit<Parameters<typeof askForUpdate>[0], 'origin' | 'token'> = {}) =>
    askForUpdate({ ...asked, origin, token: api.issuer.desktopTokenFor('user_1') });
  const [first, last] = ['00000000', 'ffffffff'].map((end) => `0e3c5f80-6cf7-5ff2-8a5b-9c2d${end}`) as [string, string];

  it('on the stable channel no pre-release, on beta also what is newer and stable', async () => {
    publish('1.2.0-beta.1');
    expect((await ask()).offered).toBe('1.1.0');
    const beta = await ask({ channel: 'beta' });
    expect(beta.offered).toBe('1.2.0-beta.1');
    await api.download('user_1');
    expect(readFileSync(await beta.fetch()).equals(content)).toBe(true);
    publish('1.2.0');
    for (const version of ['1.0.0', '1.2.0-beta.1'])
      expect((await ask({ channel: 'beta', version })).offered).toBe('1.2.0');
    // Who leaves beta waits for a version that is higher, and goes not back.
    expect((await ask({ version: '1.3.0-beta.1' })).offered).toBeUndefined();
  });

  it('a version for a share of the apps by its own id, and otherwise the one before', async () => {
    const offered = async (stagingPercentage?: number) => {
      publish('1.2.0', stagingPercentage === undefined ? {} : { stagingPercentage });
      return [(await ask({ stagingId: first })).offered, (await ask({ stagingId: last })).offered];
    };
    expect(await offered(0)).toEqual(['1.1.0', '1.1.0']);
    expect(await offered(50)).toEqual(['1.2.0', '1.1.0']);
    expect(await offered()).toEqual(['1.2.0', '1.2.0']);
  });

  it('no version that is paused, which who has begun to fetch it goes on with', async () => {
    for (const user of ['user_7', 'user_8']) await api.download(user);
    publish('1.2.0');
    const [begun, late] = await Promise.all(
      ['user_7', 'user_8'].map((user) => askForUpdate({ origin, token: api.issuer.desktopTokenFor(user) })),
    );
    await begun!.fetch();
    publish('1.2.0', { pausedAt: '2026-02-01T00:00:00Z' });
    expect((await ask()).offered).toBe('1.1.0');
    await expect(late!.fetch()).rejects.toThrow(/status 404/);
    const file = '/updates/windows/1.2.0/writing-ant-1.2.0-windows.exe';
    const again = await api.app.inject({ url: file, headers: await api.desktopHeaders('user_7') });
    expect(again.statusCode).toBe(302);
    expect((await api.get(pathOf(String(again.headers.location)))).statusCode).toBe(200);
  });

  it('the newest that is for everybody, when it is two years old and its user comes back after them', async () => {
    publish('3.0.0-beta.1');
    publish('2.9.0', { stagingPercentage: 20 });
    publish('2.8.0');
    api.time.now = new Date(api.time.now.getTime() + 2 * 366 * dayMs);
    const asked = await askForUpdate({
      ...{ origin, version: '0.1.0', stagingId: last },
      token: api.issuer.desktopTokenFor('user_1'),
    });
    expect(asked.offered).toBe('2.8.0');
    expect(readFileSync(await asked.fetch()).equals(content)).toBe(true);
  });
});

it('an updater that never gives up is told to wait, and adds nothing by asking', async () => {
  const limited = await createTestApi({ RELEASES_DIR: directory, RATE_LIMIT_FACTOR: '1' });
  await limited.download('user_9');
  const headers = await limited.desktopHeaders('user_9');
  const file = '/updates/windows/1.1.0/writing-ant-1.1.0-windows.exe';
  const answers = [];
  for (let time = 0; time < 40; time++) answers.push(await limited.app.inject({ url: file, headers }));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  // The form of the download was one of them.
  expect(answers.length - refused.length).toBe(budgets.writes.minute.account - 1);
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await recordsOf(limited.database, 'user_9')).downloads).toHaveLength(2);
  await limited.close();
});

it('electron-updater refuses a file that is not what the feed says', async () => {
  await api.download('user_1');
  writeRelease(directory, { version: '1.1.0', content }).publish({ sha512: Buffer.alloc(64).toString('base64') });
  await expect(update('user_1')).rejects.toThrow('sha512 checksum mismatch');
});
