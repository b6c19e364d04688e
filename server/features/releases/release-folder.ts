import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { releaseNotes } from '../../../shared/api/releases.ts';
import { type Platform, platforms } from '../../../shared/business/product.ts';
import type { ReleaseStore, StoredRelease } from './releases.ts';

/** The file of a release folder that makes it a release. It is written last, so that half a release is none. */
export const manifestName = 'manifest.json';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Names that need no quoting in a header, in an address or on any file system (RFC 6266, section 4.3). */
const fileName = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/));

const wholeNumber = z.int().check(z.positive());

/**
 * `<RELEASES_DIR>/<any name>/manifest.json`, beside the file it names. Sizes in bytes; `parts.sha256` are the hashes of
 * consecutive parts of `parts.size` bytes; `publishedAt` may lie ahead.
 */
const manifestSchema = z
  .strictObject({
    version: z.string().check(z.regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}(-[0-9A-Za-z.-]{1,40})?$/)),
    platform: z.enum(Object.keys(platforms) as [Platform]),
    file: fileName,
    size: wholeNumber,
    sha256,
    parts: z.strictObject({ size: wholeNumber, sha256: z.array(sha256) }),
    signature: z.optional(z.string()),
    publicKey: z.optional(z.string()),
    minimumSystem: z.optional(z.string()),
    notes: z.optional(releaseNotes),
    withdrawnAt: z.optional(z.iso.datetime()),
    publishedAt: z.iso.datetime(),
  })
  .check(
    z.refine(({ size, parts }) => parts.sha256.length === Math.ceil(size / parts.size), {
      path: ['parts', 'sha256'],
      error: 'must hold one hash for each part',
    }),
  );

interface FolderEntry {
  /** Changes when the manifest does. */
  manifestMark: string;
  release: StoredRelease;
  filePath: string;
  /** Changes when the file does. */
  fileMark: string;
}

/**
 * Releases in folders on the local disk, noticed as they come, change and go. Throws when one of those there at first
 * cannot be used; of a later fault `onFault` is told once, and what was there before stays in use.
 */
export async function openReleaseFolder(directory: string, onFault: (sentence: string) => void): Promise<ReleaseStore> {
  let entries = new Map<string, FolderEntry>();
  const reportedFaults = new Map<string, string>();

  async function refresh(report: (folder: string, mark: string, fault: string) => void): Promise<void> {
    const next = new Map<string, FolderEntry>();
    for (const folder of await listFolders(directory)) {
      const manifestPath = path.join(directory, folder, manifestName);
      const manifestMark = await findMark(manifestPath);
      if (!manifestMark) continue;
      const known = entries.get(folder);
      if (known?.manifestMark === manifestMark) {
        next.set(folder, known);
        continue;
      }
      try {
        const entry = { ...(await readRelease(manifestPath)), manifestMark };
        requireUnique(next.values(), entry.release);
        next.set(folder, entry);
      } catch (error) {
        report(folder, manifestMark, error instanceof Error ? error.message : String(error));
        if (known) next.set(folder, known);
      }
    }
    entries = next;
  }

  const faults: string[] = [];
  await refresh((folder, _mark, fault) => faults.push(`The release in ${path.join(directory, folder)}: ${fault}`));
  if (faults.length) throw new Error(faults.join('\n'));

  async function notice(): Promise<void> {
    await refresh((folder, mark, fault) => {
      if (reportedFaults.get(folder) === mark) return;
      reportedFaults.set(folder, mark);
      onFault(`The release in the folder ${folder} cannot be used: ${fault}`);
    });
  }

  return {
    async list() {
      await notice();
      return [...entries.values()].map((entry) => entry.release);
    },
    async openFile({ platform, version, sha256 }) {
      await notice();
      const entry = [...entries.values()].find(
        ({ release }) => release.platform === platform && release.version === version && release.sha256 === sha256,
      );
      if (!entry) throw new Error(`Version ${version} for ${platform} is not in this store any more.`);
      return openUnchanged(entry);
    },
  };
}

async function openUnchanged({ filePath, fileMark }: FolderEntry): Promise<FileHandle> {
  const file = await open(filePath);
  if (markOf(await file.stat({ bigint: true })) === fileMark) return file;
  await file.close();
  throw new Error(`${filePath} has changed since its manifest was read.`);
}

async function readRelease(manifestPath: string): Promise<Omit<FolderEntry, 'manifestMark'>> {
  const manifest = manifestSchema.safeParse(JSON.parse(await readFile(manifestPath, 'utf8')));
  if (!manifest.success) throw new Error(`${manifestName} is not valid. ${z.prettifyError(manifest.error)}`);
  const { file, size, parts, ...rest } = manifest.data;
  const filePath = path.join(path.dirname(manifestPath), file);
  const found = await stat(filePath, { bigint: true });
  if (!found.isFile() || found.size !== BigInt(size)) throw new Error(`${file} has ${found.size} bytes, not ${size}.`);
  return {
    filePath,
    fileMark: markOf(found),
    release: {
      platform: rest.platform,
      version: rest.version,
      fileName: file,
      sizeBytes: size,
      sha256: rest.sha256,
      parts: { sizeBytes: parts.size, sha256: parts.sha256 },
      signature: rest.signature ?? null,
      publicKey: rest.publicKey ?? null,
      minimumSystem: rest.minimumSystem ?? null,
      notes: rest.notes ?? null,
      publishedAt: new Date(rest.publishedAt),
      withdrawnAt: rest.withdrawnAt ? new Date(rest.withdrawnAt) : null,
    },
  };
}

/** What was handed out is found again by platform and version, so both together must name one release. */
function requireUnique(others: Iterable<FolderEntry>, { platform, version }: StoredRelease): void {
  for (const { release } of others)
    if (release.platform === platform && release.version === version)
      throw new Error(`another folder already holds version ${version} for ${platform}.`);
}

async function listFolders(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.filter((entry) => !entry.isFile()).map((entry) => entry.name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function findMark(filePath: string): Promise<string | undefined> {
  try {
    return markOf(await stat(filePath, { bigint: true }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function markOf({ ino, size, mtimeNs }: { ino: bigint; size: bigint; mtimeNs: bigint }): string {
  return `${ino} ${size} ${mtimeNs}`;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
