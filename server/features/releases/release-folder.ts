import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readManifest, type SealTrust, toStoredRelease } from './manifest.ts';
import type { ReleaseStore, StoredRelease } from './releases.ts';

/** The file that makes a folder a release. It is written last, so that half a release is none. */
export const manifestName = 'manifest.json';

/** Folders with such a name are releases in preparation; only a finished one gets its final name. */
export const draftMark = '.publishing-';

interface FolderEntry {
  /** Changes when the manifest does. */
  manifestMark: string;
  release: StoredRelease;
  filePath: string;
  /** Changes when the file does. */
  fileMark: string;
}

/**
 * Releases in folders on the local disk, updated as they appear, change and disappear. Throws when one of the initial
 * ones cannot be used; later faults are reported to `onFault` once, and the previous releases stay in use.
 */
export async function openReleaseFolder(
  directory: string,
  trust: SealTrust,
  onFault: (sentence: string) => void,
  lookAgainMs = 0,
): Promise<ReleaseStore> {
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
        const entry = { ...(await readRelease(manifestPath, trust)), manifestMark };
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

  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** One look serves everybody who asks meanwhile. */
  async function noticeNowAndThen(): Promise<void> {
    if (performance.now() - lookedAt < lookAgainMs) return;
    looking ??= notice().finally(() => {
      looking = undefined;
      lookedAt = performance.now();
    });
    await looking;
  }

  return {
    async list() {
      await noticeNowAndThen();
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

async function readRelease(manifestPath: string, trust: SealTrust): Promise<Omit<FolderEntry, 'manifestMark'>> {
  const release = toStoredRelease(readManifest(await readFile(manifestPath, 'utf8'), trust));
  const { fileName, sizeBytes, withdrawnAt } = release;
  const filePath = path.join(path.dirname(manifestPath), fileName);
  // The file of a withdrawn release may be gone: nobody gets it any more.
  if (withdrawnAt) return { filePath, fileMark: '', release };
  const found = await stat(filePath, { bigint: true });
  if (!found.isFile() || found.size !== BigInt(sizeBytes))
    throw new Error(`${fileName} has ${found.size} bytes, not ${sizeBytes}.`);
  return { filePath, fileMark: markOf(found), release };
}

/** A file already issued is found again by platform and version, so together they must identify one release. */
function requireUnique(others: Iterable<FolderEntry>, { platform, version }: StoredRelease): void {
  for (const { release } of others)
    if (release.platform === platform && release.version === version)
      throw new Error(`another folder already holds version ${version} for ${platform}.`);
}

/** The folders of releases; a name that starts with a dot marks one in preparation. */
export async function listFolders(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() || entry.name.startsWith('.') ? [] : [entry.name]));
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
