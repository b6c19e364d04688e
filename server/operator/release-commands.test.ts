import { spawn } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locales } from '../../shared/locales.ts';
import { bareEnvironment } from '../../tests/factories/bare-environment.ts';
import { operateHere } from '../../tests/factories/operate-here.ts';
import { sealManifest } from '../delivery/releases/manifest.ts';
import { releaseKeysOf, verifyHash } from '../delivery/releases/minisign.ts';
import { openReleases } from '../delivery/releases/releases.ts';
import { describeProgress } from './releases/progress.ts';

const script = fileURLToPath(new URL('./main.ts', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'release-commands-'));
const directory = path.join(folder, 'releases');
const notes = path.join(folder, 'notes');
const source = path.join(folder, 'installer.exe');
const macosSource = path.join(folder, 'installer.dmg');

/** One whole part, and a piece of a second one. */
const partBytes = 64 * 1024 * 1024;
const content = Buffer.concat([Buffer.alloc(partBytes, 'whole part'), randomBytes(1_000)]);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

beforeAll(() => {
  mkdirSync(notes);
  for (const locale of locales) writeFileSync(path.join(notes, `${locale}.md`), `- News in ${locale}\n`);
  for (const file of [source, macosSource]) writeFileSync(file, content);
});
afterAll(() => rmSync(folder, { recursive: true }));

const operate = (...args: string[]) => operateHere({ DATA_DIR: folder }, ...args);

const publishArgs = (version: string, platform = 'windows', file = source) => [
  'release',
  'publish',
  file,
  '--platform',
  platform,
  '--version',
  version,
  '--notes',
  notes,
  '--yes',
];

async function publicKey(name = 'RELEASES_PUBLIC_KEY='): Promise<string> {
  const { output } = await operate('release', 'key');
  return output.split(name)[1]?.split('\n')[0] ?? '';
}
const fileKey = () => publicKey('Key of files, for minisign: ');

/** As a public site opens them: only what is signed with a known key. */
async function offered(publicKeys: string[]) {
  const store = { directory, publicKeys };
  const onFault = (sentence: string) => {
    throw new Error(sentence);
  };
  const options = { store, dataDir: folder, offersSample: false, demandsSeal: true, onFault };
  const [windows] = await (await openReleases(options)).list(new Date());
  return windows!;
}

describe('publishing', () => {
  it('killed in the middle leaves what was there, and can be done again', async () => {
    expect((await operate(...publishArgs('1.0.0'))).code).toBe(0);
    const big = path.join(folder, 'big.exe');
    writeFileSync(big, '');
    truncateSync(big, 4_000_000_000);
    const child = spawn(process.execPath, [script, ...publishArgs('1.1.0', 'windows', big)], {
      env: { ...bareEnvironment, DATA_DIR: folder },
      stdio: 'ignore',
    });
    const drafts = () => readdirSync(directory).filter((name) => name.startsWith('.publishing-windows-1.1.0-'));
    await expect.poll(drafts, { timeout: 60_000 }).toHaveLength(1);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('close', resolve));
    rmSync(big);
    expect(drafts()).toHaveLength(1);
    const before = await offered([await publicKey()]);
    expect(before).toMatchObject({ version: '1.0.0', versions: [{ version: '1.0.0' }] });

    expect((await operate(...publishArgs('1.1.0'))).code).toBe(0);
    expect(drafts()).toEqual([]);
    expect((await offered([await publicKey()])).version).toBe('1.1.0');
  });

  it('tells everything about the file, signed', async () => {
    const key = await publicKey();
    const release = await offered([key]);
    expect(release).toMatchObject({
      status: 'available',
      fileName: 'writing-ant-1.1.0-windows.exe',
      sizeBytes: content.length,
      sha256: sha256(content),
      parts: {
        sizeBytes: partBytes,
        sha256: [sha256(content.subarray(0, partBytes)), sha256(content.subarray(partBytes))],
      },
      publicKey: await fileKey(),
      minimumSystem: '10',
      notes: { en: '- News in en', de: '- News in de', sv: '- News in sv', it: '- News in it', fr: '- News in fr' },
    });
    const blake2b512 = createHash('blake2b512').update(content).digest();
    const comment = 'file:writing-ant-1.1.0-windows.exe version:1.1.0 platform:windows';
    const verifies = (publicKey: string, hash: Buffer, says = comment) =>
      verifyHash(publicKey, hash, release.signature!, says);
    expect(verifies(await fileKey(), blake2b512)).toBe(true);
    expect(verifies(await fileKey(), createHash('blake2b512').update('other').digest())).toBe(false);
    expect(verifies(await fileKey(), blake2b512, 'release windows 1.1.0')).toBe(false);
    expect(verifies(key, blake2b512)).toBe(false);
    await expect(offered(['RWQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])).rejects.toThrow(
      /does not name/,
    );
    await expect(offered([])).rejects.toThrow(/RELEASES_PUBLIC_KEY is needed/);
  });

  it('for macOS also signs the plain file, as Sparkle checks it', async () => {
    const { code } = await operate(...publishArgs('1.0.0', 'macos', macosSource));
    expect(code).toBe(0);
    const manifest = JSON.parse(readFileSync(path.join(directory, 'macos-1.0.0', 'manifest.json'), 'utf8'));
    const x = Buffer.from(await publicKey('Key for Sparkle (SUPublicEDKey): '), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    expect(verify(null, content, key, Buffer.from(manifest.sparkleSignature, 'base64'))).toBe(true);
  });

  it('takes a key with a passphrase from a file, and none that others can read', async () => {
    const key = path.join(folder, 'own', 'key.pem');
    const passphrase = path.join(folder, 'passphrase');
    writeFileSync(passphrase, 'correct horse battery\n');
    const withKey = ['release', 'key', '--key', key];
    const made = await operate(...withKey, '--passphrase-file', passphrase);
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('RELEASES_PUBLIC_KEY=RW') });
    expect(readFileSync(key, 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    expect((await operate(...withKey, '--passphrase-file', passphrase)).output).toBe(made.output);
    expect((await operate(...withKey)).output).toContain('name its file with --passphrase-file');
    writeFileSync(passphrase, 'another passphrase\n');
    expect((await operate(...withKey, '--passphrase-file', passphrase)).output).toContain(
      'the passphrase is another one',
    );
    writeFileSync(passphrase, 'short\n');
    expect((await operate(...withKey, '--passphrase-file', passphrase)).output).toContain('12 characters or more');
    chmodSync(key, 0o640);
    expect((await operate(...withKey)).output).toContain('can be read by others: chmod 600');
  });

  it.each<[string, string[], string]>([
    ['a version that is there', publishArgs('1.1.0'), 'is published already'],
    ['a version that is none', publishArgs('latest'), '--version must be a version by SemVer'],
    ['a version with leading zeros', publishArgs('01.2.3'), '--version must be a version by SemVer'],
    ['a version with empty parts', publishArgs('1.2.0-..'), '--version must be a version by SemVer'],
    ['a version with build metadata', publishArgs('1.2.0+7'), '--version must be a version by SemVer'],
    [
      'what installs nothing on the platform',
      publishArgs('2.0.0', 'macos'),
      'installs nothing on macOS: its name must end in',
    ],
    [
      'a share that is none',
      [...publishArgs('2.0.0'), '--percent', '101'],
      '--percent must be a whole number from 0 to 100',
    ],
    ['an unknown platform', publishArgs('2.0.0', 'linux'), '--platform must be one of windows, macos'],
    ['a file that is not there', publishArgs('2.0.0', 'windows', '/nowhere.exe'), 'is not a file'],
    ['notes that are not there', [...publishArgs('2.0.0').slice(0, -2), folder], 'en.md has to hold the release notes'],
    ['a key that is not there', [...publishArgs('2.0.0'), '--key', '/nowhere.pem'], 'There is no key in'],
  ])('refuses %s', async (_, args, sentence) => {
    const { code, output } = await operate(...args);
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toContain('    at ');
    expect(readdirSync(directory).toSorted()).toEqual(['macos-1.0.0', 'windows-1.0.0', 'windows-1.1.0']);
  });
});

describe('withdrawing and verifying', () => {
  it('a withdrawn version gives way to the one before', async () => {
    const { code, output } = await operate('release', 'withdraw', '--platform', 'windows', '--version', '1.1.0');
    expect([code, output]).toEqual([0, expect.stringContaining('Withdrawn: writing-ant-1.1.0-windows.exe')]);
    expect(await offered([await publicKey()])).toMatchObject({
      version: '1.0.0',
      versions: [
        { version: '1.1.0', status: 'withdrawn', withdrawnAt: expect.any(String) },
        { version: '1.0.0', status: 'available' },
      ],
    });
  });

  it('verifying finds a changed byte and a manifest that was tampered with', async () => {
    const good = await operate('release', 'verify');
    expect(good.code, good.output).toBe(0);
    expect(good.output).toContain('3 releases in');
    const file = path.join(directory, 'windows-1.0.0', 'writing-ant-1.0.0-windows.exe');
    const spoilt = Buffer.from(content);
    spoilt[partBytes + 1]! ^= 1;
    writeFileSync(file, spoilt);
    const manifest = path.join(directory, 'macos-1.0.0', 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"minimumSystem": "12"', '"minimumSystem": "11"'));
    const { code, output } = await operate('release', 'verify');
    expect(code).toBe(1);
    expect(output).toMatch(
      /windows-1\.0\.0: FAULTY: .*1 of 2 parts differ, the first is part 2.*signature does not fit/,
    );
    expect(output).toContain('macos-1.0.0: FAULTY: manifest.json is not as it was signed.');
    expect(existsSync(file)).toBe(true);
  });

  it('seals nothing anew that has lost its seal or bears somebody else’s, but withdraws it', async () => {
    expect((await operate(...publishArgs('2.0.0'))).code).toBe(0);
    const place = path.join(directory, 'windows-2.0.0', 'manifest.json');
    const { seal: _, ...manifest } = JSON.parse(readFileSync(place, 'utf8'));
    const forged = { ...manifest, sha256: sha256(Buffer.from('other')) };
    const stranger = releaseKeysOf(generateKeyPairSync('ed25519').privateKey);
    const version = ['--platform', 'windows', '--version', '2.0.0'];
    for (const [text, sentence] of [
      [JSON.stringify(forged), 'manifest.json is not signed'],
      [sealManifest(forged, stranger.manifests), 'which RELEASES_PUBLIC_KEY does not name'],
    ] as const) {
      writeFileSync(place, text);
      for (const change of [['stage', '--percent', '50'], ['pause']]) {
        const { code, output } = await operate('release', ...change, ...version);
        expect([code, output]).toEqual([1, expect.stringContaining(sentence)]);
        expect(readFileSync(place, 'utf8')).toBe(text);
      }
    }
    writeFileSync(place, JSON.stringify(forged));
    expect((await operate('release', 'withdraw', ...version)).code).toBe(0);
    const withdrawn = { withdrawnAt: expect.any(String), seal: { publicKey: await publicKey() } };
    expect(JSON.parse(readFileSync(place, 'utf8'))).toMatchObject(withdrawn);
  });
});

it('progress tells share, rate and the time that is left', () => {
  expect(describeProgress('Hashing', 7e9, 28e9, 10_000)).toBe(
    'Hashing [######..................]  25 %  7.0 of 28.0 GB, 700 MB/s, 30 s left',
  );
  expect(describeProgress('Hashing', 0, 28e9, 0)).toContain('estimating');
});
