import {
  type LegalDocument,
  legalDocuments,
  type PublishedDocument,
  publishedDocuments,
} from '../../shared/business/documents.ts';
import { legalVersions } from './versions.ts';

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

/** Every version of `versions` that takes effect after `at`. */
export function announcedVersions(
  at: Date,
  versions: Record<PublishedDocument, readonly string[]> = legalVersions,
): { document: PublishedDocument; version: string }[] {
  const day = at.toISOString().slice(0, 10);
  return publishedDocuments.flatMap((document) =>
    versions[document].filter((date) => date > day).map((version) => ({ document, version })),
  );
}
