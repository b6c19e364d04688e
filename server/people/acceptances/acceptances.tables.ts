import type { Selectable } from 'kysely';
import type { ConfirmationName, LegalDocument } from '../../../shared/business/documents.ts';
import type { Locale } from '../../../shared/locales.ts';
import { comparison, outlivesAccount, person, pseudonym } from '../../contract/kept.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/**
 * One row for each text that a ticked box stands for: the sentence beside the box, and each document it names. `sha256`
 * is the hash of the text in `locale`: of `shown_text`, or of `sentence` where that was not stored yet; for a document,
 * of the text as this server has it.
 */
interface AcceptanceRow {
  id: string;
  account_id: string;
  download_id: string;
  confirmation: ConfirmationName;
  /** Null for the sentence beside the box. */
  document: LegalDocument | null;
  /** The sentence as it stands in the catalogue, with its placeholders; null for a document. */
  sentence: string | null;
  /**
   * The sentence word for word as it stood beside the box, with numbers and versions in `locale`; null for a document,
   * and where the form was submitted before this was stored.
   */
  shown_text: string | null;
  /**
   * For a document, its effective date; for the sentence, the version of this software that filled in its placeholders.
   */
  version: string;
  sha256: string;
  locale: Locale;
  method: 'download-form';
  accepted_at: Date;
}

export interface AcceptancesTables {
  acceptances: AppendOnly<AcceptanceRow>;
}

declare module '../../database/schema.ts' {
  interface Schema extends AcceptancesTables {}
}

export const acceptancesTables = {
  acceptances: {
    rows: 'append-only',
    kept: {
      id: pseudonym('policy-acceptances', 'acceptances'),
      account_id: pseudonym('policy-acceptances', comparison),
      download_id: pseudonym('policy-acceptances', 'acceptances'),
      confirmation: 'impersonal',
      document: 'impersonal',
      sentence: 'impersonal',
      shown_text: 'impersonal',
      version: 'impersonal',
      sha256: 'impersonal',
      locale: person('policy-acceptances', 'acceptances'),
      method: 'impersonal',
      accepted_at: person('policy-acceptances', 'acceptances'),
    },
    terms: [outlivesAccount('id', 'account_id', 'policy-acceptances')],
  },
} as const satisfies TableRules<AcceptancesTables>;

export type Acceptance = Selectable<AcceptanceRow>;
