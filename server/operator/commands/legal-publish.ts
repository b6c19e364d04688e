import { parseArgs } from 'node:util';
import { DraftFaults, legalFolder } from '../../../scripts/legal/drafts.ts';
import { PublicationRefused, publishVersion } from '../../../scripts/legal/publish.ts';
import { contractPeriods } from '../../../shared/business/contract.ts';
import { isPublishedDocument, publishedDocuments } from '../../../shared/business/documents.ts';
import { locales } from '../../../shared/locales.ts';
import { type FileCommand, OperatorMistake } from '../command.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Turns the draft of a document into a permanent version. */
export const legalPublish: FileCommand = {
  kind: 'files',
  name: 'legal publish',
  usage: '<document> --effective <YYYY-MM-DD> [--folder <folder>]',
  summary: 'Publishes the draft of a legal document as the version that applies from a day',
  write(args) {
    const { document, effective, folder } = readArguments(args);
    try {
      const now = new Date();
      const { sha256 } = publishVersion({ document, version: effective, now, folder });
      return [
        `Published ${document} ${effective} in ${folder}:`,
        ...locales.map((locale) => `  ${locale}.md  SHA-256 ${sha256[locale]}`),
        ...noticeLines(effective, now),
        'The version never changes from now on. Commit the new files with versions.json, and build the site.',
      ];
    } catch (error) {
      if (error instanceof PublicationRefused || error instanceof DraftFaults) throw new OperatorMistake(error.message);
      throw error;
    }
  },
};

function readArguments(args: string[]) {
  const options = { effective: { type: 'string' }, folder: { type: 'string', default: legalFolder } } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [document, ...rest] = positionals;
    if (!isPublishedDocument(document) || rest.length)
      throw new OperatorMistake(`Name one document: ${publishedDocuments.join(', ')}.`);
    if (values.effective === undefined) throw new OperatorMistake('Say with --effective from which day it applies.');
    return { document, effective: values.effective, folder: values.folder };
  } catch (error) {
    throw error instanceof OperatorMistake ? error : new OperatorMistake((error as Error).message);
  }
}

/** The texts promise notice; whether this version requires it is for a person to judge. */
function noticeLines(effective: string, now: Date): string[] {
  const days = Math.floor((new Date(`${effective}T00:00:00Z`).getTime() - now.getTime()) / dayMs);
  if (days >= contractPeriods.changeNoticeDays) return [];
  return [
    `Terms and policies promise ${contractPeriods.changeNoticeDays} days of notice before a material change; ` +
      `${Math.max(0, days)} are left.`,
  ];
}
