import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { verifyHash } from '../delivery/releases/minisign.ts';
import { ExplainedError } from '../operator/explained-error.mjs';
import { sha256Hex } from '../sha256.ts';

/** What a package says of itself. */
export interface PackageManifest {
  version: string;
  /** As Node calls system and processor. */
  platform: string;
  node: string;
  /** SHA-256 of each file; symbolic links and this list are not among them. */
  files: Record<string, string>;
}

/** In the package's folder. */
export const manifestFile = 'manifest.json';

/** What the signature of a package says beside its bytes: an installer of the app, which the same key signs, is none. */
export const trustedComment = (version: string): string => `Writing Ant server ${version}`;

const versionPattern = String.raw`\d{4}-\d{2}-\d{2}-[\da-f]{10}`;
const archiveName = new RegExp(`^writing-ant-(${versionPattern})-([a-z\\d]+-[a-z\\d]+)\\.tar\\.gz$`);

/** Of the archive, and of the folder in it. */
export const packageName = (version: string, platform: string): string => `writing-ant-${version}-${platform}`;

/** What the name of an archive says. Throws an `ExplainedError` where it is none of this machine. */
export function readArchiveName(archive: string): { version: string; folder: string } {
  const [, version, platform] = archiveName.exec(path.basename(archive)) ?? [];
  if (!version || !platform)
    throw new ExplainedError(`${archive} is no package: its name is writing-ant-<version>-<platform>.tar.gz.`);
  const own = `${process.platform}-${process.arch}`;
  if (platform !== own) throw new ExplainedError(`${archive} is for ${platform}, and this machine is ${own}.`);
  return { version, folder: packageName(version, platform) };
}

/**
 * Compares an archive with the hash and the signature beside it. Throws an `ExplainedError` unless both are right and one of `publicKeys`
 * has signed it, as `PACKAGE_PUBLIC_KEY` names them.
 */
export async function verifyArchive(archive: string, publicKeys: readonly string[]): Promise<void> {
  const { version } = readArchiveName(archive);
  for (const file of [archive, `${archive}.sha256`, `${archive}.minisig`])
    if (!existsSync(file))
      throw new ExplainedError(`There is no ${file}: the archive, .sha256 and .minisig belong together.`);
  const [sha256, blake2b512] = [createHash('sha256'), createHash('blake2b512')];
  await pipeline(createReadStream(archive), async (chunks) => {
    for await (const chunk of chunks) {
      sha256.update(chunk);
      blake2b512.update(chunk);
    }
  });
  if (!readFileSync(`${archive}.sha256`, 'utf8').startsWith(`${sha256.digest('hex')} `))
    throw new ExplainedError(`${archive} is not what its .sha256 says: copy it again.`);
  const hash = blake2b512.digest();
  const signature = readFileSync(`${archive}.minisig`, 'utf8');
  if (!publicKeys.some((key) => verifyHash(key, hash, signature, trustedComment(version))))
    throw new ExplainedError(`${archive} is signed by no key of PACKAGE_PUBLIC_KEY: nothing was changed.`);
}

/** Files of an unpacked package that are missing or others than it says, at most `limit`. Throws where it has no manifest. */
export function findDamage(folder: string, limit = 5): string[] {
  const { files } = readManifest(folder);
  const damaged: string[] = [];
  for (const [file, hash] of Object.entries(files)) {
    const found = path.join(folder, file);
    if (!existsSync(found) || sha256Hex(readFileSync(found)) !== hash) damaged.push(file);
    if (damaged.length === limit) break;
  }
  return damaged;
}

export const readManifest = (folder: string): PackageManifest =>
  JSON.parse(readFileSync(path.join(folder, manifestFile), 'utf8'));
