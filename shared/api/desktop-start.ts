import * as z from 'zod/mini';
import { publishedDocuments } from '../business/documents.ts';
import { closingReason, entitlementAnswer, entitlementRequest } from './entitlements.ts';
import { day, time } from './instant.ts';

/** Query of `GET /api/desktop/start`: for whom the entitlement is. */
export const startQuery = z.strictObject(entitlementRequest.shape);

const place = z.object({ url: z.string() });

/** Answer: what the app has to know before it is used. Sentences are in the language of `Accept-Language`. */
export const startAnswer = z.object({
  serverTime: time,
  /** What works at the moment. */
  status: z.object({ text: z.enum(['available', 'unavailable']) }),
  /** As of `POST /api/entitlements`; null where it would be refused: `refusal` says why. */
  entitlement: z.nullable(entitlementAnswer),
  /** The problem with which everything else is refused. */
  refusal: z.nullable(
    z.looseObject({
      code: z.string(),
      title: z.string(),
      message: z.optional(z.string()),
      action: z.optional(place),
    }),
  ),
  versions: z.object({
    /** The one to update to; null while nothing is offered for the platform. */
    newest: z.nullable(z.string()),
    /** Older ones are refused. */
    oldest: z.string(),
    page: z.string(),
  }),
  documents: z.object({
    /** Versions that apply from a day to come. */
    announced: z.array(
      z.object({
        document: z.enum(publishedDocuments),
        version: z.string(),
        title: z.string(),
        from: day,
        page: z.string(),
      }),
    ),
    /** Where documents are accepted. */
    acceptPage: z.string(),
  }),
  /** When the account ends or has ended, and why: then the app must not be used any more. */
  closing: z.nullable(z.object({ at: time, reason: closingReason })),
  /** What to tell the user of all that, in sentences. */
  announcements: z.array(
    z.object({ kind: z.enum(['closing', 'documents', 'update']), message: z.string(), action: place }),
  ),
});

export type StartAnswer = z.infer<typeof startAnswer>;
