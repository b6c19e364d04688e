import { type LegalDocument, legalDocuments } from '../../shared/business/documents.ts';

/**
 * The effective dates of each document, oldest first; a version is named by its date (`YYYY-MM-DD`, from 00:00 UTC) and
 * its text is `<document>/<date>/<locale>.md` beside this file.
 */
export const legalVersions: Record<LegalDocument, readonly string[]> = {
  terms: ['2025-08-01'],
  eula: ['2025-08-01'],
  'ai-service-use-policy': ['2025-08-01'],
  'privacy-policy': ['2025-08-01'],
  'cookie-policy': ['2025-08-01'],
};

/** The version of `document` in force at `at`: the newest that has taken effect. Throws when there is none. */
function versionInForce(document: LegalDocument, at: Date): string {
  const day = at.toISOString().slice(0, 10);
  const version = legalVersions[document].filter((date) => date <= day).at(-1);
  if (!version) throw new Error(`No version of ${document} is in force on ${day}.`);
  return version;
}

/** Every document with its version in force at `at`. */
export function documentsInForce(at: Date): { document: LegalDocument; version: string }[] {
  return legalDocuments.map((document) => ({ document, version: versionInForce(document, at) }));
}
