import type { FileHandle } from 'node:fs/promises';
import type { Release, ReleaseVersion, ReleaseVersionAnswer } from '../../../shared/api/releases.ts';
import { type Platform, platforms } from '../../../shared/business/product.ts';
import type { Config } from '../../config/config.ts';
import { oncePerServer } from '../../contract/once-per-server.ts';
import { holdsFile, type ReleaseFile, type RemoteFile, type StoredRelease } from './release.ts';
import { openReleaseBucket } from './release-bucket.ts';
import { openReleaseFolder } from './release-folder.ts';
import { openIndexCounter } from './release-index.ts';
import { type Asker, channelOf, compareVersions, isOfferedTo, isOnOffer, website } from './rollout.ts';
import { makeSampleRelease, type SampleRelease } from './sample-release.ts';

export type { RemoteFile, StoredFile, StoredRelease } from './release.ts';

/** The releases of every platform; on this machine a sample stands in for Windows while none is published. */
export interface Releases {
  /** What is offered at `at`, for each platform. */
  list(at: Date): Promise<Release[]>;
  /**
   * Every release of the platform that is out at `at`, the highest version first; includes withdrawn ones and pre-releases,
   * but not the sample.
   */
  findOut(platform: Platform, at: Date): Promise<StoredRelease[]>;
  /** Those of them that are offered to whom asks. */
  findOffered(platform: Platform, at: Date, asker: Asker): Promise<StoredRelease[]>;
  /** Every detail of one version that is out at `at`, including the sample. Undefined when there is none. */
  findVersion(platform: Platform, version: string, at: Date): Promise<ReleaseVersionAnswer | undefined>;
  /** Those of `files` that have been withdrawn; the store is checked once. */
  findWithdrawn<File extends ReleaseFile>(files: readonly File[]): Promise<Set<File>>;
  /** The highest version that the website offers at `at`. Undefined while the platform is not available. */
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

/** Reads the releases; the sample is made for the first who asks for it. */
export async function openReleases(options: ReleasesOptions): Promise<Releases> {
  const { store, dataDir, offersSample, demandsSeal = false, onFault } = options;
  const trust = { publicKeys: store.publicKeys ?? [], demandsSeal };
  const published = store.bucket
    ? await openReleaseBucket(store.bucket, trust, openIndexCounter(dataDir), onFault)
    : await openReleaseFolder(store, trust, onFault);
  let made: Promise<SampleRelease> | undefined;
  const getSample = async () => {
    if (!offersSample) return undefined;
    made ??= makeSampleRelease(dataDir).catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };

  async function findCurrent(platform: Platform, at: Date): Promise<StoredRelease | undefined> {
    if (!platforms[platform].available) return undefined;
    const [out, [offered]] = await Promise.all([findOut(platform, at), findOffered(platform, at, website)]);
    if (offered || out.some(isStable)) return offered;
    const sample = (await getSample())?.release;
    return sample?.platform === platform ? sample : undefined;
  }

  async function findOut(platform: Platform, at: Date): Promise<StoredRelease[]> {
    if (!platforms[platform].available) return [];
    const out = (await published.list()).filter((each) => each.platform === platform && each.publishedAt <= at);
    return out.toSorted((one, other) => compareVersions(other, one));
  }

  const findOffered = async (platform: Platform, at: Date, asker: Asker) =>
    (await findOut(platform, at)).filter((each) => isOfferedTo(each, asker));

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
          const isSample = current !== undefined && current === (await made)?.release;
          return describeRelease(platform, current, out.filter(isStable), isSample);
        }),
      );
    },
    async findVersion(platform, version, at) {
      const sample = await getSample();
      const known = [...(await findOut(platform, at)), ...(sample ? [sample.release] : [])];
      const release = known.find((each) => each.platform === platform && each.version === version);
      return release && { platform, ...describeVersion(release), parts: release.parts };
    },
    async findWithdrawn(files) {
      const withdrawn = (await published.list()).filter(({ withdrawnAt }) => withdrawnAt);
      return new Set(files.filter((file) => withdrawn.some((each) => holdsFile(each, file))));
    },
    async openFile(file) {
      const sample = await getSample();
      return sample && holdsFile(sample.release, file) ? sample.openFile() : published.openFile(file);
    },
    async findRemote(file) {
      const sample = await getSample();
      return sample && holdsFile(sample.release, file) ? undefined : published.findRemote?.(file);
    },
  };
}

const isStable = (release: StoredRelease) => channelOf(release) === 'stable';

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
  // What is paused, or is for some apps only, the website does not speak of.
  const versions = out.filter((each) => each.withdrawnAt || isOfferedTo(each, website));
  const wasThere = out.some((each) => !isOnOffer(each));
  return {
    platform,
    status: release ? 'available' : wasThere ? 'withdrawn' : 'coming-soon',
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
    versions: versions.map(describeVersion),
  };
}
