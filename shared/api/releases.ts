import * as z from 'zod/mini';

/** A release for one platform. Sizes in bytes, hashes in lower-case hexadecimal, dates as ISO 8601 in UTC. */
const release = z.object({
  platform: z.enum(['windows', 'macos']),
  status: z.enum(['available', 'coming-soon']),
  testedVersions: z.array(z.string()),
  version: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  sizeBytes: z.nullable(z.number()),
  sha256: z.nullable(z.string()),
  /** Hashes of consecutive parts, for repairing a broken file. */
  parts: z.nullable(z.object({ sizeBytes: z.number(), sha256: z.array(z.string()) })),
  /** Minisign signature of the file, where the release is signed. */
  signature: z.nullable(z.string()),
  publishedAt: z.nullable(z.string()),
  /** True for the small stand-in that is offered while no release is published. */
  sample: z.boolean(),
});

export const releasesAnswer = z.object({ releases: z.array(release) });

export type Release = z.infer<typeof release>;
export type ReleasesAnswer = z.infer<typeof releasesAnswer>;
