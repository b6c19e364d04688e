import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatPublicKey, releaseKeysOf } from '../../server/delivery/releases/minisign.ts';
import { findDamage, readManifest, verifyArchive } from '../../server/deployment/package.ts';
import { sha256Hex } from '../../server/sha256.ts';
import { writeBuiltSite } from '../../tests/factories/built-site.ts';
import { writePackage } from './write-package.ts';

const root = path.resolve(import.meta.dirname, '../..');
const version = '2026-11-28-0123456789';
const keys = releaseKeysOf(generateKeyPairSync('ed25519').privateKey);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'writing-ant-package-'));
const site = writeBuiltSite();
const copied = path.join(folder, 'site');
const clone = path.join(folder, 'clone');
let archives: string[] = [];

/**
 * This clone, but what takes the place of its Node only starts that: the binary is half of a package, and packed whole where a package
 * is deployed (tests/durability/postgresql).
 */
function linkClone(): void {
  const nodePackage = `node_modules/node-${process.platform}-${process.arch}`;
  fs.mkdirSync(path.join(clone, nodePackage, 'bin'), { recursive: true });
  const beside = fs.readdirSync(path.join(root, 'node_modules')).map((name) => `node_modules/${name}`);
  const around = ['content', 'deploy', 'server', 'shared', 'package.json', 'package-lock.json'];
  for (const name of [...around, ...beside])
    if (name !== nodePackage) fs.symlinkSync(path.join(root, name), path.join(clone, name));
  for (const name of ['package.json', 'LICENSE'])
    fs.copyFileSync(path.join(root, nodePackage, name), path.join(clone, nodePackage, name));
  const starter = `#!/bin/sh\nexec '${process.execPath}' "$@"\n`;
  fs.writeFileSync(path.join(clone, nodePackage, 'bin/node'), starter, { mode: 0o755 });
}

/** The second time from copies that are newer and that others may read less, by somebody with another mask. */
beforeAll(async () => {
  linkClone();
  fs.cpSync(site.directory, copied, { recursive: true });
  for (const file of fs.readdirSync(copied, { recursive: true, encoding: 'utf8' }))
    if (fs.statSync(path.join(copied, file)).isFile()) fs.chmodSync(path.join(copied, file), 0o600);
  const write = (siteFolder: string, name: string) =>
    writePackage({
      root: clone,
      siteFolder,
      version,
      committedAt: 1_790_000_000,
      outFolder: path.join(folder, name),
      key: keys.files,
      compression: 1,
    });
  const first = await write(site.directory, 'one');
  const mask = process.umask(0o077);
  const second = await write(copied, 'two').finally(() => process.umask(mask));
  archives = [first, second];
});
afterAll(() => {
  site.remove();
  fs.rmSync(folder, { recursive: true, force: true });
});

it('has the same bytes each time, hash and signature included', () => {
  for (const ending of ['', '.sha256', '.minisig']) {
    const [one, other] = archives.map((archive) => sha256Hex(fs.readFileSync(archive + ending)));
    expect(other, ending).toBe(one);
  }
});

it('is what production runs, and nothing else, and belongs to root with modes that are everybody’s', () => {
  const listed = execFileSync('tar', ['--list', '--verbose', '--numeric-owner', '--gzip', `--file=${archives[1]}`], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const entries = listed
    .trim()
    .split('\n')
    .map((line) => /^(?<head>\S+ \S+) +\d+ \S+ \S+ [^/]+\/(?<file>.*?)(?: -> .*)?$/.exec(line)!.groups!);
  const files = entries.map(({ file }) => file!);
  for (const needed of [
    'deploy/writing-ant',
    'dist/site/site.json',
    'dist/version',
    'manifest.json',
    'node_modules/.bin/node',
    'node_modules/fastify/package.json',
    'server/main.ts',
    'shared/business/company.ts',
    'content/legal/versions.json',
  ])
    expect(files).toContain(needed);
  const foreign =
    /\.test\.tsx?$|^(app|clients|docs|scripts|stand-ins|tests|workshop)\/|^node_modules\/(vite|vitest|typescript|react|@playwright|@biomejs)\/|\.d\.ts$|\.map$/;
  expect(files.filter((file) => foreign.test(file))).toEqual([]);
  // Any package of production may bring a licence, and none is without the one that it has.
  expect(files).toContain('node_modules/fastify/LICENSE');
  expect([...new Set(entries.map(({ head }) => head))].toSorted()).toEqual([
    ...['-rw-r--r-- 0/0', '-rwxr-xr-x 0/0', 'drwxr-xr-x 0/0', 'lrwxr-xr-x 0/0'],
  ]);
});

it('is believed with its hash and the signature of a key that is named, and not otherwise', async () => {
  const [archive = ''] = archives;
  const trusted = [formatPublicKey(keys.files)];
  await verifyArchive(archive, trusted);
  const stranger = releaseKeysOf(generateKeyPairSync('ed25519').privateKey);
  await expect(verifyArchive(archive, [formatPublicKey(stranger.files)])).rejects.toThrow(
    'signed by no key of PACKAGE_PUBLIC_KEY',
  );
  await expect(verifyArchive(archive, [])).rejects.toThrow('signed by no key');
  const bytes = fs.readFileSync(archive);
  bytes[bytes.length - 9]! ^= 1;
  const changed = path.join(folder, path.basename(archive));
  for (const ending of ['.sha256', '.minisig']) fs.copyFileSync(archive + ending, changed + ending);
  fs.writeFileSync(changed, bytes);
  await expect(verifyArchive(changed, trusted)).rejects.toThrow('is not what its .sha256 says');
  // Whoever can change the archive can change the hash beside it.
  fs.writeFileSync(`${changed}.sha256`, `${sha256Hex(bytes)}  ${path.basename(archive)}\n`);
  await expect(verifyArchive(changed, trusted)).rejects.toThrow('signed by no key');
  // Neither is an archive that the key has signed under another version's name.
  const renamed = path.join(folder, path.basename(archive).replace('0123456789', '9876543210'));
  for (const ending of ['', '.sha256', '.minisig']) fs.copyFileSync(archive + ending, renamed + ending);
  await expect(verifyArchive(renamed, trusted)).rejects.toThrow('signed by no key');
});

it('lists its files, so that one that is missing or changed is found', () => {
  execFileSync('tar', ['--extract', '--gzip', `--file=${archives[0]}`, `--directory=${folder}`]);
  const unpacked = path.join(folder, `writing-ant-${version}-${process.platform}-${process.arch}`);
  const { files, ...about } = readManifest(unpacked);
  expect(about).toEqual({ version, platform: `${process.platform}-${process.arch}`, node: process.versions.node });
  expect(files['server/main.ts']).toBe(sha256Hex(fs.readFileSync(path.join(root, 'server/main.ts'))));
  expect(execFileSync(path.join(unpacked, 'deploy/writing-ant'), ['--version'], { encoding: 'utf8' }).trim()).toBe(
    version,
  );
  expect(findDamage(unpacked)).toEqual([]);
  fs.rmSync(path.join(unpacked, 'package.json'));
  fs.appendFileSync(path.join(unpacked, 'server/main.ts'), '\n');
  expect(findDamage(unpacked)).toEqual(['package.json', 'server/main.ts']);
});
