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
 * a later version appended, the changes. The address follows from the name and does not say it: lists that block notices
 * about cookies would take the cookie policy away (docs/decisions/0066).
 */
export function legalTextPath(locale: Locale, name: string): string {
  return `/legal-texts/${locale}/${shortHash(name)}.html`;
}

/** FNV-1a, 32 bits. */
function shortHash(name: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
