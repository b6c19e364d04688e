import type { Selectable } from 'kysely';
import type { ConsentMethod, consentDocument } from '../../../shared/business/consent.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

/** One choice about what is not necessary, as it was made in one browser. Names nobody. */
interface ConsentRow {
  /** Made by the browser. */
  id: string;
  /** Made by the browser, too: common to its choices. */
  session_id: string;
  method: ConsentMethod;
  statistics: boolean;
  option_version: string;
  /** Of the options' words in `locale`. */
  options_sha256: string;
  document: typeof consentDocument;
  document_version: string;
  /** Of the document in `locale`. */
  document_sha256: string;
  locale: Locale;
  /** By the browser's clock. */
  decided_at: Date;
  recorded_at: Date;
}

export interface ConsentsTables {
  consents: AppendOnly<ConsentRow>;
}

declare module '../../database/schema.ts' {
  interface Schema extends ConsentsTables {}
}

export const consentsTables = {
  consents: 'append-only',
} as const satisfies TableRules<ConsentsTables>;

export type Consent = Selectable<ConsentRow>;
