import type { PublishedDocument } from './business/documents.ts';
import type { Locale } from './locales.ts';
import { type PagePath, paths } from './paths.ts';

/** The permanent page of one version of a document. */
export function legalVersionPath(document: PublishedDocument, version: string): PagePath {
  return `${paths.legalArchive}/${document}/${version}`;
}

/** The page that shows what changed from one version of a document to a later one. */
export function legalDifferencePath(document: PublishedDocument, from: string, to: string): PagePath {
  return `${paths.legalArchive}/${document}/${from}/${to}`;
}

/**
 * The HTML of a legal text by name: `<document>` is the version in force, `<document>/<version>` that version, and with
 * a later version appended, the changes.
 */
export function legalTextPath(locale: Locale, name: string): string {
  return `/legal-texts/${locale}/${name}.html`;
}
