import {
  type LegalDocument,
  legalDocuments,
  type PublishedDocument,
  publishedDocuments,
} from '../../shared/business/documents.ts';
import { legalVersions } from './versions.ts';

/**
 * The newest of `versions` that has taken effect at `at`. Before the first one there is no other text, so it applies to
 * whoever asks, such as by a clock that is behind.
 */
export function getVersionInForce(versions: readonly string[], at: Date): string {
  const day = at.toISOString().slice(0, 10);
  const version = versions.findLast((date) => date <= day) ?? versions[0];
  if (version === undefined) throw new Error('A document has no version.');
  return version;
}

/** Every document that is accepted, with its version of `versions` in force at `at`. */
export function documentsInForce(
  at: Date,
  versions: Record<LegalDocument, readonly string[]> = legalVersions,
): { document: LegalDocument; version: string }[] {
  return legalDocuments.map((document) => ({ document, version: getVersionInForce(versions[document], at) }));
}

/** Every version of `versions` that takes effect after `at`, and after another one. */
export function announcedVersions(
  at: Date,
  versions: Record<PublishedDocument, readonly string[]> = legalVersions,
): { document: PublishedDocument; version: string }[] {
  const day = at.toISOString().slice(0, 10);
  return publishedDocuments.flatMap((document) =>
    versions[document].filter((date, index) => index > 0 && date > day).map((version) => ({ document, version })),
  );
}
