import * as z from 'zod/mini';
import { platformNames } from '../business/product.ts';
import { locales } from '../locales.ts';

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
  publishedAt: z.string(),
  withdrawnAt: z.nullable(z.string()),
});

/** What is offered for one platform: the details are those of the newest version that can be downloaded. */
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
  publishedAt: z.nullable(z.string()),
  /** True for the small stand-in that is offered while no release is published. */
  sample: z.boolean(),
  /** Every version that is out, newest first, including the one on offer; the sample is not a version. */
  versions: z.array(releaseVersion),
});

/** Answer of `GET /api/releases`. */
export const releasesAnswer = z.object({ releases: z.array(release) });

/** Answer of `GET /api/releases/{platform}/{version}`: one version with the hashes of its parts. The sample has one too. */
export const releaseVersionAnswer = z.extend(releaseVersion, { platform, parts });

export type Release = z.infer<typeof release>;
export type ReleaseNotes = z.infer<typeof releaseNotes>;
export type ReleaseVersion = z.infer<typeof releaseVersion>;
export type ReleasesAnswer = z.infer<typeof releasesAnswer>;
export type ReleaseVersionAnswer = z.infer<typeof releaseVersionAnswer>;
