import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

  it('needs the folder that was asked for', async () => {
    const store = { directory, mustExist: true };
    await expect(openReleases({ store, dataDir, offersSample: true, onFault })).rejects.toThrow(
      `RELEASES_DIR names a folder that is not there: ${directory}`,
    );
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
  it('take the place of the sample, the newest first, from their time on', async () => {
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
  });

  it('are not there before their manifest is', async () => {
    mkdirSync(path.join(directory, 'half-copied'), { recursive: true });
    writeFileSync(path.join(directory, 'half-copied', 'writing-ant-1.0.0-windows.exe'), 'half');
    expect(await currentVersion(await open())).toBe('0.0.0');
  });

  it.each<[string, Record<string, unknown>]>([
    ['a path as its file', { file: '../secret' }],
    ['a file name that needs quoting', { file: 'a"b.exe' }],
    ['another size than its file', { size: 26 }],
    ['no hash', { sha256: '' }],
    ['too few parts', { parts: { size: 10, sha256: ['ab'.repeat(32)] } }],
    ['an unknown platform', { platform: 'linux' }],
    ['an unreadable date', { publishedAt: 'yesterday' }],
    ['a version that is none', { version: 'latest' }],
    ['a field nobody knows', { colour: 'blue' }],
  ])('with %s prevent the start, naming the folder', async (_, changes) => {
    writeRelease(directory).publish(changes);
    await expect(open()).rejects.toThrow(path.join(directory, 'windows-1.0.0'));
  });

  it('prevent the start when two folders hold the same version', async () => {
    writeRelease(directory);
    cpSync(path.join(directory, 'windows-1.0.0'), path.join(directory, 'copy'), { recursive: true });
    await expect(open()).rejects.toThrow(/already holds version 1\.0\.0 for windows/);
  });
});

it('GET /api/releases tells anyone', async () => {
  writeRelease(directory);
  const api = await createTestApi({ RELEASES_DIR: directory });
  const response = await api.get('/api/releases');
  expect(response.statusCode).toBe(200);
  expect(response.json().releases).toMatchObject([{ version: '1.0.0' }, { status: 'coming-soon' }]);
  await api.close();
});
