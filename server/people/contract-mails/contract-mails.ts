import type { DocumentVersion } from '../../../shared/api/documents.ts';
import {
  legalDocuments as acceptedDocuments,
  type LegalDocument,
  type PublishedDocument,
} from '../../../shared/business/documents.ts';
import { formatDay } from '../../../shared/dates.ts';
import { hourMs } from '../../../shared/durations.ts';
import { legalDifferencePath, legalVersionPath } from '../../../shared/legal-paths.ts';
import type { Locale } from '../../../shared/locales.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import type { Act } from '../../contract/act.ts';
import { enqueueMail, forgetUnarrived, formatMoment, lettersOf } from '../../platform/mails/mails.ts';
import { attachPdf, type LegalDocuments, titleOf } from '../legal-documents/legal-documents.ts';

/** What people are told of their contract: its texts, once they have accepted them, and changes before they apply. */
export const contractLetters = lettersOf('contract-mails', ['contract-confirmation', 'change-notice'], (locale) => ({
  acceptedAt: formatMoment(locale, sampleTime),
  day: formatDay(locale, '2026-12-24'),
}));
const sampleTime = new Date('2026-11-24T10:30:00Z');

/** Whom a mail is for, and in which language. */
interface Reader {
  accountId: string;
  email: string;
  locale: Locale;
}

function requireText(legalDocuments: LegalDocuments, { document, version }: DocumentVersion, locale: Locale) {
  const found = legalDocuments.findText(document, version, locale);
  if (!found) throw new Error(`There is no version ${version} of ${document} in ${locale}.`);
  return { ...found, title: titleOf(found.text) };
}

/**
 * Sends the texts that somebody has accepted, word for word: a contract has to be confirmed on a durable medium (Directive
 * 2011/83/EU, Art. 8(7); Swiss UCA, Art. 3(1)(s)). One mail for each set of versions, however often it is accepted, and
 * one for each `occasion`, which is given where they have to be sent again.
 */
export async function confirmContract(
  act: Act,
  { accountId, email, locale }: Reader,
  {
    documents,
    acceptedAt,
    legalDocuments,
    occasion,
  }: { documents: DocumentVersion[]; acceptedAt: Date; legalDocuments: LegalDocuments; occasion?: string },
): Promise<void> {
  if (!documents.length) return;
  const texts = documents.map((each) => ({ ...each, ...requireText(legalDocuments, each, locale) }));
  const found = await Promise.all(
    documents.map(({ document, version }) => legalDocuments.findPdf(document, version, locale)),
  );
  const pdfs = found.map((pdf) => pdf!);
  const content = await contractLetters.write(
    'contract-confirmation',
    locale,
    { acceptedAt: formatMoment(locale, acceptedAt) },
    `${act.config.siteOrigin}${localizedPath(paths.account, locale)}`,
    {
      facts: texts.map(({ title, version }) => ({ name: title, value: formatDay(locale, version) })),
      // By them, what is attached can be compared with what is published, and with what is recorded: the hash of the words.
      evidence: [
        'SHA-256',
        ...pdfs.map(({ fileName, sha256 }) => `${fileName} ${sha256}`),
        ...texts.map(({ document, version, sha256 }) => `${document} ${version} ${sha256}`),
      ],
    },
  );
  const versions = documents.map(({ document, version }) => `${document} ${version}`).sort();
  await enqueueMail(act, {
    ...content,
    attachments: pdfs.map(attachPdf),
    kind: 'contract-confirmation',
    dedupeKey: ['contract-confirmation', accountId, versions.join(', '), ...(occasion ? [occasion] : [])].join(' '),
    accountId,
    to: email,
    whenUnknown: 'send-again',
  });
}

/** Documents whose new versions take effect on the same day. */
export interface Change {
  day: string;
  documents: { document: LegalDocument; from: string | undefined }[];
}

const isAccepted = (document: PublishedDocument): document is LegalDocument =>
  acceptedDocuments.some((each) => each === document);

/** Announced versions of texts that people accept, by the day from which they apply. */
export function findChanges(legalDocuments: LegalDocuments, now: Date): Change[] {
  const inForce = new Map(legalDocuments.inForce(now).map(({ document, version }) => [document, version]));
  const changes = new Map<string, Change>();
  for (const { document, version: day } of legalDocuments.announced(now)) {
    if (!isAccepted(document)) continue;
    const change = changes.get(day) ?? { day, documents: [] };
    changes.set(day, change);
    change.documents.push({ document, from: inForce.get(document) });
  }
  return [...changes.values()];
}

/** The same for every account, with its id at the end. */
export const changeKey = ({ day, documents }: Change): string =>
  `change-notice ${day} ${documents.map(({ document }) => document).join(' ')} `;

/**
 * Whoever has corrected the address is told anew, by the job, of what did not arrive at the earlier one. The job, which runs each
 * hour, tells of nothing that is in force by then: of that a letter is owed.
 */
export async function announceAnew(
  { trx, now }: Act,
  accountId: string,
  legalDocuments: LegalDocuments,
): Promise<void> {
  const changes = findChanges(legalDocuments, new Date(now.getTime() + hourMs));
  if (!changes.length) return;
  await forgetUnarrived(
    trx,
    changes.map((change) => changeKey(change) + accountId),
  );
}

/** Tells of a change before it applies, once (Terms 16, Privacy Policy 14). */
export async function announceChange(
  act: Act,
  { accountId, email, locale }: Reader,
  change: Change,
  legalDocuments: LegalDocuments,
): Promise<void> {
  const { day, documents } = change;
  const addressOf = (path: string) => `${act.config.siteOrigin}${path}?lang=${locale}`;
  const list = documents.map(({ document, from }) => ({
    text: requireText(legalDocuments, { document, version: day }, locale).title,
    url: addressOf(from ? legalDifferencePath(document, from, day) : legalVersionPath(document, day)),
  }));
  const content = await contractLetters.write('change-notice', locale, { day: formatDay(locale, day) }, list[0]!.url, {
    list,
  });
  await enqueueMail(act, {
    ...content,
    kind: 'change-notice',
    dedupeKey: changeKey(change) + accountId,
    accountId,
    to: email,
    whenUnknown: 'send-again',
  });
}
