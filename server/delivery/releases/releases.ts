import type { FileHandle } from 'node:fs/promises';
import type { Release, ReleaseVersion, ReleaseVersionAnswer } from '../../../shared/api/releases.ts';
import { type Platform, platforms } from '../../../shared/business/product.ts';
import { compareSemanticVersions, readSemanticVersion } from '../../../shared/semantic-version.ts';
import type { Config } from '../../config/config.ts';
import { oncePerServer } from '../../contract/once-per-server.ts';
import type { ReleaseFile, RemoteFile, StoredRelease } from './release.ts';
import { openReleaseBucket } from './release-bucket.ts';
import { openReleaseFolder } from './release-folder.ts';
import { openIndexCounter } from './release-index.ts';
import { makeSampleRelease } from './sample-release.ts';

export type { RemoteFile, StoredRelease } from './release.ts';

/** The releases of every platform; on this machine a sample stands in for Windows while none is published. */
export interface Releases {
  /** What is offered at `at`, for each platform. */
  list(at: Date): Promise<Release[]>;
  /**
   * Every release of the platform that is out at `at`, the highest version first; includes withdrawn ones and pre-releases,
   * but not the sample.
   */
  findOut(platform: Platform, at: Date): Promise<StoredRelease[]>;
  /** Those of them that are offered to everybody: neither withdrawn nor a pre-release. */
  findOffered(platform: Platform, at: Date): Promise<StoredRelease[]>;
  /** Every detail of one version that is out at `at`, including the sample. Undefined when there is none. */
  findVersion(platform: Platform, version: string, at: Date): Promise<ReleaseVersionAnswer | undefined>;
  /** Those of `files` that have been withdrawn; the store is checked once. */
  findWithdrawn<File extends ReleaseFile>(files: readonly File[]): Promise<Set<File>>;
  /** The highest version that is offered at `at`. Undefined while the platform is not available. */
  findCurrent(platform: Platform, at: Date): Promise<StoredRelease | undefined>;
  /** Opens the file issued under this version and hash; rejects when it is no longer there. */
  openFile(file: ReleaseFile): Promise<FileHandle>;
  /** Where the file is when it is not on this machine; rejects when it is no longer there. */
  findRemote(file: ReleaseFile): Promise<RemoteFile | undefined>;
  /** What cannot be used, in a few words each, as far as it is known at once. */
  faults(): Promise<string[]>;
}

interface ReleasesOptions {
  store: Config['releases'];
  dataDir: string;
  /** Never for a public address: there, what is not published is not available. */
  offersSample: boolean;
  /** Whether only signed releases are used; always true for a public address. */
  demandsSeal?: boolean;
  /** Receives one sentence when a release, or the place of all of them, cannot be read: that stops nothing else. */
  onFault: (sentence: string) => void;
}

/** The releases of this server. */
export const getReleases = oncePerServer(({ config, log }) =>
  openReleases({
    store: config.releases,
    dataDir: config.dataDir,
    offersSample: !config.isPublic,
    demandsSeal: config.isPublic,
    onFault: (sentence) => log.error(sentence),
  }),
);

/** Reads the releases and makes the sample. */
export async function openReleases(options: ReleasesOptions): Promise<Releases> {
  const { store, dataDir, offersSample, demandsSeal = false, onFault } = options;
  const trust = { publicKeys: store.publicKeys ?? [], demandsSeal };
  const published = store.bucket
    ? await openReleaseBucket(store.bucket, trust, openIndexCounter(dataDir), onFault)
    : await openReleaseFolder(store, trust, onFault);
  const sample = offersSample ? await makeSampleRelease(dataDir) : undefined;

  async function findCurrent(platform: Platform, at: Date): Promise<StoredRelease | undefined> {
    if (!platforms[platform].available) return undefined;
    const [out, [offered]] = await Promise.all([findOut(platform, at), findOffered(platform, at)]);
    if (offered || out.some(isForEverybody)) return offered;
    return sample?.release.platform === platform ? sample.release : undefined;
  }

  async function findOut(platform: Platform, at: Date): Promise<StoredRelease[]> {
    if (!platforms[platform].available) return [];
    const out = (await published.list()).filter((each) => each.platform === platform && each.publishedAt <= at);
    return out.toSorted((one, other) => compareVersions(other, one));
  }

  const findOffered = async (platform: Platform, at: Date) =>
    (await findOut(platform, at)).filter((each) => isForEverybody(each) && !each.withdrawnAt);

  return {
    findCurrent,
    findOut,
    findOffered,
    faults: async () => (await published.faults()).map((name) => (name ? `release ${name}` : 'releases')),
    async list(at) {
      const names = Object.keys(platforms) as Platform[];
      return Promise.all(
        names.map(async (platform) => {
          const [current, out] = await Promise.all([findCurrent(platform, at), findOut(platform, at)]);
          const isSample = current !== undefined && current === sample?.release;
          return describeRelease(platform, current, out.filter(isForEverybody), isSample);
        }),
      );
    },
    async findVersion(platform, version, at) {
      const known = [...(await findOut(platform, at)), ...(sample ? [sample.release] : [])];
      const release = known.find((each) => each.platform === platform && each.version === version);
      return release && { platform, ...describeVersion(release), parts: release.parts };
    },
    async findWithdrawn(files) {
      const withdrawn = (await published.list()).filter(({ withdrawnAt }) => withdrawnAt);
      return new Set(files.filter((file) => withdrawn.some((each) => isSameFile(each, file))));
    },
    async openFile(file) {
      return sample && isSameFile(file, sample.release) ? sample.openFile() : published.openFile(file);
    },
    async findRemote(file) {
      return sample && isSameFile(file, sample.release) ? undefined : published.findRemote?.(file);
    },
  };
}

/** Negative where `one` is the lower version. */
export const compareVersions = (one: Pick<StoredRelease, 'version'>, other: Pick<StoredRelease, 'version'>): number =>
  compareSemanticVersions(readSemanticVersion(one.version)!, readSemanticVersion(other.version)!);

/** A pre-release is offered to nobody who does not ask for it by its number. */
export const isForEverybody = ({ version }: Pick<StoredRelease, 'version'>): boolean =>
  !readSemanticVersion(version)!.prerelease.length;

function isSameFile(one: ReleaseFile, other: ReleaseFile): boolean {
  return one.platform === other.platform && one.version === other.version && one.sha256 === other.sha256;
}

function describeVersion(release: StoredRelease): ReleaseVersion {
  const { version, fileName, sizeBytes, sha256, signature, publicKey, minimumSystem, notes } = release;
  const facts = { version, fileName, sizeBytes, sha256, signature, publicKey, minimumSystem, notes };
  return {
    ...facts,
    status: release.withdrawnAt ? 'withdrawn' : 'available',
    publishedAt: release.publishedAt.toISOString(),
    withdrawnAt: release.withdrawnAt?.toISOString() ?? null,
  };
}

function describeRelease(
  platform: Platform,
  release: StoredRelease | undefined,
  out: readonly StoredRelease[],
  sample: boolean,
): Release {
  return {
    platform,
    status: release ? 'available' : out.length ? 'withdrawn' : 'coming-soon',
    testedVersions: [...platforms[platform].testedVersions],
    version: release?.version ?? null,
    fileName: release?.fileName ?? null,
    sizeBytes: release?.sizeBytes ?? null,
    sha256: release?.sha256 ?? null,
    parts: release?.parts ?? null,
    signature: release?.signature ?? null,
    publicKey: release?.publicKey ?? null,
    minimumSystem: release?.minimumSystem ?? null,
    notes: release?.notes ?? null,
    publishedAt: sample ? null : (release?.publishedAt.toISOString() ?? null),
    sample,
    versions: out.map(describeVersion),
  };
}
