import type { PublishedDocument } from './business/documents.ts';
import type { Locale } from './locales.ts';
import { type PagePath, paths } from './paths.ts';

/** The page with one version of a document, for ever. */
export function legalVersionPath(document: PublishedDocument, version: string): PagePath {
  return `${paths.legalArchive}/${document}/${version}`;
}

/** The page that shows what changed from one version of a document to a later one. */
export function legalDifferencePath(document: PublishedDocument, from: string, to: string): PagePath {
  return `${paths.legalArchive}/${document}/${from}/${to}`;
}

/** The HTML of a text of the legal archive, by its name: `<document>/<version>`, or with a later version what changed. */
export function archivedTextPath(locale: Locale, name: string): string {
  return `/legal-texts/${locale}/${name}.html`;
}
