import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { type PublishedDocument, publishedDocuments } from '../../../shared/business/documents.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { type Locale, locales } from '../../../shared/locales.ts';
import { sha256Hex } from '../../sha256.ts';
import { legalFolder, type RenderedDraft, renderDraft } from './drafts.ts';
import type { LegalText } from './legal-pdf.ts';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What is stored beside the texts of a version: their identity, byte for byte, and the facts they quote. */
const manifestShape = z.object({
  document: z.enum(publishedDocuments),
  version: z.string(),
  /** When it was published, ISO 8601 in UTC. */
  publishedAt: z.string(),
  sha256: z.record(z.enum(locales), sha256),
  /** Name of a placeholder → what the English text says. */
  values: z.record(z.string(), z.string()),
});

export type Manifest = z.infer<typeof manifestShape>;

/** The published versions of every document, oldest first. */
export type Versions = Record<PublishedDocument, string[]>;

const versionsShape = z.record(z.enum(publishedDocuments), z.array(z.string()));

/** Why a version cannot be published; nothing was written. */
export class PublicationRefused extends Error {}

interface Publication {
  document: PublishedDocument;
  /** The day from which it applies, `YYYY-MM-DD`. */
  version: string;
  now: Date;
  folder?: string;
  draw: DrawLegalPdf;
}

/** Makes pages of paper of a text (legal-pdf.ts); given in, as most commands never load what draws. */
export type DrawLegalPdf = (text: LegalText) => Buffer;

/**
 * Renders the draft of a document into a permanent version that takes effect on a day. The version counts from the
 * moment `versions.json` names it, which is one step: if the process ends before, it only leaves what the next
 * publication replaces. Throws `PublicationRefused` for an unacceptable day, `DraftFaults` for an unacceptable draft.
 */
export function publishVersion({ document, version, now, folder = legalFolder, draw }: Publication): Manifest {
  const versions = readVersions(folder);
  const refusal = findRefusal(versions[document], version, now);
  if (refusal) throw new PublicationRefused(refusal);
  const rendered = renderDraft(document, version, folder);
  const manifest = writeVersion({ document, version, now, folder, draw }, rendered);
  writeVersions({ ...versions, [document]: [...versions[document], version] }, folder);
  return manifest;
}

/** Writes the texts of a version and their pages, in place of what an interrupted publication left. It counts once it is listed. */
export function writeVersion(
  { document, version, now, folder, draw }: Required<Publication>,
  { texts, values }: RenderedDraft,
): Manifest {
  const pages = locales.map((locale) => draw({ document, version, locale, text: texts[locale] }));
  const manifest: Manifest = {
    document,
    version,
    publishedAt: now.toISOString(),
    sha256: Object.fromEntries(locales.map((locale) => [locale, hashOf(texts[locale])])) as Record<Locale, string>,
    values,
  };
  const unfinished = path.join(folder, document, `.${version}`);
  const finished = path.join(folder, document, version);
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished);
  for (const [index, locale] of locales.entries()) {
    writeDurably(path.join(unfinished, `${locale}.md`), texts[locale]);
    writeDurably(path.join(unfinished, `${locale}.pdf`), pages[index]!);
  }
  writeDurably(path.join(unfinished, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  fs.rmSync(finished, { recursive: true, force: true });
  fs.renameSync(unfinished, finished);
  return manifest;
}

/** Lists the versions that count from now on, in one step. */
export function writeVersions(versions: Versions, folder: string): void {
  replaceDurably(path.join(folder, 'versions.json'), describeVersions(versions));
}

/** The published versions of every document, oldest first, as `versions.json` in `folder` lists them. */
export function readVersions(folder = legalFolder): Versions {
  return versionsShape.parse(JSON.parse(fs.readFileSync(path.join(folder, 'versions.json'), 'utf8')));
}

/** What was written beside the texts of a published version. */
export function readManifest(document: PublishedDocument, version: string, folder = legalFolder): Manifest {
  return manifestShape.parse(
    JSON.parse(fs.readFileSync(path.join(folder, document, version, 'manifest.json'), 'utf8')),
  );
}

/** SHA-256 of a text or of the bytes of a file, in lower-case hexadecimal. */
export function hashOf(text: string | Buffer): string {
  return sha256Hex(text);
}

function findRefusal(versions: readonly string[], version: string, now: Date): string | undefined {
  const day = new Date(`${version}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version) || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(version))
    return `"${version}" is not a day written as YYYY-MM-DD.`;
  if (versions.includes(version)) return `Version ${version} is published. A published version never changes.`;
  const newest = versions.at(-1);
  if (!newest) return undefined;
  if (version < newest) return `Version ${newest} is published already; a new one has to take effect after it.`;
  const today = utcDayOf(now);
  if (version < today)
    return `${version} has passed: nobody could have read the text in time. Today is ${today} (UTC).`;
  return undefined;
}

/** Formatted like this repository's other files. */
function describeVersions(versions: Versions): string {
  const lines = Object.entries(versions).map(([document, dates]) => {
    const quoted = dates.map((date) => `"${date}"`);
    const line = `  "${document}": [${quoted.join(', ')}]`;
    return line.length < 120 ? line : `  "${document}": [\n    ${quoted.join(',\n    ')}\n  ]`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Whoever reads meanwhile finds the former file or the new one. */
export function replaceDurably(file: string, text: string): void {
  writeDurably(`${file}.new`, text);
  fs.renameSync(`${file}.new`, file);
}

/** Returns when the bytes are on the disk. */
function writeDurably(file: string, content: string | Buffer): void {
  const handle = fs.openSync(file, 'w');
  try {
    fs.writeFileSync(handle, content);
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
