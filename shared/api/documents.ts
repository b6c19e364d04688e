import * as z from 'zod/mini';
import { legalDocuments } from '../business/documents.ts';

/** A document and the version of it that is meant; a version is its effective date, `YYYY-MM-DD`. */
export const documentVersion = z.object({
  document: z.enum(legalDocuments),
  version: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
});

export const documentsAnswer = z.object({ documents: z.array(documentVersion) });

export type DocumentVersion = z.infer<typeof documentVersion>;
