import { existsSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Release } from '../../../shared/api/releases.ts';
import { type Platform, platforms } from '../../../shared/business/product.ts';
import type { Config } from '../../config.ts';
import { openReleaseFolder } from './release-folder.ts';
import { makeSampleRelease } from './sample-release.ts';

/** A release whose file can be downloaded. */
export interface StoredRelease {
  platform: Platform;
  version: string;
  fileName: string;
  sizeBytes: number;
  /** Lower-case hexadecimal, as are those of the parts. */
  sha256: string;
  parts: { sizeBytes: number; sha256: string[] };
  /** Minisign signature of the file. */
  signature: string | null;
  publishedAt: Date;
}

/** Tells one file from every other that was ever handed out. */
type ReleaseFile = Pick<StoredRelease, 'platform' | 'version' | 'sha256'>;

/** Where releases are kept. */
export interface ReleaseStore {
  list(): Promise<StoredRelease[]>;
  /** Opens the file for reading; rejects when it is missing or not the one that was published. */
  openFile(file: ReleaseFile): Promise<FileHandle>;
}

/** The releases of every platform; on this machine a sample stands for Windows while none is published for it. */
export interface Releases {
  /** What is offered at `at`, for each platform. */
  list(at: Date): Promise<Release[]>;
  /** The newest release that is out at `at`. Undefined while the platform is not available. */
  findCurrent(platform: Platform, at: Date): Promise<StoredRelease | undefined>;
  /** Opens the file that was handed out under this version and hash; rejects when it is no longer there. */
  openFile(file: ReleaseFile): Promise<FileHandle>;
}

interface ReleasesOptions {
  store: Config['releases'];
  dataDir: string;
  /** Never for a public address: there, what is not published is not available. */
  offersSample: boolean;
  /** Told in one sentence when a release that appears while the server runs cannot be used. */
  onFault: (sentence: string) => void;
}

/**
 * Reads the releases and makes the sample. Throws one sentence per release that cannot be used, and one when the folder
 * that was asked for is not there.
 */
export async function openReleases({ store, dataDir, offersSample, onFault }: ReleasesOptions): Promise<Releases> {
  if (store.mustExist && !existsSync(store.directory))
    throw new Error(`RELEASES_DIR names a folder that is not there: ${store.directory}`);
  const published = await openReleaseFolder(store.directory, onFault);
  const sample = offersSample ? await makeSampleRelease(dataDir) : undefined;

  async function findCurrent(platform: Platform, at: Date): Promise<StoredRelease | undefined> {
    if (!platforms[platform].available) return undefined;
    const out = (await published.list()).filter((each) => each.platform === platform && each.publishedAt <= at);
    const newest = out.toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())[0];
    return newest ?? (sample?.release.platform === platform ? sample.release : undefined);
  }

  return {
    findCurrent,
    async list(at) {
      const names = Object.keys(platforms) as Platform[];
      return Promise.all(
        names.map(async (platform) => {
          const current = await findCurrent(platform, at);
          return describeRelease(platform, current, current !== undefined && current === sample?.release);
        }),
      );
    },
    async openFile(file) {
      return sample && isSameFile(file, sample.release) ? sample.openFile() : published.openFile(file);
    },
  };
}

function isSameFile(one: ReleaseFile, other: ReleaseFile): boolean {
  return one.platform === other.platform && one.version === other.version && one.sha256 === other.sha256;
}

function describeRelease(platform: Platform, release: StoredRelease | undefined, sample: boolean): Release {
  return {
    platform,
    status: release ? 'available' : 'coming-soon',
    testedVersions: [...platforms[platform].testedVersions],
    version: release?.version ?? null,
    fileName: release?.fileName ?? null,
    sizeBytes: release?.sizeBytes ?? null,
    sha256: release?.sha256 ?? null,
    parts: release?.parts ?? null,
    signature: release?.signature ?? null,
    publishedAt: sample ? null : (release?.publishedAt.toISOString() ?? null),
    sample,
  };
}
