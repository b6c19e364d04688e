import { randomUUID } from 'node:crypto';
import type { DocumentVersion } from '../../../shared/api/documents.ts';
import {
  type ConfirmationName,
  confirmationDocuments,
  confirmationNames,
  confirmationsToAsk,
} from '../../../shared/business/documents.ts';
import { retention } from '../../../shared/business/retention.ts';
import { defaultLocale, type Locale } from '../../../shared/locales.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { OpenTransaction, Queries } from '../../database/schema.ts';
import { Problem } from '../../http/problem.ts';
import { sha256Hex } from '../../sha256.ts';
import type { LegalDocuments } from '../legal-documents/legal-documents.ts';
import {
  countExpiredAcceptances,
  findAcceptedVersions,
  insertAcceptances,
  removeExpiredAcceptances,
} from './acceptances.queries.ts';
import type { Acceptance } from './acceptances.tables.ts';
import { type ConfirmationSentences, fillInSentence } from './confirmation-sentences.ts';

export { countAcceptances, findAcceptedDocuments, findLastLanguage, lastLanguageOf } from './acceptances.queries.ts';
export { type ConfirmationSentences, readConfirmationSentences } from './confirmation-sentences.ts';

/** Throws one sentence where the archive has lost a version that somebody has accepted: nothing could be proven of it. */
export async function requireAcceptedVersions(queries: Queries, legalDocuments: LegalDocuments): Promise<void> {
  const accepted = await findAcceptedVersions(queries);
  const lost = accepted.filter(({ document, version }) => !legalDocuments.findText(document, version, defaultLocale));
  if (!lost.length) return;
  throw new Error(
    `People have accepted versions that content/legal does not have: ${lost
      .map(({ document, version }) => `${document} ${version}`)
      .join(
        ', ',
      )}. A published version never goes; bring them back from the history, with their lines in versions.json.`,
  );
}

/**
 * The boxes that the form rightly omitted: every document they stand for was accepted in its `inForce` version, and the
 * form, which names what it showed, names none of them. A ticked box was shown, so it is not among them.
 */
export function findSettledConfirmations(
  confirmations: Record<ConfirmationName, boolean>,
  named: DocumentVersion[],
  inForce: DocumentVersion[],
  accepted: DocumentVersion[],
): ConfirmationName[] {
  const asked = confirmationsToAsk(inForce, accepted);
  const isShown = (name: ConfirmationName) =>
    confirmations[name] || named.some(({ document }) => confirmationDocuments[name].includes(document));
  return confirmationNames.filter((name) => !asked.includes(name) && !isShown(name));
}

/** Refuses unless every unsettled box of the form was ticked (specification 5), and names the missing ones. */
export function requireConfirmations(
  confirmations: Record<ConfirmationName, boolean>,
  settled: readonly ConfirmationName[] = [],
): void {
  const missing = confirmationNames.filter((name) => !confirmations[name] && !settled.includes(name));
  if (!missing.length) return;
  throw new Problem('confirmation-missing', {
    errors: missing.map((name) => ({
      pointer: `/confirmations/${name}`,
      fault: 'required' as const,
      detail: 'must be confirmed',
    })),
  });
}

/**
 * Refuses unless `documents` names exactly those that the unsettled boxes stand for, each in its `inForce` version:
 * nobody is held to a text they did not see, and the record shows what they did.
 */
export function requireDocumentsInForce(
  documents: DocumentVersion[],
  inForce: DocumentVersion[],
  settled: readonly ConfirmationName[] = [],
): void {
  const asked = confirmationNames.filter((name) => !settled.includes(name));
  const needed = inForce.filter(({ document }) => asked.some((name) => confirmationDocuments[name].includes(document)));
  const faults = [
    ...needed
      .filter((each) => !documents.some((given) => isSame(given, each)))
      .map(({ document, version }) => `${document} is in force in version ${version}, which was not named`),
    ...documents
      .filter((given, index) => !needed.some((each) => isSame(each, given)) || isRepeated(documents, index))
      .map(({ document, version }) => `${document} ${version} is not to be accepted, or named twice`),
  ];
  if (faults.length) throw new Problem('documents-changed', { detail: `${faults.join('. ')}.` });
}

/**
 * Refuses when a sentence that was shown, by its hash in `shown`, is not the one that would be recorded: the page was
 * opened before the wording changed. A form that sends no hashes is assumed to show the present wording.
 */
export function requireShownSentences(
  shown: Partial<Record<ConfirmationName, string>>,
  sentences: Record<ConfirmationName, string>,
  locale: Locale,
  documents: DocumentVersion[],
): void {
  const changed = confirmationNames.filter(
    (name) => shown[name] !== undefined && shown[name] !== hashOf(fillInSentence(sentences[name], locale, documents)),
  );
  if (changed.length) throw new Problem('confirmations-changed', { detail: `Changed: ${changed.join(', ')}.` });
}

interface AcceptanceContext {
  accountId: string;
  downloadId: string;
  locale: Locale;
  acceptedAt: Date;
  documents: DocumentVersion[];
  /** Boxes that the form did not show because everything in them was accepted before. */
  settled: readonly ConfirmationName[];
  legalDocuments: LegalDocuments;
  sentences: ConfirmationSentences;
  /** The version of this software whose form was shown. */
  softwareVersion: string;
}

/** Records each confirmed sentence and each document it names, with the hash of the text shown. */
export async function recordAcceptances(trx: OpenTransaction, context: AcceptanceContext): Promise<void> {
  const common = {
    account_id: context.accountId,
    download_id: context.downloadId,
    locale: context.locale,
    method: 'download-form',
    accepted_at: context.acceptedAt,
  } as const;
  const shown = confirmationNames.filter((name) => !context.settled.includes(name));
  const records = shown.flatMap((confirmation): Acceptance[] => {
    const sentence = context.sentences[context.locale][confirmation];
    const shownText = fillInSentence(sentence, context.locale, context.documents);
    const documents = context.documents.filter(({ document }) =>
      confirmationDocuments[confirmation].includes(document),
    );
    return [
      {
        ...common,
        id: randomUUID(),
        confirmation,
        document: null,
        sentence,
        shown_text: shownText,
        version: context.softwareVersion,
        sha256: hashOf(shownText),
      },
      ...documents.map(({ document, version }) => ({
        ...common,
        id: randomUUID(),
        confirmation,
        document,
        sentence: null,
        shown_text: null,
        version,
        sha256: context.legalDocuments.getSha256(document, version, context.locale),
      })),
    ];
  });
  await insertAcceptances(trx, records);
}

/** Acceptance records outlive their account by a fixed time (specification 9). */
export const acceptanceRetention: RetentionRule = {
  name: 'policy-acceptances',
  cutoff: (now) => findPeriodStart(now, retention.policyAcceptanceMonthsAfterAccount),
  count: countExpiredAcceptances,
  remove: removeExpiredAcceptances,
};

function isSame(one: DocumentVersion, other: DocumentVersion): boolean {
  return one.document === other.document && one.version === other.version;
}

function isRepeated(documents: DocumentVersion[], index: number): boolean {
  return documents.slice(0, index).some((earlier) => earlier.document === documents[index]!.document);
}

function hashOf(text: string): string {
  return sha256Hex(text);
}
