import path from 'node:path';
import { operator } from '../../../shared/business/company.ts';
import { type PublishedDocument, publishedDocuments } from '../../../shared/business/documents.ts';
import { imprint } from '../../../shared/business/imprint.ts';
import { locales } from '../../../shared/locales.ts';
import { listFictionalFacts } from '../../config/fictional-facts.ts';
import { listFictionalVersions } from '../../config/legal-texts.ts';
import {
  type CommandResult,
  commandLine,
  OperatorMistake,
  readOptions,
  type SettingsCommand,
} from '../../contract/command.ts';
import type { Database } from '../../database/database.ts';
import { countAcceptances } from '../../people/acceptances/acceptances.ts';
import { countConsents } from '../../people/consents/consents.ts';
import { DraftFaults, legalFolder } from '../legal/drafts.ts';
import { foundArchive } from '../legal/found.ts';
import type { DrawLegalPdf } from '../legal/publish.ts';

/** Gives a new company its own first version of every legal document. */
export const legalFound: SettingsCommand = {
  kind: 'settings',
  name: 'legal found',
  usage: '[--folder <folder>]',
  summary:
    'Gives a new company its own first version of every legal document, from the drafts and its facts, instead of the sample’s; only while nobody has accepted anything',
  allow: requireNothingAccepted,
  work: async (_config, args) => {
    const { values, positionals } = readOptions(args, { folder: { type: 'string', default: legalFolder } });
    if (positionals.length) throw new OperatorMistake('All documents are founded together; name none.');
    const { drawLegalPdf } = await import('../legal/legal-pdf.ts');
    return foundFor(operator, new Date(), values.folder, drawLegalPdf);
  },
};

/** Records that name a version are evidence of its text, which would be gone. */
async function requireNothingAccepted(
  { kysely }: Database,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string },
) {
  const acceptances = await countAcceptances(kysely);
  const consents = await countConsents(kysely);
  if (!acceptances && !consents) return;
  throw new OperatorMistake(
    `Nothing was changed: this service has recorded ${acceptances} acceptances and ${consents} cookie choices, and the ` +
      'versions that they name have to stay. A new text is published as the next version: ' +
      `${commandLine} legal publish <document> --effective <day>. If nobody but you has tried the site, begin with ` +
      `${databaseUrl ? 'an empty database' : `an empty DATA_DIR (now ${dataDir})`}, and run this again.`,
  );
}

/** Throws `OperatorMistake` while a fact is fictional or a draft cannot be published; nothing is written then. */
export function foundFor(facts: typeof operator, now: Date, folder: string, draw: DrawLegalPdf): CommandResult {
  const fictional = listFictionalFacts(facts);
  if (fictional.length) {
    const inImprint = fictional.filter((fact) => fact in imprint);
    const inCompany = fictional.filter((fact) => !(fact in imprint));
    const places = [
      ['imprint', inImprint],
      ['company', inCompany],
    ] as const;
    throw new OperatorMistake(
      [
        'The texts would name a company that does not exist. Put the real facts in first:',
        ...places.flatMap(([file, names]) =>
          names.length ? [`  shared/business/${file}.ts: ${names.join(', ')}`] : [],
        ),
      ].join('\n'),
    );
  }
  const { unchanged, former, versions } = found(now, folder, draw);
  const faults = listFictionalVersions(folder, now);
  const [day] = versions.terms;
  const said = unchanged
    ? [`Nothing to do: ${folder} has the first versions of ${facts.companyName} since ${day}, as the drafts say.`]
    : [
        `Founded the legal archive of ${facts.companyName} in ${folder}, in force from ${day}:`,
        ...publishedDocuments.map(
          (document) => `  ${document} ${day} in ${locales.join(', ')}${describeFormer(document)}`,
        ),
        `Removed with it: all versions of ${former.company}. Commit the folder, and build the site; from now on, a published`,
        'version never changes, and the next one is published with notice.',
      ];
  return {
    lines: [
      ...said,
      ...faults.map(
        ({ document, version, names }) =>
          `STILL FICTIONAL: ${document} ${version} names ${names.join(', ')}; mend its draft, and run this again.`,
      ),
    ],
    outcome: unchanged ? 'unchanged' : `founded: ${publishedDocuments.length} documents`,
    failed: faults.length > 0,
  };

  function describeFormer(document: PublishedDocument): string {
    return former[document].length ? `, instead of ${former[document].join(', ')}` : '';
  }
}

function found(now: Date, folder: string, draw: DrawLegalPdf) {
  try {
    return foundArchive({ now, folder: path.resolve(folder), draw });
  } catch (error) {
    if (error instanceof DraftFaults) throw new OperatorMistake(error.message);
    throw error;
  }
}
