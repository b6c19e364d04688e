import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseXml, type XElement } from 'builder-util-runtime';
import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platforms } from '../../../shared/business/product.ts';
import { updateFeedPaths } from '../../../shared/open-paths.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';

const directory = mkdtempSync(path.join(os.tmpdir(), 'feeds-of-platforms-'));
const sha512 = Buffer.alloc(64, 7).toString('base64');
const signature = 'untrusted comment: x\nRUQ=\ntrusted comment: y\nZ\n';
const sparkleSignature = 'c2ln+/==';
let api: TestApi;

const notes = { en: 'Quicker.\n\n- "Tone" & <style>', de: 'Schneller.', sv: 'S', it: 'P', fr: 'P' };
const publish = (platform: string, version: string, changes = {}) =>
  writeRelease(directory, { platform, version, publishedAt: '2026-01-01T00:00:00Z' }).publish({
    ...{ sha512, signature, minimumSystem: '12', notes },
    ...(platform === 'macos' && { sparkleSignature }),
    ...changes,
  });

/** As it will be once macOS is there. */
const setMacos = (available: boolean) => Object.assign(platforms.macos, { available });

beforeAll(async () => {
  setMacos(true);
  for (const version of ['1.0.0', '1.1.0', '1.2.0-beta.1']) publish('windows', version);
  for (const version of ['1.0.0', '1.3.0-beta.2', '1.3.0-beta.10']) publish('macos', version);
  api = await createTestApi({ RELEASES_DIR: directory });
});
afterAll(async () => {
  setMacos(false);
  await api.close();
  rmSync(directory, { recursive: true });
});

const versionIn = async (address: string) =>
  parseUpdateInfo((await api.get(address)).body, path.basename(address), new URL('http://x/')).version;

describe('electron-updater, by channel and platform', () => {
  it.each([
    ['/updates/latest.yml', '1.1.0'],
    ['/updates/latest-mac.yml', '1.0.0'],
    ['/updates/beta.yml', '1.2.0-beta.1'],
    ['/updates/beta-mac.yml', '1.3.0-beta.10'],
  ])('%s says %s', async (address, version) => {
    expect(await versionIn(address)).toBe(version);
  });

  it('beta goes on to what is out', async () => {
    publish('windows', '1.2.0');
    expect(await versionIn(updateFeedPaths.electron.beta.windows)).toBe('1.2.0');
    rmSync(path.join(directory, 'windows-1.2.0'), { recursive: true });
  });
});

describe('Tauri, by channel and platform', () => {
  // RemoteRelease in tauri-plugin-updater: version, notes, pub_date by RFC 3339, and for each target url and signature.
  const fileOf = (platform: string, version: string) => ({
    url: `http://localhost:3000/updates/${platform}/${version}/writing-ant-${version}-${platform}.exe`,
    signature: Buffer.from(signature).toString('base64'),
  });
  it.each([
    ['/updates/tauri/stable/windows.json', 'windows', '1.1.0', ['windows-x86_64']],
    ['/updates/tauri/beta/windows.json', 'windows', '1.2.0-beta.1', ['windows-x86_64']],
    ['/updates/tauri/stable/darwin.json', 'macos', '1.0.0', ['darwin-aarch64', 'darwin-x86_64']],
    ['/updates/tauri/beta/darwin.json', 'macos', '1.3.0-beta.10', ['darwin-aarch64', 'darwin-x86_64']],
  ])('%s', async (address, platform, version, targets) => {
    expect((await api.get(address)).json()).toEqual({
      version,
      notes: notes.en,
      pub_date: '2026-01-01T00:00:00.000Z',
      platforms: Object.fromEntries(targets.map((target) => [target, fileOf(platform, version)])),
    });
  });

  it('the address of before goes on with the version that no platform is behind', async () => {
    expect((await api.get('/updates/tauri.json')).json()).toMatchObject({
      version: '1.0.0',
      platforms: {
        'windows-x86_64': fileOf('windows', '1.1.0'),
        'darwin-aarch64': fileOf('macos', '1.0.0'),
        'darwin-x86_64': fileOf('macos', '1.0.0'),
      },
    });
  });
});

describe('Sparkle', () => {
  const items = async () =>
    parseXml((await api.get(updateFeedPaths.sparkle)).body)
      .element('channel')
      .getElements('item');
  const textOf = (item: XElement, name: string) => item.elementValueOrEmpty(name);

  it('has pre-releases in their channel, under versions that it puts in the right order', async () => {
    const told = (await items()).map((item) =>
      ['sparkle:version', 'sparkle:shortVersionString', 'sparkle:channel'].map((name) => textOf(item, name)),
    );
    expect(told).toEqual([
      ['1.3.0beta.10', '1.3.0-beta.10', 'beta'],
      ['1.3.0beta.2', '1.3.0-beta.2', 'beta'],
      ['1.0.0', '1.0.0', ''],
    ]);
  });

  it('says of each what Sparkle has to know', async () => {
    const item = (await items()).at(-1)!;
    expect(textOf(item, 'pubDate')).toBe('Thu, 01 Jan 2026 00:00:00 GMT');
    expect(textOf(item, 'sparkle:minimumSystemVersion')).toBe('12');
    expect(textOf(item, 'description')).toBe(notes.en);
    const enclosure = item.element('enclosure');
    expect(['url', 'length', 'type', 'sparkle:edSignature'].map((name) => enclosure.attribute(name))).toEqual([
      'http://localhost:3000/updates/macos/1.0.0/writing-ant-1.0.0-macos.exe',
      '25',
      'application/octet-stream',
      sparkleSignature,
    ]);
  });
});

it('a share of the apps gets a version by the number that they send, and everybody else the one before', async () => {
  publish('windows', '1.1.1', { stagingPercentage: 10 });
  publish('macos', '1.0.1', { stagingPercentage: 10 });
  // electron-updater's own rule: the last 32 bits as a share of all that they can be.
  const idOf = (share: number) =>
    `0e3c5f80-6cf7-5ff2-8a5b-9c2d${Math.floor(share * 0xffffffff)
      .toString(16)
      .padStart(8, '0')}`;
  const ask = async (address: string, id?: string) =>
    (await api.app.inject({ url: address, headers: id === undefined ? {} : { 'x-user-staging-id': id } })).body;
  for (const [id, windows, macos] of [
    [idOf(0), '1.1.1', '1.0.1'],
    [idOf(0.0999), '1.1.1', '1.0.1'],
    [idOf(0.1001), '1.1.0', '1.0.0'],
    [idOf(1), '1.1.0', '1.0.0'],
    ['not a number', '1.1.0', '1.0.0'],
    [undefined, '1.1.0', '1.0.0'],
  ] as const) {
    const electron = await ask(updateFeedPaths.electron.stable.windows, id);
    expect(electron, id).toContain(`version: "${windows}"\n`);
    expect(electron.includes('stagingPercentage: 10\n')).toBe(windows === '1.1.1');
    expect(JSON.parse(await ask(updateFeedPaths.tauri.stable.windows, id)), id).toMatchObject({ version: windows });
    const [, version] = /<sparkle:version>(1\.0\.\d)</.exec(await ask(updateFeedPaths.sparkle, id))!;
    expect(version, id).toBe(macos);
  }
  // Where nobody says who asks, it is the version of all.
  expect(JSON.parse(await ask('/updates/tauri.json', idOf(0)))).toMatchObject({ version: '1.0.0' });
  for (const name of ['windows-1.1.1', 'macos-1.0.1']) rmSync(path.join(directory, name), { recursive: true });
});

it('a paused version is in no feed', async () => {
  publish('windows', '1.1.0', { pausedAt: '2026-02-01T00:00:00Z' });
  expect(await versionIn(updateFeedPaths.electron.stable.windows)).toBe('1.0.0');
  expect((await api.get(updateFeedPaths.tauri.stable.windows)).json()).toMatchObject({ version: '1.0.0' });
  publish('windows', '1.0.0', { pausedAt: '2026-02-01T00:00:00Z' });
  // Tauri takes an answer without content for "no update", and anything else that is no release for a fault.
  expect(await api.get(updateFeedPaths.tauri.stable.windows)).toMatchObject({ statusCode: 204, body: '' });
  expect((await api.get(updateFeedPaths.electron.stable.windows)).statusCode).toBe(404);
  for (const version of ['1.0.0', '1.1.0']) publish('windows', version);
});

it('page and readers are offered stable versions alone', async () => {
  const { releases } = (await api.get('/api/releases')).json();
  expect(releases).toMatchObject([{ version: '1.1.0' }, { version: '1.0.0' }]);
  expect((await api.get(updateFeedPaths.atom)).body).not.toContain('beta');
});
