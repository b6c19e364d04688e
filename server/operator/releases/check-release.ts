import { fileComment, type SealedManifest } from '../../delivery/releases/manifest.ts';
import { verifyHash } from '../../delivery/releases/minisign.ts';
import { FileHasher, partSizeBytes } from './file-hash.ts';
import { Progress } from './progress.ts';
import type { ReleaseShelf } from './release-shelf.ts';

/** Reads the whole file of a release again, and lists every deviation from its manifest. */
export async function listFileFaults(shelf: ReleaseShelf, manifest: SealedManifest): Promise<string[]> {
  if (manifest.parts.size !== partSizeBytes)
    return [`its parts have ${manifest.parts.size} bytes, not ${partSizeBytes}`];
  const hasher = new FileHasher();
  const progress = new Progress(`Reading ${manifest.platform} ${manifest.version}`, manifest.size);
  try {
    for await (const chunk of await shelf.read(manifest)) {
      hasher.update(chunk);
      progress.advance(chunk.length);
    }
  } catch (error) {
    return [`${manifest.file} cannot be read: ${error instanceof Error ? error.message : error}`];
  }
  progress.end();
  const found = hasher.digest();
  const faults: string[] = [];
  if (found.sizeBytes !== manifest.size) faults.push(`it has ${found.sizeBytes} bytes, not ${manifest.size}`);
  if (found.sha256 !== manifest.sha256) faults.push('its SHA-256 is another one');
  if (manifest.sha512 && found.sha512 !== manifest.sha512) faults.push('its SHA-512 is another one');
  const badParts = manifest.parts.sha256.flatMap((hash, index) => (found.partSha256[index] === hash ? [] : [index]));
  if (badParts.length)
    faults.push(
      `${badParts.length} of ${manifest.parts.sha256.length} parts differ, the first is part ${badParts[0]! + 1}`,
    );
  const { publicKey = '', signature } = manifest;
  if (signature && !verifyHash(publicKey, found.blake2b512, signature, fileComment(manifest)))
    faults.push('its minisign signature does not fit');
  return faults;
}
