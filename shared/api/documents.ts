import * as z from 'zod/mini';
import { legalDocuments, publishedDocuments } from '../business/documents.ts';
import { locales } from '../locales.ts';
import { day } from './instant.ts';

/** A version is named after the day from which it applies, `YYYY-MM-DD`. */
export const versionDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));
const sha256 = z.string();

/** A document to be accepted, and its version. */
export const documentVersion = z.object({ document: z.enum(legalDocuments), version: versionDate });

/** A version of any document that is published but not yet in force. */
const announcedVersion = z.object({ document: z.enum(publishedDocuments), version: versionDate });

/** Answer of `GET /api/documents`: `documents` are those that an acceptance must name today. */
export const documentsAnswer = z.object({
  documents: z.array(documentVersion),
  announced: z.array(announcedVersion),
});

/** Answer of `GET /api/documents/{document}`, oldest first. `until` is the last day, null for the newest version. */
export const documentVersions = z.object({
  document: z.enum(publishedDocuments),
  versions: z.array(
    z.object({
      version: versionDate,
      state: z.enum(['former', 'in-force', 'announced']),
      from: day,
      until: z.nullable(day),
      /** Address of the page with this version, on the site. */
      path: z.string(),
      sha256: z.record(z.enum(locales), sha256),
      /** The same on pages of paper; neither it nor its address ever changes. */
      pdf: z.record(z.enum(locales), z.object({ sha256, bytes: z.int() })),
    }),
  ),
});

/** Answer of `GET /api/documents/{document}/{version}`. */
export const documentText = z.object({
  document: z.enum(publishedDocuments),
  version: versionDate,
  locale: z.enum(locales),
  sha256,
  text: z.string(),
});

export type DocumentsAnswer = z.infer<typeof documentsAnswer>;
export type DocumentVersion = z.infer<typeof documentVersion>;
export type AnnouncedVersion = z.infer<typeof announcedVersion>;
export type DocumentVersions = z.infer<typeof documentVersions>;
