import { parseArgs } from 'node:util';
import { contractPeriods } from '../../../shared/business/contract.ts';
import {
  isPublishedDocument,
  legalDocuments,
  type PublishedDocument,
  publishedDocuments,
} from '../../../shared/business/documents.ts';
import { utcDayOf } from '../../../shared/days.ts';
import { dayMs } from '../../../shared/durations.ts';
import { locales } from '../../../shared/locales.ts';
import { type FileCommand, OperatorMistake } from '../../contract/command.ts';
import { DraftFaults, legalFolder } from '../legal/drafts.ts';
import { PublicationRefused, publishVersion, readVersions } from '../legal/publish.ts';

/** Turns the draft of a document into a permanent version. */
export const legalPublish: FileCommand = {
  kind: 'files',
  name: 'legal publish',
  usage: '<document> --effective <YYYY-MM-DD> [--law-requires] [--folder <folder>]',
  summary: 'Publishes the draft of a legal document as the version that applies from a day; everybody is told by mail',
  async write(args) {
    const { document, effective, folder, lawRequires } = readArguments(args);
    try {
      const now = new Date();
      if (!lawRequires) requireNotice(document, effective, now, folder);
      const { drawLegalPdf: draw } = await import('../legal/legal-pdf.ts');
      const { sha256 } = publishVersion({ document, version: effective, now, folder, draw });
      return [
        `Published ${document} ${effective} in ${folder}:`,
        ...locales.map((locale) => `  ${locale}.md  SHA-256 ${sha256[locale]}, and its pages in ${locale}.pdf`),
        'The version never changes from now on. Commit the new files with versions.json, and build the site: the server that',
        'has them tells every account of a text that people accept.',
      ];
    } catch (error) {
      if (error instanceof PublicationRefused || error instanceof DraftFaults) throw new OperatorMistake(error.message);
      throw error;
    }
  },
};

function readArguments(args: string[]) {
  const options = {
    effective: { type: 'string' },
    folder: { type: 'string', default: legalFolder },
    'law-requires': { type: 'boolean', default: false },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [document, ...rest] = positionals;
    if (!isPublishedDocument(document) || rest.length)
      throw new OperatorMistake(`Name one document: ${publishedDocuments.join(', ')}.`);
    if (values.effective === undefined) throw new OperatorMistake('Say with --effective from which day it applies.');
    return { document, effective: values.effective, folder: values.folder, lawRequires: values['law-requires'] };
  } catch (error) {
    throw error instanceof OperatorMistake ? error : new OperatorMistake((error as Error).message);
  }
}

/** Texts that people have accepted change with notice, unless the law wants a change at once (Terms 15). */
function requireNotice(document: PublishedDocument, effective: string, now: Date, folder: string): void {
  const isAccepted = legalDocuments.some((each) => each === document);
  if (!isAccepted || !readVersions(folder)[document].length) return;
  const days = Math.floor((new Date(`${effective}T00:00:00Z`).getTime() - now.getTime()) / dayMs);
  if (days >= contractPeriods.changeNoticeDays) return;
  const first = utcDayOf(new Date(now.getTime() + (contractPeriods.changeNoticeDays + 1) * dayMs));
  throw new OperatorMistake(
    `People are promised ${contractPeriods.changeNoticeDays} days of notice; until ${effective} there are ${Math.max(0, days)}. ` +
      `The first possible day is ${first}. Where the law requires the change sooner, add --law-requires.`,
  );
}
