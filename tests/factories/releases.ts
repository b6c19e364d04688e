import { createHash } from 'node:crypto';
import { mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifestName } from '../../server/delivery/releases/release-folder.ts';

export interface ReleaseFiles {
  folder: string;
  filePath: string;
  manifest: Record<string, unknown>;
  /** Rewrites the manifest with changes. */
  publish(changes?: Record<string, unknown>): void;
}

interface GivenRelease {
  platform?: string;
  version?: string;
  publishedAt?: string;
  content?: Buffer;
  /** Instead of content: a sparse file of this size, with `content` at its start. Its hash is then invented. */
  sparseBytes?: number;
  /** Those of a sparse file have invented hashes. */
  partBytes?: number;
}

/** Publishes a release below `directory`, as an operator would. */
export function writeRelease(directory: string, given: GivenRelease = {}): ReleaseFiles {
  const { platform = 'windows', version = '1.0.0', publishedAt = '2026-01-05T08:00:00Z' } = given;
  const partSizeBytes = given.partBytes ?? 64 * 1024 * 1024;
  const content = given.content ?? Buffer.from(`Installer ${version} for ${platform}`);
  const folder = path.join(directory, `${platform}-${version}`);
  const file = `writing-ant-${version}-${platform}.exe`;
  const filePath = path.join(folder, file);
  mkdirSync(folder, { recursive: true });
  writeFileSync(filePath, content);
  if (given.sparseBytes) truncateSync(filePath, given.sparseBytes);
  const { size } = statSync(filePath);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const sha256 = hash(content);
  const partHashes = Array.from({ length: Math.ceil(size / partSizeBytes) }, (_, index) =>
    given.sparseBytes ? sha256 : hash(content.subarray(index * partSizeBytes, (index + 1) * partSizeBytes)),
  );
  const manifest = {
    version,
    platform,
    file,
    size,
    sha256,
    parts: { size: partSizeBytes, sha256: partHashes },
    publishedAt,
  };
  const publish = (changes: Record<string, unknown> = {}) =>
    writeFileSync(path.join(folder, manifestName), JSON.stringify({ ...manifest, ...changes }));
  publish();
  return { folder, filePath, manifest, publish };
}
