import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type SigningKey, signHash } from '../../server/delivery/releases/minisign.ts';
import { manifestFile, type PackageManifest, packageName, trustedComment } from '../../server/deployment/package.ts';
import { sha256Hex } from '../../server/sha256.ts';
import { ExplainedError } from '../commands/step.mjs';
import { listContents, type PackedFile, packedFor } from './package-contents.ts';

interface PackageOptions {
  /** A clone with its packages installed. */
  root: string;
  siteFolder: string;
  version: string;
  /** Of the commit, in seconds: the time of every file. */
  committedAt: number;
  /** Where the archive, its hash and its signature go. */
  outFolder: string;
  /** Signs the archive. */
  key?: SigningKey;
  /** Of zlib; a test need not wait for the smallest archive. */
  compression?: number;
}

/**
 * Writes everything that production runs as one archive, with a list of its files in it, its SHA-256 and its signature beside it.
 * The same bytes each time: nothing in it tells where, when or by whom it was made. Returns the archive's path.
 */
export async function writePackage(options: PackageOptions): Promise<string> {
  const { root, siteFolder, version, committedAt, outFolder, key, compression = 6 } = options;
  const name = packageName(version, packedFor());
  fs.mkdirSync(outFolder, { recursive: true });
  const staged = fs.mkdtempSync(path.join(outFolder, '.staged-'));
  const archive = path.join(outFolder, `${name}.tar.gz`);
  try {
    stage(path.join(staged, name), listContents(root, siteFolder), version);
    const hashes = await pack(staged, name, { committedAt, compression, file: `${archive}.unfinished` });
    const about = { name: path.basename(archive), version };
    fs.writeFileSync(`${archive}.sha256`, `${hashes.sha256}  ${about.name}\n`);
    fs.rmSync(`${archive}.minisig`, { force: true });
    if (key) fs.writeFileSync(`${archive}.minisig`, signHash(key, hashes.blake2b512, trustedComment(version)));
    fs.renameSync(`${archive}.unfinished`, archive);
    return archive;
  } finally {
    fs.rmSync(staged, { recursive: true, force: true });
    fs.rmSync(`${archive}.unfinished`, { force: true });
  }
}

/** Puts the files where the archive has them, with modes that depend on nobody's umask, and writes the manifest. */
function stage(folder: string, contents: readonly PackedFile[], version: string): void {
  const files: PackageManifest['files'] = {};
  const put = (file: string, bytes: Buffer | string, mode: number) => {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, bytes);
    fs.chmodSync(target, mode);
    files[file] = sha256Hex(bytes);
  };
  for (const { path: file, from, isLink } of contents) {
    if (isLink) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.symlinkSync(from, path.join(folder, file));
    } else put(file, fs.readFileSync(from), fs.statSync(from).mode & 0o100 ? 0o755 : 0o644);
  }
  put('dist/version', `${version}\n`, 0o644);
  const manifest: PackageManifest = { version, platform: packedFor(), node: process.versions.node, files };
  fs.writeFileSync(path.join(folder, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o644 });
}

interface PackOptions {
  committedAt: number;
  compression: number;
  file: string;
}

/** GNU tar in an order, with times and owners of its own choice; gzip's head has neither name nor time. */
async function pack(staged: string, name: string, { committedAt, compression, file }: PackOptions) {
  const tar = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      `--mtime=@${committedAt}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      `--directory=${staged}`,
      name,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise<number | null>((resolve) => tar.on('close', resolve));
  const failed = new Promise<never>((_, reject) => tar.on('error', reject));
  const sha256 = createHash('sha256');
  const blake2b512 = createHash('blake2b512');
  const hashing = new Transform({
    transform(chunk, _, done) {
      sha256.update(chunk);
      blake2b512.update(chunk);
      done(null, chunk);
    },
  });
  const written = pipeline(tar.stdout, createGzip({ level: compression }), hashing, fs.createWriteStream(file));
  await Promise.race([written, failed]);
  if ((await ended) !== 0) throw new ExplainedError('GNU tar could not write the package: see above.');
  return { sha256: sha256.digest('hex'), blake2b512: blake2b512.digest() };
}
