import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ReleaseNotes } from '../../../shared/api/releases.ts';
import { locales } from '../../../shared/locales.ts';
import { OperatorMistake } from '../../contract/command.ts';
import { type Manifest, readManifest, sealManifest } from '../../delivery/releases/manifest.ts';
import { formatPublicKey, type ReleaseKeys } from '../../delivery/releases/minisign.ts';
import { type ComponentFile, describeFile, nameFile, storeBlockMap, storeComponents } from './component-files.ts';
import { FileHasher } from './file-hash.ts';
import { Progress } from './progress.ts';
import type { ReleaseShelf } from './release-shelf.ts';
import { signPlainFile } from './sparkle-signature.ts';

export interface ReleaseToPublish extends Pick<Manifest, 'platform' | 'version' | 'minimumSystem' | 'notes'> {
  /** The whole installer. */
  sourcePath: string;
  /** Of its name, with the dot. */
  ending: string;
  /** What an installed app fetches instead; none where it fetches the whole installer. */
  components?: readonly ComponentFile[];
  publishedAt: Date;
  /** To how many of the apps it is offered; empty for all. */
  share?: Pick<Manifest, 'stagingPercentage'>;
  mayLink: boolean;
}

/**
 * Hashes, signs and publishes a file and its components. Whatever goes wrong before the last step, the store continues to offer what it
 * did. Returns the manifest.
 */
export async function publishRelease(
  shelf: ReleaseShelf,
  keys: ReleaseKeys,
  release: ReleaseToPublish,
): Promise<Manifest> {
  const { platform, version, sourcePath, mayLink } = release;
  const fileName = nameFile(release, release.ending);
  const components = await storeComponents(shelf, keys, release, release.components ?? []);
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
      ...describeFile(keys, release, fileName, hashes),
      publicKey: formatPublicKey(keys.files),
      // Sparkle updates apps on macOS; its signature needs the file to be read two more times.
      ...(platform === 'macos' && { sparkleSignature: await signPlainFile(keys.sparkle, file.reread, hashes.sha512) }),
      // Update programs fetch the component that is the app.
      ...(components.length ? { components } : await storeBlockMap(shelf, sourcePath)),
      minimumSystem: release.minimumSystem,
      notes: release.notes,
      publishedAt: release.publishedAt.toISOString(),
      ...release.share,
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
