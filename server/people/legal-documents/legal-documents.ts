import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  announcedVersions,
  documentsInForce,
  getVersionInForce,
  wasInForceLately,
} from '../../../content/legal/in-force.ts';
import type { legalVersions } from '../../../content/legal/versions.ts';
import type { AnnouncedVersion, DocumentVersion, DocumentVersions } from '../../../shared/api/documents.ts';
import { type PublishedDocument, publishedDocuments } from '../../../shared/business/documents.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { legalVersionPath } from '../../../shared/legal-paths.ts';
import { type Locale, locales } from '../../../shared/locales.ts';
import type { FeatureDependencies } from '../../contract/feature.ts';
import type { MailContent } from '../../contract/letters.ts';
import { oncePerServer } from '../../contract/once-per-server.ts';
import { sha256Hex } from '../../sha256.ts';

/** A published text and the hash of its bytes, in lower-case hexadecimal. */
interface PublishedText {
  text: string;
  sha256: string;
}

/** The same on pages of paper, as it was drawn when it was published. */
export interface PublishedPdf {
  fileName: string;
  sha256: string;
  bytes: number;
  /** By which a mail brings it (`AccountPart.mailFile`). */
  id: string;
  read(): Promise<Buffer>;
}

/** The texts whose versions are kept. */
export interface LegalDocuments {
  /** Every document that has to be accepted, with its version in force at `at`. */
  inForce(at: Date): DocumentVersion[];
  /** Every published version that takes effect after `at`. */
  announced(at: Date): AnnouncedVersion[];
  /** True where `version` is in force at `at`, or was `graceMs` before: a page may have shown it. */
  wasInForceLately(document: PublishedDocument, version: string, at: Date, graceMs: number): boolean;
  /** All versions of a document, oldest first, with their state at `at`. */
  versionsOf(document: PublishedDocument, at: Date): Omit<DocumentVersions['versions'][number], 'pdf'>[];
  /** The text of a version, if there is one. */
  findText(document: PublishedDocument, version: string, locale: Locale): PublishedText | undefined;
  /** The document of a version, if there is one. */
  findPdf(document: PublishedDocument, version: string, locale: Locale): Promise<PublishedPdf | undefined>;
  findPdfById(id: string): Promise<PublishedPdf | undefined>;
  /** SHA-256 of the text in `locale`, in lower-case hexadecimal. Throws for a version that never existed. */
  getSha256(document: PublishedDocument, version: string, locale: Locale): string;
}

/** A legal text begins with its title. */
export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

const contentFolder = path.join(import.meta.dirname, '../../../content/legal');

/**
 * Reads `<folder>/<document>/<version>/<locale>.md` in every language, of every version that `versions.json` there lists.
 * Throws one sentence that names all missing files, pages included: nobody may be asked to accept a text that does not exist, or that no mail could bring.
 */
export async function readLegalDocuments(folder = contentFolder): Promise<LegalDocuments> {
  // At once, while nothing is served yet: many small files, for which waiting costs more than reading.
  const versions: typeof legalVersions = JSON.parse(readFileSync(path.join(folder, 'versions.json'), 'utf8'));
  const texts = new Map<string, PublishedText>();
  const missing: string[] = [];
  for (const document of publishedDocuments)
    for (const version of versions[document])
      for (const locale of locales) {
        const name = nameOf(document, version, locale);
        const bytes = readIfThere(path.join(folder, `${name}.md`));
        if (bytes?.length) texts.set(name, { text: bytes.toString(), sha256: sha256Hex(bytes) });
        else missing.push(`${name}.md`);
        const pages = statSync(path.join(folder, `${name}.pdf`), { throwIfNoEntry: false });
        if (!pages?.size) missing.push(`${name}.pdf`);
      }
  if (missing.length) throw new Error(`Legal texts are missing or empty in ${folder}: ${missing.join(', ')}.`);

  const findText = (document: PublishedDocument, version: string, locale: Locale) =>
    texts.get(nameOf(document, version, locale));
  let pdfs: ReturnType<typeof readPdfs> | undefined;
  // At first use: no server starts later for them. What could not be read is tried again: no mail could leave until a restart.
  const allPdfs = () => {
    pdfs ??= readPdfs(folder, [...texts.keys()]).catch((error) => {
      pdfs = undefined;
      throw error;
    });
    return pdfs;
  };
  const getSha256 = (document: PublishedDocument, version: string, locale: Locale) => {
    const found = findText(document, version, locale);
    if (!found) throw new Error(`There is no version ${version} of ${document} in ${locale}.`);
    return found.sha256;
  };
  return {
    inForce: (at) => documentsInForce(at, versions),
    announced: (at) => announcedVersions(at, versions),
    wasInForceLately: (document, version, at, graceMs) => wasInForceLately(version, versions[document], at, graceMs),
    versionsOf: (document, at) => {
      const inForce = getVersionInForce(versions[document], at);
      return versions[document].map((version, index) => ({
        version,
        state: version === inForce ? 'in-force' : version > utcDayOf(at) ? 'announced' : 'former',
        from: version,
        until: dayBefore(versions[document][index + 1]),
        path: legalVersionPath(document, version),
        sha256: perLocale((locale) => getSha256(document, version, locale)),
      }));
    },
    findText,
    findPdf: async (document, version, locale) => (await allPdfs()).get(nameOf(document, version, locale)),
    findPdfById: async (id) => [...(await allPdfs()).values()].find((pdf) => pdf.id === id),
    getSha256,
  };
}

/** The texts of this server. */
export const getLegalDocuments = oncePerServer(({ config }: Pick<FeatureDependencies, 'config'>) =>
  readLegalDocuments(config.legalFolder),
);

function readIfThere(file: string): Buffer | undefined {
  return statSync(file, { throwIfNoEntry: false }) && readFileSync(file);
}

const nameOf = (document: PublishedDocument, version: string, locale: Locale) => `${document}/${version}/${locale}`;

const perLocale = <Value>(get: (locale: Locale) => Value) =>
  Object.fromEntries(locales.map((locale) => [locale, get(locale)])) as Record<Locale, Value>;

/** What is known of each; its pages are read again when somebody wants them. */
async function readPdfs(folder: string, names: readonly string[]): Promise<Map<string, PublishedPdf>> {
  const pdfs = names.map(async (name) => {
    const read = () => readFile(path.join(folder, `${name}.pdf`));
    const bytes = await read();
    const sha256 = sha256Hex(bytes);
    const id = sha256.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
    return [name, { fileName: `${name.replaceAll('/', '-')}.pdf`, sha256, bytes: bytes.length, id, read }] as const;
  });
  return new Map(await Promise.all(pdfs));
}

/** The attachment of a mail: it is stored once, not with each mail. */
export const attachPdf = ({ fileName, id }: PublishedPdf): NonNullable<MailContent['attachments']>[number] => ({
  fileName,
  mediaType: 'application/pdf',
  content: { storedFile: id },
});

/** The last day of a version that has a successor. */
function dayBefore(next: string | undefined): string | null {
  return next === undefined ? null : utcDayOf(new Date(new Date(`${next}T00:00:00Z`).getTime() - 1));
}
