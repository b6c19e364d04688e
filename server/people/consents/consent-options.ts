import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { consentOptionHashes } from '../../../content/consent/hashes.ts';
import { consentOptionVersions, currentConsentOptions } from '../../../content/consent/versions.ts';
import { type Locale, locales } from '../../../shared/locales.ts';
import { sha256Hex } from '../../sha256.ts';

/** Every set of consent options ever offered, with its words. */
export interface ConsentOptions {
  current: string;
  isKnown(version: string): boolean;
  /** SHA-256 of the words in `locale`, in lower-case hexadecimal. Throws for a version that never existed. */
  getSha256(version: string, locale: Locale): string;
  /** The words in `locale`, in the order shown. Throws for a version that never existed. */
  getTexts(version: string, locale: Locale): string[];
}

const contentFolder = path.join(import.meta.dirname, '../../../content/consent');

/**
 * Reads `<folder>/<version>/<locale>.json` of every version in every language. Throws when one is missing or differs
 * from what was published: consent could not be proven.
 */
export async function readConsentOptions(
  folder = contentFolder,
  hashes: Record<string, Record<Locale, string>> = consentOptionHashes,
): Promise<ConsentOptions> {
  const known = new Map<string, { sha256: string; texts: string[] }>();
  for (const version of consentOptionVersions)
    for (const locale of locales) {
      const file = path.join(folder, version, `${locale}.json`);
      const bytes = await readFile(file);
      const sha256 = sha256Hex(bytes);
      if (sha256 !== hashes[version]?.[locale])
        throw new Error(`${file} is not what was published: its SHA-256 is ${sha256}.`);
      const messages = z.record(z.string(), z.string()).parse(JSON.parse(bytes.toString()));
      known.set(`${version}/${locale}`, { sha256, texts: Object.values(messages).map(withoutTags) });
    }
  const get = (version: string, locale: Locale) => {
    const found = known.get(`${version}/${locale}`);
    if (!found) throw new Error(`There are no consent options of version ${version} in ${locale}.`);
    return found;
  };
  return {
    current: currentConsentOptions,
    isKnown: (version) => known.has(`${version}/${locales[0]}`),
    getSha256: (version, locale) => get(version, locale).sha256,
    getTexts: (version, locale) => get(version, locale).texts,
  };
}

/** Tags enclose links. */
const withoutTags = (text: string) => text.replace(/<\/?\w+>/g, '');
