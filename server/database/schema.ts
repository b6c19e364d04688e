import type { ColumnType, JSONColumnType, Kysely, Selectable, Transaction } from 'kysely';
import type { WebVital } from '../../shared/api/statistics.ts';
import type { ConsentMethod, consentDocument } from '../../shared/business/consent.ts';
import type { ConfirmationName, LegalDocument } from '../../shared/business/documents.ts';
import type { Platform } from '../../shared/business/product.ts';
import type { Locale } from '../../shared/locales.ts';

/** Columns that can be given once and never set again. */
type AppendOnly<Row> = { [Column in keyof Row]: ColumnType<Row[Column], Row[Column], never> };

/** Personal data of a customer (specification 3: stored account data), known from the first download on. */
interface AccountRow {
  /** The login provider's user id. */
  id: string;
  full_name: string;
  email: string;
  country: string;
  ip_address: string;
  user_agent: string;
  created_at: Date;
  updated_at: Date;
  /** When the account was deleted for good; null while it lives. The time of what outlives it starts here. */
  ended_at: ColumnType<Date | null, Date | null | undefined>;
}

interface DownloadRow {
  id: string;
  account_id: string;
  platform: Platform;
  version: string;
  file_name: string;
  size_bytes: number;
  sha256: string;
  country: string;
  locale: Locale;
  download_key: string | null;
  idempotency_key: string | null;
  /** Of the request in canonical form: tells a repeated request from another one under the same Idempotency-Key. */
  request_sha256: string;
  /** Of the login provider; like the next two null where the form was submitted before they were kept. */
  session_id: string | null;
  ip_address: string | null;
  user_agent: string | null;
  started_at: Date;
  expires_at: Date;
}

/** What was sent of a download: its one row that changes. */
interface DownloadProgressRow {
  download_id: string;
  first_at: Date;
  last_at: Date;
  /** Transfers that were begun, and those of them that did not begin at the first byte. */
  transfers: number;
  resumed: number;
  /** Of all transfers together; more than the file has when parts were fetched twice. */
  sent_bytes: number;
  /** Pairs of the first byte and the one after the last. */
  sent_ranges: JSONColumnType<[number, number][]>;
  /** Keyed marks of the addresses it was fetched from, which tell them apart and nothing else. */
  address_marks: JSONColumnType<string[]>;
  /** When every byte had been sent. */
  finished_at: Date | null;
}

/**
 * One row for each text that a ticked box stands for: the sentence beside the box, and each document that it names.
 * `sha256` is that of the text in `locale`: of `shown_text`, or where that was not kept yet of `sentence`; of a document
 * as this server has it.
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
   * and where the form was submitted before it was kept.
   */
  shown_text: string | null;
  /** Of the document, its effective date; of the sentence, the version of this software that filled its placeholders. */
  version: string;
  sha256: string;
  locale: Locale;
  method: 'download-form';
  accepted_at: Date;
}

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

/** How often a page was opened on a day (`YYYY-MM-DD`, UTC). */
interface PageViewsRow {
  day: string;
  page: string;
  locale: Locale;
  views: number;
}

/** How often a value was measured on a day; rounded, in milliseconds, of CLS in thousandths. */
interface WebVitalsRow {
  day: string;
  page: string;
  metric: WebVital;
  value: number;
  samples: number;
}

/** What one rule of retention removed at one time. */
interface RetentionRunRow {
  id: string;
  rule: string;
  /** What is older was removed. */
  cutoff: Date;
  removed: number;
  performed_at: Date;
}

interface OperatorActionRow {
  id: string;
  command: string;
  /** Id of what was looked at or changed, where there is one; never a name or an address. */
  subject: string | null;
  outcome: string;
  /** The operating system's name of who ran the command. */
  actor: string;
  performed_at: Date;
}

/** Every table, as Kysely types it. */
export interface Schema {
  accounts: AccountRow;
  downloads: AppendOnly<DownloadRow>;
  download_progress: DownloadProgressRow;
  acceptances: AppendOnly<AcceptanceRow>;
  operator_actions: AppendOnly<OperatorActionRow>;
  consents: AppendOnly<ConsentRow>;
  page_views: PageViewsRow;
  web_vitals: WebVitalsRow;
  retention_runs: AppendOnly<RetentionRunRow>;
}

/** A transaction, or the database itself where a query may stand alone. */
export type Queries = Kysely<Schema>;

/**
 * What the application may do to the rows of each table. Rows of append-only tables are evidence: they can be added and
 * read, never changed or removed. The privileges in the database and the rule in code follow from here.
 */
const tableRules = {
  accounts: 'changeable',
  downloads: 'append-only',
  download_progress: 'changeable',
  acceptances: 'append-only',
  operator_actions: 'append-only',
  consents: 'append-only',
  page_views: 'changeable',
  web_vitals: 'changeable',
  retention_runs: 'append-only',
} as const satisfies Record<keyof Schema, 'append-only' | 'changeable'>;

type TableName = keyof Schema;
const tables = Object.keys(tableRules) as TableName[];

export const appendOnlyTables = tables.filter((table) => tableRules[table] === 'append-only');
export const changeableTables = tables.filter((table) => tableRules[table] === 'changeable');

/**
 * The only ways in which rows of append-only tables end, when their time is over: functions of the database that take
 * the time before which rows have expired (migration 0006).
 */
export const expiryFunctions = ['remove_expired_consents', 'remove_expired_acceptances'] as const;

/**
 * A transaction. On the embedded database a query outside of it waits for its end: inside one, use nothing else.
 */
export type OpenTransaction = Transaction<Schema>;

export type Account = Selectable<Schema['accounts']>;
export type DownloadRecord = Selectable<Schema['downloads']>;
export type DownloadProgress = Selectable<Schema['download_progress']>;
export type Acceptance = Selectable<Schema['acceptances']>;
export type Consent = Selectable<Schema['consents']>;
export type RetentionRun = Selectable<Schema['retention_runs']>;
