import { createHash, createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, pathOf, type TestApi } from '../../../tests/factories/api.ts';
import { type ObjectStore, startObjectStore } from '../../../tests/factories/object-store.ts';
import { expectCase, rangeCases } from '../../../tests/factories/range-cases.ts';
import { openSlowly } from '../../../tests/factories/slow-client.ts';
import { readConfig } from '../../config/config.ts';
import { sealManifest } from '../../delivery/releases/manifest.ts';
import { formatPublicKey, releaseKeysOf } from '../../delivery/releases/minisign.ts';
import { openReleaseBucket } from '../../delivery/releases/release-bucket.ts';
import { openIndexCounter, signIndex } from '../../delivery/releases/release-index.ts';
import { contentSecurityPolicy } from '../../http/security-headers.ts';
import { listFileFaults } from './check-release.ts';
import { openShelf } from './open-shelf.ts';
import { publishRelease, type ReleaseToPublish } from './publish-release.ts';
import { type NewFile, readShelf } from './release-shelf.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'bucket-test-'));
const sourcePath = path.join(folder, 'installer.exe');
const largePath = path.join(folder, 'large.exe');
const partBytes = 64 * 1024 * 1024;
const content = randomBytes(300_000);
/** Takes two parts. */
const large = Buffer.concat([Buffer.alloc(partBytes, 'first part'), randomBytes(5_000)]);
const sha256 = createHash('sha256').update(content).digest('hex');
const keys = releaseKeysOf(generateKeyPairSync('ed25519').privateKey);
const publicKey = formatPublicKey(keys.manifests);
const trust = { publicKeys: [publicKey], demandsSeal: true };

let store: ObjectStore;
let api: TestApi;
let origin: string;
let address: string;

const shelf = () => openShelf(readConfig(store.settings), keys);
const release = (version: string, sourceFile = sourcePath): ReleaseToPublish => ({
  platform: 'windows',
  version,
  sourcePath: sourceFile,
  ending: '.exe',
  minimumSystem: '10',
  notes: { en: 'News', de: 'Neues', sv: 'Nytt', it: 'Novità', fr: 'Nouveautés' },
  publishedAt: new Date('2026-01-05T08:00:00Z'),
  mayLink: false,
});
const publish = (version: string, sourceFile = sourcePath) =>
  publishRelease(shelf(), keys, release(version, sourceFile));

/** Returns different content on each reading. */
async function* changed() {
  yield randomBytes(1_000);
}

beforeAll(async () => {
  writeFileSync(sourcePath, content);
  writeFileSync(largePath, large);
  store = await startObjectStore();
  await publish('1.0.0');
  api = await createTestApi({ ...store.settings, RELEASES_PUBLIC_KEY: publicKey });
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  address = origin + pathOf((await api.download('user_1')).url);
});
afterAll(async () => {
  await api.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const manifests = async () => (await readShelf(shelf(), trust)).map(({ manifest }) => manifest!);

describe('publishing into a bucket', () => {
  it('uploads in parts, makes it visible last, and can be verified', async () => {
    await publish('0.9.0', largePath);
    const manifest = (await manifests()).find(({ version }) => version === '0.9.0');
    expect(manifest).toMatchObject({ size: large.length, parts: { sha256: [expect.any(String), expect.any(String)] } });
    expect(store.requests.filter((line) => line.startsWith('PUT')).at(-1)).toBe('PUT /releases/releases.json 200');
    expect(await listFileFaults(shelf(), manifest!)).toEqual([]);
  });

  it('is found to be another one when a byte of it has changed', async () => {
    const [manifest] = await manifests();
    const stored = store.objects.get(manifest!.storeKey!)!;
    store.objects.set(manifest!.storeKey!, Buffer.concat([stored.subarray(0, -1), Buffer.from([stored.at(-1)! ^ 1])]));
    expect((await listFileFaults(shelf(), manifest!)).join()).toContain('1 of 1 parts differ, the first is part 1');
    store.objects.set(manifest!.storeKey!, stored);
  });

  it('that is published already, or meanwhile by somebody else, changes nothing', async () => {
    await expect(publish('1.0.0')).rejects.toThrow('is published already');
    const both = await Promise.allSettled([publish('1.1.0'), publish('1.1.0')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await manifests()).map(({ version }) => version)).toEqual(['1.0.0', '0.9.0', '1.1.0']);
    expect([...store.objects.keys()].filter((name) => name.startsWith('windows-1.1.0/'))).toHaveLength(1);
  });

  it('signs for Sparkle what was uploaded, and refuses when it is not what was hashed', async () => {
    const macos = { ...release('1.0.0'), platform: 'macos' as const, ending: '.dmg' };
    const manifest = await publishRelease(shelf(), keys, macos);
    const x = keys.sparkle.publicKey.toString('base64url');
    const sparkle = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(verify(null, content, sparkle, Buffer.from(manifest.sparkleSignature!, 'base64'))).toBe(true);

    const changing = {
      ...shelf(),
      bring: async (file: NewFile) => ({ ...(await shelf().bring(file)), reread: changed }),
    };
    await expect(publishRelease(changing, keys, { ...macos, version: '1.0.1' })).rejects.toThrow('has changed while');
  });

  it('an index that was changed, or rolled back to one before, is refused', async () => {
    const dataDir = mkdtempSync(path.join(folder, 'data-'));
    const told: string[] = [];
    const open = () => {
      const bucket = readConfig(store.settings).releases.bucket!;
      told.length = 0;
      return openReleaseBucket(bucket, trust, openIndexCounter(dataDir), (sentence) => void told.push(sentence));
    };
    /** Nothing of it is used; that is told once, and stops no start. */
    const expectRefused = async (sentence: string) => {
      const opened = await open();
      expect([await opened.list(), await opened.faults()]).toEqual([[], ['']]);
      expect(told).toEqual([expect.stringContaining(sentence)]);
    };
    const before = store.objects.get('releases.json')!;
    await publish('1.2.0');
    const present = store.objects.get('releases.json')!;
    expect((await (await open()).list()).map(({ version }) => version)).toContain('1.2.0');
    store.objects.set('releases.json', before);
    await expectRefused('it was rolled back');
    const { manifests: texts, ...rest } = JSON.parse(present.toString());
    store.objects.set('releases.json', Buffer.from(JSON.stringify({ ...rest, manifests: texts.slice(0, -1) })));
    await expectRefused('not as it was signed');
    store.objects.set('releases.json', present);
    expect([await (await open()).faults(), told]).toEqual([[], []]);
  });

  it('an index that has lost its signature, or bears somebody else’s, is not signed anew', async () => {
    const before = store.objects.get('releases.json')!;
    const { manifests: texts, counter } = JSON.parse(before.toString());
    const stranger = releaseKeysOf(generateKeyPairSync('ed25519').privateKey);
    const index = { counter: counter + 100, manifests: texts.slice(1) };
    for (const text of [JSON.stringify(index), signIndex(index, stranger.manifests)]) {
      store.objects.set('releases.json', Buffer.from(text));
      await expect(publish('1.9.0')).rejects.toThrow('Nothing was changed');
      expect(store.objects.get('releases.json')!.toString()).toBe(text);
    }
    store.objects.set('releases.json', before);
  });

  it('a release of a newer form in it is skipped and told, and so is a bucket that does not answer', async () => {
    const before = store.objects.get('releases.json')!;
    const { manifests: texts, counter } = JSON.parse(before.toString());
    const newer = sealManifest(
      { ...JSON.parse(texts[0]), version: '9.0.0', seal: undefined, channel: 'beta' },
      keys.manifests,
    );
    const index = signIndex({ counter: counter + 1, manifests: [newer, ...texts] }, keys.manifests);
    store.objects.set('releases.json', Buffer.from(index));
    const told: string[] = [];
    const open = (settings = store.settings) => {
      const counterOfOwn = openIndexCounter(mkdtempSync(path.join(folder, 'data-')));
      const bucket = readConfig(settings).releases.bucket!;
      return openReleaseBucket(bucket, trust, counterOfOwn, (sentence) => void told.push(sentence));
    };
    const opened = await open();
    expect(await opened.list()).toHaveLength(texts.length);
    expect(await opened.faults()).toEqual(['windows-9.0.0']);
    expect(told).toEqual([
      expect.stringContaining('windows-9.0.0 in the bucket cannot be used: manifest.json is not valid'),
    ]);
    expect((await shelf().manifests()).size).toBe(texts.length + 1);
    store.objects.set('releases.json', before);
    const silent = await open({ ...store.settings, RELEASES_S3_ENDPOINT: 'http://127.0.0.1:9' });
    expect([await silent.list(), await silent.faults()]).toEqual([[], ['']]);
    expect(told.at(-1)).toContain('The releases in the bucket cannot be read: ');
  });

  it('with a wrong secret is refused, in words', async () => {
    const config = readConfig({ ...store.settings, RELEASES_S3_SECRET_ACCESS_KEY: 'another' });
    await expect(openShelf(config).manifests()).rejects.toThrow('The bucket answers 403 when asked for releases.json.');
  });
});

describe('a file that lies in a bucket', () => {
  it('is handed out by the bucket, at an address that is signed anew each time', async () => {
    const ask = () => fetch(address, { redirect: 'manual' });
    const first = await ask();
    expect(first.status).toBe(302);
    expect(first.headers.get('cache-control')).toBe('no-store');
    const location = first.headers.get('location')!;
    expect(location).not.toContain(store.settings.RELEASES_S3_SECRET_ACCESS_KEY);
    const file = await fetch(location);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="writing-ant-1.0.0-windows.exe"');
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    expect((await fetch(location.replace('1.0.0-windows.exe', '1.1.0-windows.exe'))).status).toBe(403);
    // Pages may fetch from there.
    expect(contentSecurityPolicy(api.config, [], [])).toContain(` ${store.settings.RELEASES_S3_ENDPOINT};`);
    // An hour later that address has expired, and ours still leads to the file.
    store.time.aheadMs = 60 * 60_000;
    expect((await fetch(location)).status).toBe(403);
    store.time.aheadMs = 0;
    expect((await fetch(address, { headers: { range: 'bytes=-1' } })).status).toBe(206);
  });

  it.each(rangeCases(content.length, `"sha256-${sha256}"`))('$name', async (each) => {
    await expectCase(address, content, each);
  });

  it('is continued under the tag that the bucket gave it', async () => {
    const etag = (await fetch(address, { headers: { range: 'bytes=0-0' } })).headers.get('etag')!;
    for (const [name, status] of [
      ['if-range', 206],
      ['if-match', 206],
      ['if-none-match', 304],
    ] as const)
      expect((await fetch(address, { headers: { range: 'bytes=5-9', [name]: etag } })).status, name).toBe(status);
  });

  it('breaks off when the bucket fails in the middle, so that the client goes on later', async () => {
    store.fault.cutAfterBytes = 100_000;
    const { response } = await openSlowly(address, { 'if-range': '"other"' });
    expect(response.statusCode).toBe(200);
    response.resume();
    await expect(once(response, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
    delete store.fault.cutAfterBytes;
    await expectCase(address, content, {
      name: 'rest',
      headers: { range: 'bytes=50000-' },
      status: 206,
      bytes: [50_000, content.length],
    });
  });
});
