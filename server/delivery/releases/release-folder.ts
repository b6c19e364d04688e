import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { readManifest, type SealTrust, toStoredRelease } from './manifest.ts';
import { holdsFile, type ReleaseStore, type StoredRelease, sharedFilesOf } from './release.ts';

/** The file that makes a folder a release. It is written last, so that half a release is none. */
export const manifestName = 'manifest.json';

/** Folders with such a name are releases in preparation; only a finished one gets its final name. */
export const draftMark = '.publishing-';

/** Files that releases share are here, each under its SHA-256. */
export const sharedFolder = '.files';

interface FolderEntry {
  /** Changes when the manifest does. */
  manifestMark: string;
  release: StoredRelease;
  /** By SHA-256, with a mark that changes when the file does. */
  files: Map<string, { filePath: string; fileMark: string }>;
}

/**
 * Releases in folders on the local disk, updated as they appear, change and disappear. One that cannot be used is skipped,
 * or stays as it was before, and is reported to `onFault` once.
 */
export async function openReleaseFolder(
  { directory, mustExist, lookAgainMs = 0 }: Pick<Config['releases'], 'directory' | 'mustExist' | 'lookAgainMs'>,
  trust: SealTrust,
  onFault: (sentence: string) => void,
): Promise<ReleaseStore> {
  let entries = new Map<string, FolderEntry>();
  /** Of the last look: by folder, the manifest in which it was found. */
  let faults = new Map<string, string>();

  async function notice(): Promise<void> {
    const next = new Map<string, FolderEntry>();
    const found = new Map<string, string>();
    const report = (folder: string, mark: string, error: unknown) => {
      found.set(folder, mark);
      if (faults.get(folder) === mark) return;
      const place = path.join(directory, folder);
      onFault(`The release in ${place} cannot be used: ${error instanceof Error ? error.message : error}`);
    };
    const folders = await listFolders(directory, mustExist);
    const knownOnes = folders.flatMap((folder) => entries.get(folder) ?? []);
    for (const folder of folders) {
      const known = entries.get(folder);
      let manifestMark: string | undefined = '';
      try {
        const manifestPath = path.join(directory, folder, manifestName);
        manifestMark = await findMark(manifestPath);
        if (!manifestMark) continue;
        if (known?.manifestMark === manifestMark) {
          next.set(folder, known);
          continue;
        }
        const entry = { ...(await readRelease(manifestPath, trust)), manifestMark };
        requireUnique([...next.values(), ...knownOnes.filter((each) => each !== known)], entry.release);
        next.set(folder, entry);
      } catch (error) {
        report(folder, manifestMark ?? '', error);
        if (known) next.set(folder, known);
      }
    }
    entries = next;
    faults = found;
  }

  /** The folder of all of them: what was known stays. */
  function reportWhole(error: unknown): void {
    const sentence = `The releases cannot be read: ${error instanceof Error ? error.message : error}`;
    if (faults.get('') !== sentence) onFault(sentence);
    faults = new Map([['', sentence]]);
  }

  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** One look serves everybody who asks meanwhile. */
  async function noticeNowAndThen(): Promise<void> {
    if (performance.now() - lookedAt < lookAgainMs) return;
    looking ??= notice()
      .catch(reportWhole)
      .finally(() => {
        looking = undefined;
        lookedAt = performance.now();
      });
    await looking;
  }

  await noticeNowAndThen();

  return {
    async faults() {
      await noticeNowAndThen();
      return [...faults.keys()];
    },
    async list() {
      await noticeNowAndThen();
      return [...entries.values()].map((entry) => entry.release);
    },
    async openFile({ platform, version, sha256 }) {
      await notice().catch(reportWhole);
      const entry = [...entries.values()].find(({ release }) => holdsFile(release, { platform, version, sha256 }));
      const file = entry?.files.get(sha256);
      if (!file) throw new Error(`Version ${version} for ${platform} is not in this store any more.`);
      return openUnchanged(file);
    },
  };
}

async function openUnchanged({ filePath, fileMark }: { filePath: string; fileMark: string }): Promise<FileHandle> {
  const file = await open(filePath);
  if (markOf(await file.stat({ bigint: true })) === fileMark) return file;
  await file.close();
  throw new Error(`${filePath} has changed since its manifest was read.`);
}

async function readRelease(manifestPath: string, trust: SealTrust): Promise<Omit<FolderEntry, 'manifestMark'>> {
  const release = toStoredRelease(readManifest(await readFile(manifestPath, 'utf8'), trust));
  const files: FolderEntry['files'] = new Map();
  // The files of a withdrawn release may be gone: nobody gets them any more.
  if (release.withdrawnAt) return { files, release };
  const folder = path.dirname(manifestPath);
  for (const { sha256, sizeBytes } of sharedFilesOf(release))
    files.set(sha256, await findWhole(path.join(folder, '..', sharedFolder, sha256), sizeBytes));
  files.set(release.sha256, await findWhole(path.join(folder, release.fileName), release.sizeBytes));
  return { files, release };
}

async function findWhole(filePath: string, sizeBytes: number) {
  const found = await stat(filePath, { bigint: true });
  if (!found.isFile() || found.size !== BigInt(sizeBytes))
    throw new Error(`${path.basename(filePath)} has ${found.size} bytes, not ${sizeBytes}.`);
  return { filePath, fileMark: markOf(found) };
}

/** A file already issued is found again by platform and version, so together they must identify one release. */
function requireUnique(others: Iterable<FolderEntry>, { platform, version }: StoredRelease): void {
  for (const { release } of others)
    if (release.platform === platform && release.version === version)
      throw new Error(`another folder already holds version ${version} for ${platform}.`);
}

/** The folders of releases; a name that starts with a dot marks one in preparation. */
export async function listFolders(directory: string, mustExist = false): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isFile() || entry.name.startsWith('.') ? [] : [entry.name]));
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (mustExist) throw new Error(`RELEASES_DIR names a folder that is not there: ${directory}`);
    return [];
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
