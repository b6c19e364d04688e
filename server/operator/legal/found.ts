import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { operator } from '../../../shared/business/company.ts';
import { type PublishedDocument, publishedDocuments } from '../../../shared/business/documents.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { locales } from '../../../shared/locales.ts';
import { legalFolder, type RenderedDraft, renderDraft } from './drafts.ts';
import {
  type DrawLegalPdf,
  readVersions,
  replaceDurably,
  type Versions,
  writeVersion,
  writeVersions,
} from './publish.ts';

/** Whose archive it is, and since when: nothing that was published from then on ever changes. */
const foundationShape = z.object({
  company: z.string(),
  /** The instant at which the first versions were written, an ISO 8601 time: also on one day each founding is another. */
  at: z.string(),
});

type Foundation = z.infer<typeof foundationShape>;

interface Founded {
  /** True when the archive was this company's already, word for word. */
  unchanged: boolean;
  /** What was there before. */
  former: Versions & { company: string };
  versions: Versions;
}

/**
 * Gives a new company its own archive: the first version of every document, from the drafts and the company's facts,
 * in force from today on, in place of whatever was published before. Only for an archive from which nobody has accepted
 * anything. Interrupted, it is done again. Throws `DraftFaults` for an unacceptable draft; nothing is written then.
 */
export function foundArchive({
  now,
  folder = legalFolder,
  draw,
}: {
  now: Date;
  folder?: string;
  draw: DrawLegalPdf;
}): Founded {
  const former = readVersions(folder);
  const { company } = readFoundation(folder);
  const today = utcDayOf(now);
  if (publishedDocuments.every((document) => isFirstAndCurrent(document, former[document], today, folder)))
    return { unchanged: true, former: { ...former, company }, versions: former };

  const drafts = new Map<PublishedDocument, RenderedDraft>();
  for (const document of publishedDocuments) drafts.set(document, renderDraft(document, today, folder));
  for (const [document, draft] of drafts) writeVersion({ document, version: today, now, folder, draw }, draft);
  const versions = Object.fromEntries(publishedDocuments.map((document) => [document, [today]])) as Versions;
  writeVersions(versions, folder);
  const foundation: Foundation = { company: operator.companyName, at: now.toISOString() };
  replaceDurably(path.join(folder, 'founded.json'), `${JSON.stringify(foundation, null, 2)}\n`);
  for (const document of publishedDocuments)
    for (const name of fs.readdirSync(path.join(folder, document)))
      if (name !== 'draft' && name !== today) fs.rmSync(path.join(folder, document, name), { recursive: true });
  return { unchanged: false, former: { ...former, company }, versions };
}

function readFoundation(folder: string): Foundation {
  return foundationShape.parse(JSON.parse(fs.readFileSync(path.join(folder, 'founded.json'), 'utf8')));
}

/** True when a document has one version, which is what its draft says today. */
function isFirstAndCurrent(
  document: PublishedDocument,
  [version, ...later]: readonly string[],
  today: string,
  folder: string,
): boolean {
  if (version === undefined || later.length || version > today) return false;
  const { texts } = renderDraft(document, version, folder);
  return locales.every((locale) => {
    const file = path.join(folder, document, version, locale);
    return (
      [`${file}.md`, `${file}.pdf`].every((each) => fs.existsSync(each)) &&
      fs.readFileSync(`${file}.md`, 'utf8') === texts[locale]
    );
  });
}
