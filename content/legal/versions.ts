import { type LegalDocument, legalDocuments, type PublishedDocument } from '../../shared/business/documents.ts';
import versions from './versions.json' with { type: 'json' };

/**
 * The effective dates of each document, oldest first; a version is named by its date (`YYYY-MM-DD`, from 00:00 UTC) and
 * its text is `<document>/<date>/<locale>.md` beside this file. Only `npm run operator -- legal publish` adds to it.
 */
export const legalVersions: Record<PublishedDocument, readonly string[]> = versions;

/** The newest of `versions` that has taken effect at `at`, if any. */
export function findVersionInForce(versions: readonly string[], at: Date): string | undefined {
  const day = at.toISOString().slice(0, 10);
  return versions.filter((date) => date <= day).at(-1);
}

/** Every document that is accepted, with its version of `versions` in force at `at`. Throws when one has none. */
export function documentsInForce(
  at: Date,
  versions: Record<LegalDocument, readonly string[]> = legalVersions,
): { document: LegalDocument; version: string }[] {
  return legalDocuments.map((document) => {
    const version = findVersionInForce(versions[document], at);
    if (!version) throw new Error(`No version of ${document} is in force on ${at.toISOString().slice(0, 10)}.`);
    return { document, version };
  });
}
