import { createHash } from 'node:crypto';
import { type FileFacts, fileComment, type SealedManifest } from '../../delivery/releases/manifest.ts';
import { verifyHash } from '../../delivery/releases/minisign.ts';
import { FileHasher, partSizeBytes } from './file-hash.ts';
import { Progress } from './progress.ts';
import type { ReleaseShelf } from './release-shelf.ts';

/** Reads all files of a release again, and lists every deviation from its manifest. */
export async function listFileFaults(shelf: ReleaseShelf, manifest: SealedManifest): Promise<string[]> {
  const faults = await listFaults(manifest, manifest, () => shelf.read(manifest));
  for (const each of manifest.components ?? []) {
    const found = await listFaults(manifest, each, () => shelf.readShared(each.sha256));
    faults.push(...found.map((fault) => `component ${each.name}: ${fault}`));
  }
  for (const { file, blockMap } of [manifest, ...(manifest.components ?? [])]) {
    if (!blockMap) continue;
    const hash = createHash('sha256');
    try {
      for await (const chunk of await shelf.readShared(blockMap.sha256)) hash.update(chunk);
      if (hash.digest('hex') !== blockMap.sha256) faults.push(`the block map of ${file} is another one`);
    } catch (error) {
      faults.push(`the block map of ${file} cannot be read: ${sentenceOf(error)}`);
    }
  }
  return faults;
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function listFaults(
  manifest: SealedManifest,
  facts: FileFacts,
  open: () => Promise<AsyncIterable<Buffer>>,
): Promise<string[]> {
  const { platform, version, publicKey = '' } = manifest;
  if (facts.parts.size !== partSizeBytes) return [`its parts have ${facts.parts.size} bytes, not ${partSizeBytes}`];
  const hasher = new FileHasher();
  const progress = new Progress(`Reading ${facts.file}`, facts.size);
  try {
    for await (const chunk of await open()) {
      hasher.update(chunk);
      progress.advance(chunk.length);
    }
  } catch (error) {
    return [`${facts.file} cannot be read: ${sentenceOf(error)}`];
  }
  progress.end();
  const found = hasher.digest();
  const faults: string[] = [];
  if (found.sizeBytes !== facts.size) faults.push(`it has ${found.sizeBytes} bytes, not ${facts.size}`);
  if (found.sha256 !== facts.sha256) faults.push('its SHA-256 is another one');
  if (facts.sha512 && found.sha512 !== facts.sha512) faults.push('its SHA-512 is another one');
  const badParts = facts.parts.sha256.flatMap((hash, index) => (found.partSha256[index] === hash ? [] : [index]));
  if (badParts.length)
    faults.push(
      `${badParts.length} of ${facts.parts.sha256.length} parts differ, the first is part ${badParts[0]! + 1}`,
    );
  const says = fileComment({ file: facts.file, version, platform });
  if (facts.signature && !verifyHash(publicKey, found.blake2b512, facts.signature, says))
    faults.push('its minisign signature does not fit');
  return faults;
}
