import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ReleaseNotes } from '../../../shared/api/releases.ts';
import { locales } from '../../../shared/locales.ts';
import { OperatorMistake } from '../../contract/command.ts';
import { fileComment, type Manifest, readManifest, sealManifest } from '../../delivery/releases/manifest.ts';
import { formatPublicKey, type ReleaseKeys, signHash } from '../../delivery/releases/minisign.ts';
import { FileHasher, partSizeBytes } from './file-hash.ts';
import { Progress } from './progress.ts';
import type { ReleaseShelf } from './release-shelf.ts';
import { signPlainFile } from './sparkle-signature.ts';

export interface ReleaseToPublish extends Pick<Manifest, 'platform' | 'version' | 'minimumSystem' | 'notes'> {
  sourcePath: string;
  /** The name under which it is offered: its extension is that of the source. */
  fileName: string;
  publishedAt: Date;
  mayLink: boolean;
}

/**
 * Hashes, signs and publishes a file. Whatever goes wrong before the last step, the store continues to offer what it
 * did. Returns the manifest.
 */
export async function publishRelease(
  shelf: ReleaseShelf,
  keys: ReleaseKeys,
  release: ReleaseToPublish,
): Promise<Manifest> {
  const { platform, version, fileName, sourcePath, mayLink } = release;
  const sizeBytes = statSync(sourcePath).size;
  const hasher = new FileHasher();
  const progress = new Progress('Hashing', sizeBytes);
  const onChunk = (chunk: Buffer) => {
    hasher.update(chunk);
    progress.advance(chunk.length);
  };
  const file = await shelf.bring({ platform, version, fileName, sourcePath, sizeBytes, mayLink, onChunk });
  try {
    progress.end();
    const hashes = hasher.digest();
    const manifest: Manifest = {
      version,
      platform,
      file: fileName,
      size: hashes.sizeBytes,
      sha256: hashes.sha256,
      sha512: hashes.sha512,
      parts: { size: partSizeBytes, sha256: hashes.partSha256 },
      publicKey: formatPublicKey(keys.files),
      signature: signHash(keys.files, hashes.blake2b512, fileComment({ file: fileName, version, platform })),
      // Sparkle updates apps on macOS; its signature needs the file to be read two more times.
      ...(platform === 'macos' && { sparkleSignature: await signPlainFile(keys.sparkle, file.reread, hashes.sha512) }),
      minimumSystem: release.minimumSystem,
      notes: release.notes,
      publishedAt: release.publishedAt.toISOString(),
      ...file.facts,
    };
    const text = sealManifest(manifest, keys.manifests);
    // Validated as the server will: what it would refuse must not be published.
    readManifest(text, { publicKeys: [formatPublicKey(keys.manifests)], demandsSeal: true });
    await file.publish(text);
    return manifest;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/** The notes in `folder`: `<language>.md`, one for each language of the site. Throws `OperatorMistake`. */
export function readNotes(folder: string): ReleaseNotes {
  const notes = locales.map((locale) => {
    const file = path.join(folder, `${locale}.md`);
    let text = '';
    try {
      text = readFileSync(file, 'utf8').trim();
    } catch {
      // Reported below, like an empty one.
    }
    if (!text) throw new OperatorMistake(`${file} has to hold the release notes in this language.`);
    return [locale, text];
  });
  return Object.fromEntries(notes);
}
