import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi } from '../../../tests/factories/api.ts';
import { writeRelease } from '../../../tests/factories/releases.ts';
import { openReleases, type Releases } from './releases.ts';

let dataDir: string;
let directory: string;
let faults: string[];
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'releases-'));
  directory = path.join(dataDir, 'releases');
  faults = [];
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const now = new Date('2026-03-01T00:00:00Z');
const onFault = (sentence: string) => void faults.push(sentence);
const open = () => openReleases({ store: { directory }, dataDir, offersSample: true, onFault });
const currentVersion = async (releases: Releases) => (await releases.findCurrent('windows', now))?.version;

describe('while nothing is published', () => {
  it('offers a sample that says so and is the same everywhere', async () => {
    const [windows, macos] = await (await open()).list(now);
    expect(windows).toMatchObject({ platform: 'windows', status: 'available', version: '0.0.0', sample: true });
    expect(windows).toMatchObject({ publishedAt: null, testedVersions: ['10', '11'] });
    expect(macos).toMatchObject({ platform: 'macos', status: 'coming-soon', version: null, sample: false });
    const content = readFileSync(path.join(dataDir, 'sample-release', windows?.fileName ?? ''));
    expect(content.length).toBe(windows?.sizeBytes);
    expect(createHash('sha256').update(content).digest('hex')).toBe(windows?.sha256);
    expect(content.toString('utf8', 0, 200)).toContain('This is not the installer.');
  });

  it('offers nothing at a public address', async () => {
    const releases = await openReleases({ store: { directory }, dataDir, offersSample: false, onFault });
    expect((await releases.list(now))[0]).toMatchObject({ status: 'coming-soon', fileName: null, sample: false });
    expect(await releases.findCurrent('windows', now)).toBeUndefined();
    expect(existsSync(path.join(dataDir, 'sample-release'))).toBe(false);
  });

  it('misses the folder that was asked for, which is told and can come later', async () => {
    const store = { directory, mustExist: true };
    const releases = await openReleases({ store, dataDir, offersSample: false, onFault });
    expect(await releases.findCurrent('windows', now)).toBeUndefined();
    expect(await releases.faults()).toEqual(['releases']);
    expect(faults).toEqual([expect.stringContaining(`RELEASES_DIR names a folder that is not there: ${directory}`)]);
    writeRelease(directory);
    expect([await currentVersion(releases), await releases.faults()]).toEqual(['1.0.0', []]);
  });

  it('mends a damaged sample at the next start', async () => {
    const sample = (await (await open()).findCurrent('windows', now))!;
    const filePath = path.join(dataDir, 'sample-release', sample.fileName);
    writeFileSync(filePath, 'damaged');
    const releases = await open();
    const file = await releases.openFile(sample);
    expect((await file.stat()).size).toBe(sample.sizeBytes);
    await file.close();
    writeFileSync(filePath, 'damaged again');
    await expect(releases.openFile(sample)).rejects.toThrow(/not the sample any more/);
  });
});

describe('published releases', () => {
  it('take the place of the sample, the highest first, from their time on', async () => {
    writeRelease(directory, { version: '1.0.0', publishedAt: '2026-01-01T00:00:00Z' });
    writeRelease(directory, { version: '1.1.0', publishedAt: '2026-02-01T00:00:00Z' });
    writeRelease(directory, { version: '2.0.0', publishedAt: '2026-04-01T00:00:00Z' });
    const releases = await open();
    expect((await releases.list(now))[0]).toEqual({
      platform: 'windows',
      status: 'available',
      testedVersions: ['10', '11'],
      version: '1.1.0',
      fileName: 'writing-ant-1.1.0-windows.exe',
      sizeBytes: 27,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      parts: { sizeBytes: 67_108_864, sha256: [expect.stringMatching(/^[0-9a-f]{64}$/)] },
      signature: null,
      publicKey: null,
      minimumSystem: null,
      notes: null,
      publishedAt: '2026-02-01T00:00:00.000Z',
      sample: false,
      versions: [
        expect.objectContaining({ version: '1.1.0', status: 'available', withdrawnAt: null }),
        expect.objectContaining({ version: '1.0.0', publishedAt: '2026-01-01T00:00:00.000Z' }),
      ],
    });
    expect((await releases.findCurrent('windows', new Date('2026-05-01')))?.version).toBe('2.0.0');
  });

  it('of a platform that is still to come stay unpublished', async () => {
    writeRelease(directory, { platform: 'macos' });
    const releases = await open();
    expect(await releases.findCurrent('macos', now)).toBeUndefined();
    expect((await releases.list(now))[1]).toMatchObject({ platform: 'macos', status: 'coming-soon', fileName: null });
  });

  it('are noticed when they come, change and go, while older ones can still be fetched', async () => {
    const releases = await open();
    const first = writeRelease(directory, { version: '1.0.0' });
    expect(await currentVersion(releases)).toBe('1.0.0');
    const handedOut = (await releases.findCurrent('windows', now))!;
    const second = writeRelease(directory, { version: '1.0.1', publishedAt: '2026-02-01T00:00:00Z' });
    expect(await currentVersion(releases)).toBe('1.0.1');
    await (await releases.openFile(handedOut)).close();
    second.publish({ publishedAt: '2027-01-01T00:00:00.000Z' });
    expect(await currentVersion(releases)).toBe('1.0.0');
    rmSync(first.folder, { recursive: true });
    expect(await currentVersion(releases)).toBe('0.0.0');
    await expect(releases.openFile(handedOut)).rejects.toThrow(/not in this store any more/);
    expect(faults).toEqual([]);
  });

  it('are looked at once for all who ask within a moment', async () => {
    const store = { directory, lookAgainMs: 500 };
    const releases = await openReleases({ store, dataDir, offersSample: false, onFault });
    expect(await currentVersion(releases)).toBeUndefined();
    writeRelease(directory);
    expect(await currentVersion(releases)).toBeUndefined();
    await expect.poll(() => currentVersion(releases), { timeout: 10_000 }).toBe('1.0.0');
  });

  it('are not served once their file is another one or gone', async () => {
    const { filePath } = writeRelease(directory);
    const releases = await open();
    const release = (await releases.findCurrent('windows', now))!;
    writeFileSync(filePath, 'x'.repeat(release.sizeBytes));
    // A file system's clock may be too coarse to tell the two moments apart.
    utimesSync(filePath, new Date(), new Date('2026-06-01'));
    await expect(releases.openFile(release)).rejects.toThrow(/has changed/);
    rmSync(filePath);
    await expect(releases.openFile(release)).rejects.toThrow(/ENOENT/);
  });

  it('keep what was there before when a new manifest cannot be used, and say so once', async () => {
    const { publish } = writeRelease(directory, { version: '1.0.0' });
    const releases = await open();
    publish({ size: 1 });
    expect(await currentVersion(releases)).toBe('1.0.0');
    expect(await currentVersion(releases)).toBe('1.0.0');
    expect(faults).toEqual([expect.stringMatching(/windows-1\.0\.0 cannot be used: .* has 27 bytes, not 1\./)]);
    expect(await releases.faults()).toEqual(['release windows-1.0.0']);
    publish();
    expect([await currentVersion(releases), await releases.faults()]).toEqual(['1.0.0', []]);
  });

  it('are not there before their manifest is', async () => {
    mkdirSync(path.join(directory, 'half-copied'), { recursive: true });
    writeFileSync(path.join(directory, 'half-copied', 'writing-ant-1.0.0-windows.exe'), 'half');
    expect(await currentVersion(await open())).toBe('0.0.0');
  });

  it('of the highest version are offered, whenever they were published', async () => {
    writeRelease(directory, { version: '1.9.0', publishedAt: '2026-01-01T00:00:00Z' });
    writeRelease(directory, { version: '1.10.0', publishedAt: '2026-01-02T00:00:00Z' });
    const hotfix = writeRelease(directory, { version: '1.9.1', publishedAt: '2026-02-01T00:00:00Z' });
    writeRelease(directory, { version: '1.11.0-beta.1', publishedAt: '2026-02-02T00:00:00Z' });
    const releases = await open();
    expect(await currentVersion(releases)).toBe('1.10.0');
    expect((await releases.list(now))[0]!.versions.map(({ version }) => version)).toEqual(['1.10.0', '1.9.1', '1.9.0']);
    // Whoever knows its number has it.
    expect((await releases.findOut('windows', now))[0]!.version).toBe('1.11.0-beta.1');
    expect(await releases.findVersion('windows', '1.11.0-beta.1', now)).toMatchObject({ status: 'available' });
    rmSync(path.join(directory, 'windows-1.10.0'), { recursive: true });
    hotfix.publish({ withdrawnAt: '2026-02-03T00:00:00Z' });
    expect(await currentVersion(releases)).toBe('1.9.0');
  });

  it('that are for a share of the apps, or paused, are not the website’s, which offers the one before', async () => {
    writeRelease(directory, { version: '1.0.0' });
    const { publish } = writeRelease(directory, { version: '1.1.0' });
    const releases = await open();
    const told = async () => {
      const { status, version, versions } = (await releases.list(now))[0]!;
      return [status, version, ...versions.map((each) => each.version)];
    };
    for (const changes of [{ stagingPercentage: 99 }, { stagingPercentage: 0 }, { pausedAt: '2026-02-01T00:00:00Z' }]) {
      publish(changes);
      expect([await currentVersion(releases), await told()]).toEqual(['1.0.0', ['available', '1.0.0', '1.0.0']]);
      // Whoever has begun to fetch it checks it by these.
      expect(await releases.findVersion('windows', '1.1.0', now)).toMatchObject({ status: 'available' });
    }
    rmSync(path.join(directory, 'windows-1.0.0'), { recursive: true });
    expect([await currentVersion(releases), await told()]).toEqual([undefined, ['withdrawn', null]]);
    publish({ stagingPercentage: 50 });
    expect([await currentVersion(releases), await told()]).toEqual([undefined, ['coming-soon', null]]);
    publish();
    expect(await currentVersion(releases)).toBe('1.1.0');
  });

  it('that are all pre-releases are none for everybody', async () => {
    writeRelease(directory, { version: '1.0.0-rc.1' });
    const releases = await openReleases({ store: { directory }, dataDir, offersSample: false, onFault });
    expect((await releases.list(now))[0]).toMatchObject({ status: 'coming-soon', version: null, versions: [] });
  });

  it.each<[string, Record<string, unknown> | string]>([
    ['only the beginning of a manifest', '{"version": "1.3.0", "platform": "win'],
    ['an empty manifest', ''],
    ['a manifest of a newer form', { channel: 'beta' }],
    ['a path as its file', { file: '../secret' }],
    ['a file name that needs quoting', { file: 'a"b.exe' }],
    ['another size than its file', { size: 26 }],
    ['no hash', { sha256: '' }],
    ['too few parts', { parts: { size: 10, sha256: ['ab'.repeat(32)] } }],
    ['an unknown platform', { platform: 'linux' }],
    ['an unreadable date', { publishedAt: 'yesterday' }],
    ['a version that is none', { version: 'latest' }],
    ['a version with a leading zero', { version: '01.2.3' }],
    ['a version with nothing in it', { version: '1.2.0-..' }],
    ['build metadata', { version: '1.2.0+7' }],
    ['a share above all', { stagingPercentage: 101 }],
  ])('with %s stop nothing: they are skipped, and told once by the name of their folder', async (_, changes) => {
    writeRelease(directory, { version: '1.2.0' });
    const { folder, publish } = writeRelease(directory, { version: '1.3.0' });
    if (typeof changes === 'string') writeFileSync(path.join(folder, 'manifest.json'), changes);
    else publish(changes);
    const releases = await open();
    for (let look = 0; look < 2; look++) expect(await currentVersion(releases)).toBe('1.2.0');
    expect(await releases.faults()).toEqual(['release windows-1.3.0']);
    expect(faults).toEqual([expect.stringContaining(`The release in ${folder} cannot be used: `)]);
    publish();
    expect([await currentVersion(releases), await releases.faults()]).toEqual(['1.3.0', []]);
  });

  it('that nobody may read, and the folder of all of them, stop nothing either', async () => {
    writeRelease(directory, { version: '1.2.0' });
    // As root, every file can be read; a folder in its place cannot.
    const { folder } = writeRelease(directory, { version: '1.3.0' });
    rmSync(path.join(folder, 'manifest.json'));
    mkdirSync(path.join(folder, 'manifest.json'));
    const releases = await open();
    expect([await currentVersion(releases), await releases.faults()]).toEqual(['1.2.0', ['release windows-1.3.0']]);
    rmSync(directory, { recursive: true });
    symlinkSync(directory, directory);
    // What was known stays; its files are asked for when somebody wants them.
    expect([await currentVersion(releases), await releases.faults()]).toEqual(['1.2.0', ['releases']]);
    expect(await currentVersion(await open())).toBe('0.0.0');
    expect(faults.at(-1)).toContain('The releases cannot be read: ELOOP');
    rmSync(directory);
  });

  it('of which two folders hold the same version: the first to come counts', async () => {
    const { folder } = writeRelease(directory);
    const releases = await open();
    const handedOut = (await releases.findCurrent('windows', now))!;
    // Its name comes first.
    cpSync(folder, path.join(directory, 'copy'), { recursive: true });
    expect((await releases.list(now))[0]!.versions).toHaveLength(1);
    expect(faults).toEqual([
      expect.stringMatching(/copy cannot be used: .* already holds version 1\.0\.0 for windows/),
    ]);
    await (await releases.openFile(handedOut)).close();
  });
});

it('a release that cannot be read is named in the state of a service that works', async () => {
  writeRelease(directory, { version: '1.2.0' });
  const { publish } = writeRelease(directory, { version: '1.3.0' });
  publish({ size: 1 });
  const api = await createTestApi({ RELEASES_DIR: directory });
  expect((await api.get('/api/releases')).json().releases[0]).toMatchObject({ version: '1.2.0' });
  const state = await api.get('/api/health');
  expect([state.statusCode, state.json()]).toEqual([
    200,
    { status: 'ok', database: api.database.kind, version: api.config.version, faults: ['release windows-1.3.0'] },
  ]);
  publish();
  expect((await api.get('/api/releases')).json().releases[0]).toMatchObject({ version: '1.3.0' });
  expect((await api.get('/api/health')).json()).not.toHaveProperty('faults');
  await api.close();
});

it('GET /api/releases tells anyone', async () => {
  writeRelease(directory);
  const api = await createTestApi({ RELEASES_DIR: directory });
  const response = await api.get('/api/releases');
  expect(response.statusCode).toBe(200);
  expect(response.json().releases).toMatchObject([{ version: '1.0.0' }, { status: 'coming-soon' }]);
  await api.close();
});
