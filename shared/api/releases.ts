import * as z from 'zod/mini';
import { platformNames } from '../business/product.ts';
import { locales } from '../locales.ts';
import { time } from './instant.ts';

const platform = z.enum(platformNames);

/** What is new, as plain text: a line that starts with `- ` is an entry of a list, an empty line ends a paragraph. */
export const releaseNotes = z.record(z.enum(locales), z.string());

/** Fields of every published version. Sizes in bytes, hashes in lower-case hexadecimal, dates as ISO 8601 in UTC. */
const versionFacts = {
  version: z.string(),
  fileName: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  /** Minisign signature of the file: the content of its `.minisig`; null where the release is not signed. */
  signature: z.nullable(z.string()),
  /** The key that made it, as `minisign -P` takes it. */
  publicKey: z.nullable(z.string()),
  /** The oldest version of the platform that it runs on, such as `10`. */
  minimumSystem: z.nullable(z.string()),
  notes: z.nullable(releaseNotes),
};

/** Hashes of consecutive parts, the last of which may be shorter: for checking and repairing a file part by part. */
const parts = z.object({ sizeBytes: z.number(), sha256: z.array(z.string()) });

/** A version in the history of its platform; a withdrawn one can no longer be downloaded. */
const releaseVersion = z.object({
  ...versionFacts,
  status: z.enum(['available', 'withdrawn']),
  publishedAt: time,
  withdrawnAt: z.nullable(time),
});

/** What is offered for one platform: the details are those of the highest version that is offered to everybody. */
const release = z.object({
  platform,
  /** `withdrawn`: there were versions, but none of them can be downloaded any more. */
  status: z.enum(['available', 'coming-soon', 'withdrawn']),
  testedVersions: z.array(z.string()),
  version: z.nullable(versionFacts.version),
  fileName: z.nullable(versionFacts.fileName),
  sizeBytes: z.nullable(versionFacts.sizeBytes),
  sha256: z.nullable(versionFacts.sha256),
  parts: z.nullable(parts),
  signature: versionFacts.signature,
  publicKey: versionFacts.publicKey,
  minimumSystem: versionFacts.minimumSystem,
  notes: versionFacts.notes,
  publishedAt: z.nullable(time),
  /** True for the small stand-in that is offered while no release is published. */
  sample: z.boolean(),
  /**
   * Every stable version that is out, the highest first, including the one on offer. Those that are paused, or for a share of the
   * installed apps so far, are not among them; the sample is not a version.
   */
  versions: z.array(releaseVersion),
});

/** Answer of `GET /api/releases`. */
export const releasesAnswer = z.object({ releases: z.array(release) });

/** Answer of `GET /api/releases/{platform}/{version}`: one version with the hashes of its parts. The sample has one too. */
export const releaseVersionAnswer = z.extend(releaseVersion, { platform, parts });

/**
 * Answer of `GET /updates/{platform}/{version}/components.json`: what an installed app of this version consists of, each with the address
 * from which it is fetched. An app fetches those whose `sha256` it does not have. Empty for a release that is nothing but its installer.
 */
export const componentsAnswer = z.object({
  platform,
  version: versionFacts.version,
  publicKey: versionFacts.publicKey,
  components: z.array(
    z.object({
      /** `app` is the one that update programs fetch. */
      name: z.string(),
      fileName: z.string(),
      sizeBytes: z.number(),
      sha256: z.string(),
      /** In Base64. */
      sha512: z.nullable(z.string()),
      /** By `publicKey`; its trusted comment names file, version and platform. */
      signature: versionFacts.signature,
      parts,
      url: z.string(),
    }),
  ),
});

export type ComponentsAnswer = z.infer<typeof componentsAnswer>;
export type Release = z.infer<typeof release>;
export type ReleaseNotes = z.infer<typeof releaseNotes>;
export type ReleaseVersion = z.infer<typeof releaseVersion>;
export type ReleasesAnswer = z.infer<typeof releasesAnswer>;
export type ReleaseVersionAnswer = z.infer<typeof releaseVersionAnswer>;
