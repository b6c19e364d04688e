import type { JSONColumnType, Selectable } from 'kysely';
import type { Platform } from '../../../shared/business/product.ts';
import { retention } from '../../../shared/business/retention.ts';
import type { Locale } from '../../../shared/locales.ts';
import { comparison, endsWithAccount, person, pseudonym } from '../../contract/kept.ts';
import type { AppendOnly, TableRules } from '../../database/tables.ts';

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
  /**
   * Hash of the request in canonical form: distinguishes a repeated request from another one with the same
   * Idempotency-Key.
   */
  request_sha256: string;
  /** The login provider's id; like the next two, null where the form was submitted before they were stored. */
  session_id: string | null;
  ip_address: string | null;
  user_agent: string | null;
  started_at: Date;
  expires_at: Date;
}

/** What was sent of a download: the one row of it that changes. */
interface DownloadProgressRow {
  download_id: string;
  first_at: Date;
  last_at: Date;
  /** Transfers that were started, and those of them that did not start at the first byte. */
  transfers: number;
  resumed: number;
  /** Of all transfers together; exceeds the file's size when parts were fetched twice. */
  sent_bytes: number;
  /** Pairs of the first byte and the one after the last. */
  sent_ranges: JSONColumnType<[number, number][]>;
  /** Keyed marks of the addresses it was fetched from, which tell them apart and reveal nothing else. */
  address_marks: JSONColumnType<string[]>;
  /** When every byte had been sent, or a page reported that it had them all. */
  finished_at: Date | null;
}

export interface DownloadsTables {
  downloads: AppendOnly<DownloadRow>;
  download_progress: DownloadProgressRow;
}

declare module '../../database/schema.ts' {
  interface Schema extends DownloadsTables {}
}

export const downloadsTables = {
  downloads: {
    rows: 'append-only',
    kept: {
      id: pseudonym('ended-accounts', 'downloads'),
      account_id: pseudonym('ended-accounts', comparison),
      platform: 'impersonal',
      version: 'impersonal',
      file_name: 'impersonal',
      size_bytes: 'impersonal',
      sha256: 'impersonal',
      country: person('ended-accounts', 'downloads'),
      locale: person('ended-accounts', 'downloads'),
      download_key: person('ended-accounts', 'downloads'),
      idempotency_key: pseudonym('ended-accounts', comparison),
      request_sha256: pseudonym('ended-accounts', comparison),
      session_id: pseudonym('download-traces', 'downloads'),
      ip_address: person('download-traces', 'downloads'),
      user_agent: person('download-traces', 'downloads'),
      started_at: person('ended-accounts', 'downloads'),
      expires_at: person('ended-accounts', 'downloads'),
    },
    terms: [
      endsWithAccount('id', 'account_id'),
      {
        rule: 'download-traces',
        id: 'id',
        start: 'started_at',
        period: `${retention.downloadTraceDays} days`,
        empties: ['session_id', 'ip_address', 'user_agent'],
      },
    ],
  },
  download_progress: {
    rows: 'changeable',
    kept: {
      download_id: pseudonym('ended-accounts', 'downloads'),
      first_at: person('ended-accounts', 'downloads'),
      last_at: person('ended-accounts', 'downloads'),
      transfers: person('ended-accounts', 'downloads'),
      resumed: person('ended-accounts', 'downloads'),
      sent_bytes: person('ended-accounts', 'downloads'),
      sent_ranges: 'impersonal',
      address_marks: pseudonym('download-traces', 'downloads'),
      finished_at: person('ended-accounts', 'downloads'),
    },
    terms: [
      {
        rule: 'download-traces',
        id: 'download_id',
        start: 'first_at',
        period: `${retention.downloadTraceDays} days`,
        empties: ['address_marks'],
      },
    ],
  },
} as const satisfies TableRules<DownloadsTables>;

export type DownloadRecord = Selectable<DownloadRow>;
export type DownloadProgress = Selectable<DownloadProgressRow>;
