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

/** True where `version` is in force at `at`, or was `graceMs` before, which is no longer than the shortest life: a day. */
export function wasInForceLately(version: string, versions: readonly string[], at: Date, graceMs: number): boolean {
  return [at, new Date(at.getTime() - graceMs)].some((each) => getVersionInForce(versions, each) === version);
}

/** Every published document with its version of `versions` in force at `at`. */
export function versionsInForce(
  at: Date,
  versions: Record<PublishedDocument, readonly string[]> = legalVersions,
): Record<PublishedDocument, string> {
  return Object.fromEntries(
    publishedDocuments.map((document) => [document, getVersionInForce(versions[document], at)]),
  ) as Record<PublishedDocument, string>;
}

/** Every document that is accepted, with its version of `versions` in force at `at`. */
export function documentsInForce(
  at: Date,
  versions: Record<PublishedDocument, readonly string[]> = legalVersions,
): { document: LegalDocument; version: string }[] {
  return legalDocuments.map((document) => ({ document, version: getVersionInForce(versions[document], at) }));
}

/** Every published version that follows the one that is shown. */
export function laterVersions(
  shownOf: (document: PublishedDocument) => string,
): { document: PublishedDocument; version: string }[] {
  return publishedDocuments.flatMap((document) =>
    legalVersions[document].filter((date) => date > shownOf(document)).map((version) => ({ document, version })),
  );
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
