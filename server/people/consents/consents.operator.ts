import * as z from 'zod/mini';
import { OperatorMistake, type TransactionCommand } from '../../contract/command.ts';
import { describeText } from '../../operator/proof.ts';
import { readLegalDocuments } from '../legal-documents/legal-documents.ts';
import { findConsent, readConsentOptions } from './consents.ts';

/** What somebody chose about cookies and statistics, with the exact words shown (GDPR Art. 7(1)). */
export const proofConsent: TransactionCommand = {
  kind: 'transaction',
  name: 'proof consent',
  usage: '<record number>',
  summary: 'Shows a consent record with the exact texts the visitor saw, their hashes and the time',
  async run({ trx }, args) {
    const [id, ...rest] = args;
    if (!z.safeParse(z.uuid(), id).success || rest.length) throw new OperatorMistake('Give the number of one record.');
    const consent = await findConsent(trx, id!);
    if (!consent)
      return { lines: ['There is no consent record with this number.'], outcome: 'none found', subject: null };
    const [options, documents] = await Promise.all([readConsentOptions(), readLegalDocuments()]);
    const { option_version, locale, document, document_version } = consent;
    const published = documents.findText(document, document_version, locale);
    if (!published) throw new Error(`The archive has no ${document} ${document_version} in ${locale}.`);
    return {
      lines: [
        `Record      ${consent.id}`,
        `Browser     ${consent.session_id}`,
        `Recorded    ${consent.recorded_at.toISOString()} (by the server)`,
        `Decided     ${consent.decided_at.toISOString()} (${consent.decided_at.getTime() === consent.recorded_at.getTime() ? 'by the server' : 'by the browser'})`,
        `Method      ${consent.method}`,
        `Statistics  ${consent.statistics ? 'allowed' : 'refused'}`,
        `Language    ${locale}`,
        '',
        ...describeText({
          name: `Options ${option_version}`,
          recordedSha256: consent.options_sha256,
          sha256: options.getSha256(option_version, locale),
          text: options.getTexts(option_version, locale).join('\n'),
        }),
        '',
        ...describeText({
          name: `${document} ${document_version}`,
          recordedSha256: consent.document_sha256,
          ...published,
        }),
      ],
      outcome: 'shown',
      subject: consent.id,
    };
  },
};
