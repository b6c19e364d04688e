import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { OperatorMistake } from '../../contract/command.ts';
import {
  type FileFacts,
  fileComment,
  type Manifest,
  type ManifestComponent,
} from '../../delivery/releases/manifest.ts';
import { type ReleaseKeys, signHash } from '../../delivery/releases/minisign.ts';
import { appComponent } from '../../delivery/releases/release.ts';
import { sha256Hex } from '../../sha256.ts';
import { FileHasher, type FileHashes, partSizeBytes } from './file-hash.ts';
import { Progress } from './progress.ts';
import type { ReleaseShelf } from './release-shelf.ts';
import { signPlainFile } from './sparkle-signature.ts';

type Named = Pick<Manifest, 'platform' | 'version'>;

export interface ComponentFile {
  name: string;
  sourcePath: string;
  /** With its dot. */
  ending: string;
}

/** Under this name people and apps get the file: the whole installer, or that of a component. */
export const nameFile = ({ platform, version }: Named, ending: string, component?: string): string =>
  `writing-ant-${version}-${platform}${component ? `-${component}` : ''}${ending}`;

/** What a manifest says of a file with these hashes. */
export function describeFile(keys: ReleaseKeys, { platform, version }: Named, file: string, hashes: FileHashes) {
  return {
    file,
    size: hashes.sizeBytes,
    sha256: hashes.sha256,
    sha512: hashes.sha512,
    parts: { size: partSizeBytes, sha256: hashes.partSha256 },
    signature: signHash(keys.files, hashes.blake2b512, fileComment({ file, version, platform })),
  };
}

/** Hashes, signs and stores the files of components; those that are stored already under their hash are not stored again. */
export async function storeComponents(
  shelf: ReleaseShelf,
  keys: ReleaseKeys,
  release: Named,
  files: readonly ComponentFile[],
): Promise<ManifestComponent[]> {
  const components: ManifestComponent[] = [];
  for (const { name, sourcePath, ending } of files) {
    const hashes = await hashFile(sourcePath, `Hashing ${name}`);
    const facts = await shelf.share({ sourcePath, sizeBytes: hashes.sizeBytes, sha256: hashes.sha256 });
    const isForSparkle = name === appComponent && release.platform === 'macos';
    const read = () => createReadStream(sourcePath);
    components.push({
      name,
      ...describeFile(keys, release, nameFile(release, ending, name), hashes),
      ...(isForSparkle && { sparkleSignature: await signPlainFile(keys.sparkle, read, hashes.sha512) }),
      ...(name === appComponent && (await storeBlockMap(shelf, sourcePath))),
      ...facts,
    });
  }
  return components;
}

async function hashFile(sourcePath: string, title: string): Promise<FileHashes> {
  const hasher = new FileHasher();
  const progress = new Progress(title, statSync(sourcePath).size);
  for await (const chunk of createReadStream(sourcePath, { highWaterMark: 4 * 1024 * 1024 })) {
    hasher.update(chunk);
    progress.advance(chunk.length);
  }
  progress.end();
  return hasher.digest();
}

/** As electron-builder writes it, as far as it is needed to see whether it is of the file. */
const blockMapSchema = z.object({ files: z.array(z.object({ sizes: z.array(z.number()) })) });

const blockMapOf = (sourcePath: string) => `${sourcePath}.blockmap`;

/**
 * The block map that electron-builder has left beside the file. Throws `OperatorMistake` for one of another file, with which each app
 * would put together a wrong file and then fetch the right one whole.
 */
export function requireFittingBlockMap(sourcePath: string): void {
  const file = blockMapOf(sourcePath);
  if (!existsSync(file)) return;
  let describedBytes: number | undefined;
  try {
    const { files } = z.parse(blockMapSchema, JSON.parse(gunzipSync(readFileSync(file)).toString()));
    describedBytes = files[0]?.sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    throw new OperatorMistake(`${file} is no block map, compressed by gzip.`);
  }
  const { size } = statSync(sourcePath);
  if (describedBytes !== size)
    throw new OperatorMistake(`${file} is of another file: it describes ${describedBytes} bytes, not ${size}.`);
}

/** Stores the block map that lies beside a file; nothing where there is none. */
export async function storeBlockMap(shelf: ReleaseShelf, sourcePath: string): Promise<Pick<FileFacts, 'blockMap'>> {
  const file = blockMapOf(sourcePath);
  if (!existsSync(file)) return {};
  const content = readFileSync(file);
  const [size, sha256] = [content.length, sha256Hex(content)];
  const facts = await shelf.share({ sourcePath: file, sizeBytes: size, sha256 });
  return { blockMap: { size, sha256, ...facts } };
}

/** The ending of a component's name, both of them of `.tar.gz`. */
export const endingOf = (file: string): string => /(?:\.tar)?\.[A-Za-z0-9]{1,10}$/.exec(path.basename(file))?.[0] ?? '';
