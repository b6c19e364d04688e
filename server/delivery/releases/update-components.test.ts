import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ComponentsAnswer } from '../../../shared/api/releases.ts';
import { updateComponentsPath } from '../../../shared/api-paths.ts';
import { createTestApi, type TestApi } from '../../../tests/factories/api.ts';
import { readDescription } from '../../../tests/factories/described-api.ts';
import { findFreePort } from '../../../tests/factories/free-port.ts';
import { type ObjectStore, startObjectStore } from '../../../tests/factories/object-store.ts';
import { recordsOf } from '../../../tests/factories/records.ts';
import { askForUpdate, makeBlockMap } from '../../../tests/factories/update-client.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { listFileFaults } from '../../operator/releases/check-release.ts';
import { openShelf } from '../../operator/releases/open-shelf.ts';
import { publishRelease } from '../../operator/releases/publish-release.ts';
import { readManifests, readShelf } from '../../operator/releases/release-shelf.ts';
import { sha256Hex } from '../../sha256.ts';
import { sealManifest } from './manifest.ts';
import { formatPublicKey, releaseKeysOf, verifyHash } from './minisign.ts';

const kibibyte = 1024;
const folder = mkdtempSync(path.join(os.tmpdir(), 'updates-test-'));
const keys = releaseKeysOf(generateKeyPairSync('ed25519').privateKey);

/** Of the first version; the second changes three blocks of the app and nothing else. */
const first = {
  app: randomBytes(2700 * kibibyte),
  engine: randomBytes(90 * kibibyte),
  models: randomBytes(820 * kibibyte),
};
const second = { ...first, app: Buffer.from(first.app) };
for (const block of [3, 4, 40]) randomBytes(64 * kibibyte).copy(second.app, block * 64 * kibibyte);

const blake2b512 = (content: Buffer) => createHash('blake2b512').update(content).digest();

/** Publishes a version as the operator's command does, from files beside each other. */
async function publish(config: Config, version: string, parts?: typeof first): Promise<void> {
  const place = path.join(folder, version);
  mkdirSync(place, { recursive: true });
  const write = (name: string, content: Buffer) => {
    writeFileSync(path.join(place, name), content);
    return path.join(place, name);
  };
  const sourcePath = write('whole.exe', Buffer.concat(parts ? Object.values(parts) : [randomBytes(1000)]));
  const components = parts && [
    { name: 'app', sourcePath: write('app.exe', parts.app), ending: '.exe' },
    { name: 'engine', sourcePath: write('engine.dll', parts.engine), ending: '.dll' },
    { name: 'models', sourcePath: write('models.bin', parts.models), ending: '.bin' },
  ];
  if (parts) write('app.exe.blockmap', makeBlockMap(parts.app));
  await publishRelease(openShelf(config, keys), keys, {
    ...{ platform: 'windows', version, sourcePath, ending: '.exe', minimumSystem: '10', mayLink: false },
    ...(components && { components }),
    notes: { en: 'News', de: 'Neues', sv: 'Nytt', it: 'Novità', fr: 'Nouveautés' },
    publishedAt: new Date('2026-01-05T08:00:00Z'),
  });
}

describe.each(['a folder', 'a bucket'])('an app of components, from %s', (kind) => {
  let api: TestApi;
  let origin: string;
  let store: ObjectStore | undefined;
  const directory = path.join(folder, kind);

  beforeAll(async () => {
    store = kind === 'a bucket' ? await startObjectStore() : undefined;
    const place: Record<string, string> = store ? store.settings : { RELEASES_DIR: directory };
    mkdirSync(directory);
    const config = readConfig(place);
    await publish(config, '0.9.0');
    await publish(config, '1.0.0', first);
    await publish(config, '1.1.0', second);
    const port = await findFreePort();
    api = await createTestApi({ ...place, RELEASES_PUBLIC_KEY: formatPublicKey(keys.manifests), PORT: String(port) });
    origin = api.config.siteOrigin;
    await api.app.listen({ port });
    await api.download('user_1');
  });
  afterAll(async () => {
    await api.close();
    await store?.close();
  });

  const get = async (url: string, userId = 'user_1') =>
    api.app.inject({ url, headers: await api.desktopHeaders(userId) });
  const componentsOf = async (version: string) =>
    (await get(updateComponentsPath('windows', version))).json<ComponentsAnswer>();

  /** As an app does: a signed link by its token, then the file from there, broken off once and gone on with. */
  async function fetchComponent({ url, sizeBytes }: ComponentsAnswer['components'][number]): Promise<Buffer> {
    const authorization = `Bearer ${await api.issuer.desktopTokenFor('user_1')}`;
    const asked = await fetch(url, { headers: { authorization }, redirect: 'manual' });
    const link = asked.headers.get('location')!;
    const half = Math.floor(sizeBytes / 2);
    const begun = await fetch(link, { headers: { range: `bytes=0-${half - 1}` } });
    const rest = await fetch(link, { headers: { range: `bytes=${half}-` } });
    expect([begun.status, rest.status]).toEqual([206, 206]);
    return Buffer.concat([Buffer.from(await begun.arrayBuffer()), Buffer.from(await rest.arrayBuffer())]);
  }

  it('whose models did not change costs the changed blocks of the app', async () => {
    const asked = await askForUpdate({ origin, token: api.issuer.desktopTokenFor('user_1'), installer: first.app });
    expect(asked.offered).toBe('1.1.0');
    expect(readFileSync(await asked.fetch()).equals(second.app)).toBe(true);
    const bytes = asked.bytesReceived();
    // Three blocks of 64 KiB, two block maps, the feed and the heads of answers.
    expect(bytes).toBeGreaterThan(3 * 64 * kibibyte);
    expect(bytes).toBeLessThan(3 * 64 * kibibyte + 30 * kibibyte);

    // What it consists of besides, it has.
    const owned = new Set(Object.values(first).map(sha256Hex));
    const lacking = (await componentsOf('1.1.0')).components.filter(({ sha256 }) => !owned.has(sha256));
    expect(lacking.map(({ name }) => name)).toEqual(['app']);
    expect(lacking[0]).toMatchObject({ sha256: sha256Hex(second.app), sizeBytes: second.app.length });
  });

  it('is stored once where it is the same', async () => {
    const hashes = [
      first.app,
      second.app,
      makeBlockMap(first.app),
      makeBlockMap(second.app),
      first.engine,
      first.models,
    ];
    const stored = store
      ? [...store.objects.keys()].flatMap((key) => (key.startsWith('files/') ? key.slice('files/'.length) : []))
      : readdirSync(path.join(directory, '.files'));
    expect(stored.toSorted()).toEqual(hashes.map(sha256Hex).toSorted());
  });

  it('tells each component with its hash and signature, and delivers it in parts', async () => {
    const answer = await get(updateComponentsPath('windows', '1.1.0'));
    (await readDescription(api)).expectAsDescribed('get', '/updates/{platform}/{version}/components.json', answer);
    const { publicKey, components } = answer.json<ComponentsAnswer>();
    expect(components.map(({ name, fileName }) => [name, fileName])).toEqual([
      ['app', 'writing-ant-1.1.0-windows-app.exe'],
      ['engine', 'writing-ant-1.1.0-windows-engine.dll'],
      ['models', 'writing-ant-1.1.0-windows-models.bin'],
    ]);
    for (const component of components) {
      const content = await fetchComponent(component);
      expect(sha256Hex(content)).toBe(component.sha256);
      const says = `file:${component.fileName} version:1.1.0 platform:windows`;
      expect(verifyHash(publicKey!, blake2b512(content), component.signature!, says), component.name).toBe(true);
    }
    // Each of them is recorded once, and none is a download that a person could go on with.
    await fetchComponent(components[1]!);
    const { downloads } = await recordsOf(api.database, 'user_1');
    expect(downloads.filter(({ version, file_name }) => version === '1.1.0' && /engine/.test(file_name))).toHaveLength(
      1,
    );
    expect((await api.get('/api/downloads', 'user_1')).json().downloads).toHaveLength(1);
  });

  it('leaves the website’s download whole', async () => {
    const whole = Buffer.concat(Object.values(second));
    expect((await api.get('/api/releases')).json().releases[0]).toMatchObject({
      ...{ version: '1.1.0', fileName: 'writing-ant-1.1.0-windows.exe', sizeBytes: whole.length },
      sha256: sha256Hex(whole),
    });
    const { url } = await api.download('user_2');
    expect(sha256Hex(Buffer.from(await (await fetch(url)).arrayBuffer()))).toBe(sha256Hex(whole));
  });

  it('is verified with all its files', async () => {
    const shelf = openShelf(readConfig(store ? store.settings : { RELEASES_DIR: directory }));
    const shelved = readManifests(await readShelf(shelf, { publicKeys: [], demandsSeal: false }));
    const found = shelved.find(({ version }) => version === '1.1.0')!;
    expect(await listFileFaults(shelf, found)).toEqual([]);
    const other = {
      ...shelf,
      readShared: (hash: string) => shelf.readShared(hash === sha256Hex(first.models) ? sha256Hex(first.engine) : hash),
    };
    expect(await listFileFaults(other, found)).toContain('component models: its SHA-256 is another one');
  });

  it('from before there were components goes on as it was', async () => {
    expect(await componentsOf('0.9.0')).toMatchObject({ version: '0.9.0', components: [] });
    expect((await get('/updates/windows/0.9.0/writing-ant-0.9.0-windows.exe')).statusCode).toBe(302);
    for (const name of ['writing-ant-0.9.0-windows.exe.blockmap', 'writing-ant-1.1.0-windows-app.dll', 'app'])
      expect((await get(`/updates/windows/0.9.0/${name}`)).statusCode, name).toBe(404);
    // Without the block map of what it was installed from, electron-updater fetches the whole app.
    const asked = await askForUpdate({ origin, token: api.issuer.desktopTokenFor('user_1'), version: '0.9.0' });
    expect(readFileSync(await asked.fetch()).equals(second.app)).toBe(true);
  });

  it('is for who is signed in with an account that may', async () => {
    const addresses = [
      updateComponentsPath('windows', '1.1.0'),
      '/updates/windows/1.1.0/writing-ant-1.1.0-windows-app.exe.blockmap',
    ];
    for (const url of addresses) {
      expect((await api.get(url)).statusCode).toBe(401);
      const acting = await api.issuer.desktopTokenFor('user_1', { act: { sub: 'support_1' } });
      const refused = await api.app.inject({ url, headers: { authorization: `Bearer ${acting}` } });
      expect(refused.statusCode).toBe(403);
      expect((await get(url.replaceAll('1.1.0', '9.9.9'))).statusCode).toBe(404);
    }
    const [, blockMap] = addresses;
    const answer = await get(blockMap!);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, no-transform']);
    expect(answer.rawPayload.equals(makeBlockMap(second.app))).toBe(true);
  });

  it('that is paused goes on for who has begun, and one that is withdrawn for nobody', async () => {
    const shelf = openShelf(readConfig(store ? store.settings : { RELEASES_DIR: directory }), keys);
    const shelved = readManifests(await readShelf(shelf, { publicKeys: [], demandsSeal: false }));
    const { seal: _, ...manifest } = shelved.find(({ version }) => version === '1.1.0')!;
    const change = async (changes: { pausedAt?: string; withdrawnAt?: string }) => {
      const changed = { ...manifest, ...changes };
      await shelf.replace(changed, sealManifest(changed, keys.manifests));
    };
    const statuses = async (userId: string) => {
      const names = [
        'components.json',
        'writing-ant-1.1.0-windows-engine.dll',
        'writing-ant-1.1.0-windows-app.exe.blockmap',
      ];
      const answers = [];
      for (const name of names) answers.push((await get(`/updates/windows/1.1.0/${name}`, userId)).statusCode);
      return answers;
    };
    await change({ pausedAt: '2026-02-01T00:00:00Z' });
    await expect.poll(() => statuses('user_9'), { timeout: 10_000 }).toEqual([404, 404, 404]);
    expect(await statuses('user_1')).toEqual([200, 302, 200]);
    await change({ withdrawnAt: '2026-02-01T00:00:00Z' });
    await expect.poll(() => statuses('user_1'), { timeout: 10_000 }).toEqual([410, 410, 410]);
  });
});

afterAll(() => rmSync(folder, { recursive: true }));
