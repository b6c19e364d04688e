import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getVersionInForce } from '../../content/legal/in-force.ts';
import type { legalVersions } from '../../content/legal/versions.ts';
import { operator } from '../../shared/business/company.ts';
import { type PublishedDocument, publishedDocuments } from '../../shared/business/documents.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import { listFictionIn } from './fictional-facts.ts';

/** Where the legal texts of this checkout are. */
export const legalFolder = path.resolve(import.meta.dirname, '../../content/legal');

/** A version that names somebody who does not exist. */
interface FictionalVersion {
  document: PublishedDocument;
  version: string;
  /** The languages in which it does, and what is found there. */
  locales: Locale[];
  names: string[];
}

const readVersions = (folder: string): typeof legalVersions =>
  JSON.parse(readFileSync(path.join(folder, 'versions.json'), 'utf8'));

const readText = (folder: string, document: string, version: string, locale: Locale) =>
  readFileSync(path.join(folder, document, version, `${locale}.md`), 'utf8');

/**
 * The versions in force on `today` or announced that name a fictional company, word for word, in any language. Where others
 * are served, time is that of the machine.
 */
export function listFictionalVersions(folder = legalFolder, today = new Date()): FictionalVersion[] {
  const versions = readVersions(folder);
  return publishedDocuments.flatMap((document) => {
    const inForce = getVersionInForce(versions[document], today);
    return versions[document]
      .filter((version) => version >= inForce)
      .map((version) => {
        const found = locales.map((locale) => ({
          locale,
          names: listFictionIn(readText(folder, document, version, locale)),
        }));
        return {
          document,
          version,
          locales: found.filter(({ names }) => names.length).map(({ locale }) => locale),
          names: [...new Set(found.flatMap(({ names }) => names))],
        };
      })
      .filter(({ names }) => names.length);
  });
}

/** A checksum of what every page says of the company: its facts, and all legal texts. */
export function hashOfCompany(folder = legalFolder): string {
  const hash = createHash('sha256').update(JSON.stringify(operator));
  const versions = readVersions(folder);
  for (const document of publishedDocuments)
    for (const version of versions[document])
      for (const locale of locales)
        hash.update(`${document} ${version} ${locale}\0`).update(readText(folder, document, version, locale));
  return hash.digest('hex');
}
