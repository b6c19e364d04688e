import * as z from 'zod/mini';
import { confirmationNames } from '../business/documents.ts';
import { platformNames } from '../business/product.ts';
import { locales } from '../locales.ts';
import { documentVersion } from './documents.ts';
import { time } from './instant.ts';
import { typedFields } from './typed-fields.ts';

/** Body of `POST /api/downloads`. Country and confirmations are checked by rules, not by the schema. */
export const downloadRequest = z.extend(typedFields, {
  platform: z.enum(platformNames),
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  locale: z.enum(locales),
  confirmations: z.object({ terms: z.boolean(), cookies: z.boolean(), diskSpace: z.boolean(), beta: z.boolean() }),
  documents: z.array(documentVersion).check(z.maxLength(20)),
  /** SHA-256 of the sentence beside each box as it was shown, where the browser can compute it. */
  shownSentences: z.optional(z.partialRecord(z.enum(confirmationNames), z.string().check(z.regex(/^[0-9a-f]{64}$/)))),
});

/**
 * A download as its owner sees it. `url` is signed and valid until `expiresAt`; dates as ISO 8601 in UTC. Also the
 * answer of `POST /api/downloads/{id}/link`, which makes a new link to the same version (200) to continue a download:
 * 404 when it belongs to somebody else, 410 `release-withdrawn` when the version is no longer offered.
 */
export const download = z.object({
  id: z.uuid(),
  platform: z.enum(platformNames),
  version: z.string(),
  url: z.string(),
  fileName: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  /** `withdrawn`: the version is no longer offered, and its link answers 410. */
  status: z.enum(['available', 'withdrawn']),
  /**
   * Every byte has been sent, or a page has reported that it has them all. A store of its own, which sends the file
   * itself, does not report it.
   */
  isComplete: z.boolean(),
  startedAt: time,
  expiresAt: time,
});

/** Those started with the form, newest first; updates fetched by the installed app are not among them. */
export const downloadsAnswer = z.object({ downloads: z.array(download) });

export type DownloadRequest = z.infer<typeof downloadRequest>;
export type Download = z.infer<typeof download>;
export type DownloadsAnswer = z.infer<typeof downloadsAnswer>;
