import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { documentsInForce, legalVersions } from '../../../content/legal/versions.ts';
import type { DocumentVersion } from '../../../shared/api/documents.ts';
import { type LegalDocument, legalDocuments } from '../../../shared/business/documents.ts';
import { type Locale, locales } from '../../../shared/locales.ts';

/** The texts whose versions are kept. */
export interface LegalDocuments {
  /** Every document with its version in force at `at`. */
  inForce(at: Date): DocumentVersion[];
  /** SHA-256 of the text in `locale`, in lower-case hexadecimal. Throws for a version that never existed. */
  getSha256(document: LegalDocument, version: string, locale: Locale): string;
  /** The text in `locale`, as Markdown. Throws for a version that never existed. */
  getText(document: LegalDocument, version: string, locale: Locale): string;
}

const contentFolder = path.join(import.meta.dirname, '../../../content/legal');

/**
 * Reads `<folder>/<document>/<version>/<locale>.md` of every version in every language. Throws one sentence that names
 * all that are missing: nobody may be asked to accept a text that is not there.
 */
export async function readLegalDocuments(folder = contentFolder): Promise<LegalDocuments> {
  const texts = new Map<string, { sha256: string; text: string }>();
  const missing: string[] = [];
  for (const document of legalDocuments)
    for (const version of legalVersions[document])
      for (const locale of locales) {
        const name = `${document}/${version}/${locale}.md`;
        const text = await readFile(path.join(folder, name)).catch(() => Buffer.alloc(0));
        if (text.length)
          texts.set(name, { sha256: createHash('sha256').update(text).digest('hex'), text: text.toString() });
        else missing.push(name);
      }
  if (missing.length) throw new Error(`Legal texts are missing or empty in ${folder}: ${missing.join(', ')}.`);
  const get = (document: LegalDocument, version: string, locale: Locale) => {
    const found = texts.get(`${document}/${version}/${locale}.md`);
    if (!found) throw new Error(`There is no version ${version} of ${document} in ${locale}.`);
    return found;
  };
  return {
    inForce: documentsInForce,
    getSha256: (...version) => get(...version).sha256,
    getText: (...version) => get(...version).text,
  };
}
