import * as z from 'zod/mini';
import { consentDocument, consentMethods } from '../business/consent.ts';
import { locales } from '../locales.ts';
import { versionDate } from './documents.ts';

/**
 * Body of `POST /api/consents`: one choice of one browser. `id` is made by the browser, so that the record can be sent
 * until it has arrived; so is `sessionId`, which the choices of one browser have in common and nothing else has.
 */
export const consentRequest = z.object({
  id: z.uuid(),
  sessionId: z.uuid(),
  method: z.enum(consentMethods),
  /** What was allowed; everything else was refused. */
  categories: z.object({ statistics: z.boolean() }),
  /** Of the options and their words that were shown: one of those that were published, by whatever name. */
  optionVersion: z.string(),
  document: z.object({ document: z.literal(consentDocument), version: versionDate }),
  locale: z.enum(locales),
  /** By the browser's clock, in UTC: the order of choices that arrive late. */
  decidedAt: z.iso.datetime().check(z.regex(/^2\d{3}-/)),
});

/** What is kept as evidence. Dates as ISO 8601 in UTC, hashes of the texts in `locale` as lower-case hexadecimal. */
export const consentRecord = z.extend(consentRequest, {
  optionsSha256: z.string(),
  documentSha256: z.string(),
  /** By the server's clock, when the record first arrived. */
  recordedAt: z.string(),
  /** False when other options or words have been published since: the visitor has to be asked again. */
  isCurrent: z.boolean(),
});

export type ConsentRequest = z.infer<typeof consentRequest>;
export type ConsentRecord = z.infer<typeof consentRecord>;
