import { retention } from '../../../shared/business/retention.ts';
import { fingerprintHours } from '../../../shared/business/text-service.ts';
import { maxTokenSeconds } from '../../http/authentication.ts';

/**
 * What the database keeps of people, and until when. A test compares it with the database's own catalogue: a new table or
 * column is entered here, under `columns`; a new period under `terms`.
 */

/** Columns of one table that one rule lets go of. */
interface KeptColumns {
  /** The rule's name; `terms` says when its time is over. */
  rule: string;
  /** That say something about a person. */
  person?: readonly string[];
  /** That say nothing by themselves and lead to a person: ids, hashes and marks. */
  pseudonym?: readonly string[];
  /** The part of an account's export in which its holder finds them, or why there is none. */
  exporter: { part: string } | { none: string };
}

interface ClassifiedTable {
  /** Columns that tell nothing about a person once the others are gone. */
  none: readonly string[];
  kept: readonly KeptColumns[];
}

const nobodyKnown = { none: 'Nobody knows whose it is; the visitor has the record number.' };
const hashOnly = { none: 'A hash or mark of what the export has in full, for comparisons alone.' };
const operators = { none: "Written about the operator's work. It names accounts by their id." };

/** Every column of every table. */
export const columns: Readonly<Record<string, ClassifiedTable>> = {
  accounts: {
    none: [],
    kept: [
      {
        rule: 'ended-accounts',
        person: ['full_name', 'email', 'country', 'ip_address', 'user_agent'],
        exporter: { part: 'account' },
      },
      {
        rule: 'account-stubs',
        person: ['created_at', 'updated_at', 'ended_at', 'status', 'ended_by', 'login_removed_at'],
        pseudonym: ['id'],
        exporter: { part: 'account' },
      },
    ],
  },
  downloads: {
    none: ['platform', 'version', 'file_name', 'size_bytes', 'sha256'],
    kept: [
      {
        rule: 'download-traces',
        person: ['ip_address', 'user_agent'],
        pseudonym: ['session_id'],
        exporter: { part: 'downloads' },
      },
      {
        rule: 'ended-accounts',
        person: ['country', 'locale', 'download_key', 'started_at', 'expires_at'],
        pseudonym: ['id'],
        exporter: { part: 'downloads' },
      },
      { rule: 'ended-accounts', pseudonym: ['account_id', 'idempotency_key', 'request_sha256'], exporter: hashOnly },
    ],
  },
  download_progress: {
    none: ['sent_ranges'],
    kept: [
      { rule: 'download-traces', pseudonym: ['address_marks'], exporter: { part: 'downloads' } },
      {
        rule: 'ended-accounts',
        person: ['first_at', 'last_at', 'transfers', 'resumed', 'sent_bytes', 'finished_at'],
        pseudonym: ['download_id'],
        exporter: { part: 'downloads' },
      },
    ],
  },
  acceptances: {
    none: ['confirmation', 'document', 'sentence', 'shown_text', 'version', 'sha256', 'method'],
    kept: [
      {
        rule: 'policy-acceptances',
        person: ['locale', 'accepted_at'],
        pseudonym: ['id', 'download_id'],
        exporter: { part: 'acceptances' },
      },
      { rule: 'policy-acceptances', pseudonym: ['account_id'], exporter: hashOnly },
    ],
  },
  consents: {
    none: ['option_version', 'options_sha256', 'document', 'document_version', 'document_sha256'],
    kept: [
      {
        rule: 'cookie-consents',
        person: ['method', 'statistics', 'locale', 'decided_at', 'recorded_at'],
        pseudonym: ['id', 'session_id'],
        exporter: nobodyKnown,
      },
    ],
  },
  ended_sessions: {
    none: ['ended_at'],
    kept: [{ rule: 'ended-sessions', pseudonym: ['session_sha256'], exporter: hashOnly }],
  },
  desktop_sessions: {
    none: [],
    kept: [
      { rule: 'desktop-sessions', person: ['signed_in_at'], exporter: { part: 'desktopSignIns' } },
      { rule: 'desktop-sessions', pseudonym: ['session_sha256', 'account_id'], exporter: hashOnly },
    ],
  },
  mails: {
    none: ['when_unknown'],
    kept: [
      { rule: 'mails', person: ['recipient', 'message'], exporter: { part: 'mails' } },
      {
        rule: 'account-stubs',
        person: [
          ...[
            'kind',
            'locale',
            'state',
            'attempts',
            'deferrals',
            'enqueued_at',
            'give_up_at',
            'due_at',
            'attempted_at',
          ],
          ...['settled_at', 'outcome'],
        ],
        pseudonym: ['id'],
        exporter: { part: 'mails' },
      },
      { rule: 'account-stubs', pseudonym: ['account_id', 'dedupe_key'], exporter: hashOnly },
    ],
  },
  mail_suppressions: {
    none: ['outcome', 'suppressed_at'],
    kept: [{ rule: 'mail-suppressions', pseudonym: ['address_sha256'], exporter: hashOnly }],
  },
  quota_counters: {
    none: [],
    kept: [
      {
        rule: 'quota-counters',
        person: ['pool', 'cycle_start', 'used', 'open'],
        exporter: { part: 'usage' },
      },
      { rule: 'quota-counters', pseudonym: ['account_id'], exporter: hashOnly },
    ],
  },
  usage_requests: {
    none: [],
    kept: [
      {
        rule: 'usage-requests',
        person: [
          ...['feature', 'operation', 'pool', 'cycle_start', 'state', 'attempts', 'recording_seconds', 'requested_at'],
          ...['open_until', 'settled_at', 'language', 'model', 'prompt_version', 'input_tokens', 'output_tokens'],
          'outcome',
        ],
        pseudonym: ['request_id'],
        exporter: { part: 'usage' },
      },
      { rule: 'usage-requests', pseudonym: ['account_id'], exporter: hashOnly },
      { rule: 'usage-fingerprints', pseudonym: ['fingerprint'], exporter: hashOnly },
    ],
  },
  operator_actions: {
    none: ['id', 'command', 'outcome', 'performed_at'],
    kept: [{ rule: 'operator-actions', person: ['actor'], pseudonym: ['subject'], exporter: operators }],
  },
  page_views: { none: ['day', 'page', 'locale', 'views'], kept: [] },
  web_vitals: { none: ['day', 'page', 'metric', 'value', 'samples'], kept: [] },
  retention_runs: { none: ['id', 'rule', 'cutoff', 'removed', 'fault', 'performed_at'], kept: [] },
  service_clock: { none: ['is_only', 'ahead_ms'], kept: [] },
};

/** When the time of a table's rows is over, in words that both an operator and SQL understand. */
export interface Term {
  /** The rule of retention that keeps it. */
  rule: string;
  table: string;
  /** What an operator finds a row by. */
  id: string;
  /** When the period starts: a column, or an expression of some. */
  start: string;
  /** For rows that go with an account: their reference to it; `start` is then the account's column. */
  account?: string;
  /** As PostgreSQL reads it. */
  period: string;
  /** Columns that must be empty then; without them, the row must be gone. */
  empties?: readonly string[];
  /** For what goes by the machine's time, as tokens do, and not by the service's clock. */
  onMachineTime?: true;
}

/** What is promised to the minute goes by a job that runs every minute. */
const withinTheMinute = '2 minutes';

export const terms: readonly Term[] = [
  {
    rule: 'cookie-consents',
    table: 'consents',
    id: 'id',
    start: 'recorded_at',
    period: `${retention.cookieConsentMonths} months`,
  },
  {
    rule: 'policy-acceptances',
    table: 'acceptances',
    id: 'id',
    account: 'account_id',
    start: 'ended_at',
    period: `${retention.policyAcceptanceMonthsAfterAccount} months`,
  },
  {
    rule: 'account-stubs',
    table: 'accounts',
    id: 'id',
    start: 'ended_at',
    period: `${retention.policyAcceptanceMonthsAfterAccount} months`,
  },
  {
    rule: 'ended-accounts',
    table: 'accounts',
    id: 'id',
    start: 'ended_at',
    period: `${retention.deletedAccountDays} days ${withinTheMinute}`,
    empties: ['full_name', 'email', 'country', 'ip_address', 'user_agent'],
  },
  {
    rule: 'ended-accounts',
    table: 'downloads',
    id: 'id',
    account: 'account_id',
    start: 'ended_at',
    period: `${retention.deletedAccountDays} days ${withinTheMinute}`,
  },
  {
    rule: 'download-traces',
    table: 'downloads',
    id: 'id',
    start: 'started_at',
    period: `${retention.downloadTraceDays} days`,
    empties: ['session_id', 'ip_address', 'user_agent'],
  },
  {
    rule: 'download-traces',
    table: 'download_progress',
    id: 'download_id',
    start: 'last_at',
    period: `${retention.downloadTraceDays} days`,
    empties: ['address_marks'],
  },
  {
    rule: 'mails',
    table: 'mails',
    id: 'id',
    start: 'enqueued_at',
    period: `${retention.mailDays} days`,
    empties: ['recipient', 'message'],
  },
  {
    rule: 'mails-of-nobody',
    table: 'mails',
    id: 'id',
    start: 'case when account_id is null then enqueued_at end',
    period: `${retention.mailDays} days`,
  },
  {
    rule: 'ended-accounts',
    table: 'mails',
    id: 'id',
    account: 'account_id',
    start: 'ended_at',
    period: `${retention.deletedAccountDays} days ${withinTheMinute}`,
    empties: ['recipient', 'message'],
  },
  {
    rule: 'account-stubs',
    table: 'mails',
    id: 'id',
    account: 'account_id',
    start: 'ended_at',
    period: `${retention.policyAcceptanceMonthsAfterAccount} months`,
  },
  {
    rule: 'mail-suppressions',
    table: 'mail_suppressions',
    id: 'address_sha256',
    start: 'suppressed_at',
    period: `${retention.mailSuppressionMonths} months`,
  },
  {
    rule: 'usage-requests',
    table: 'usage_requests',
    id: 'request_id',
    start: 'requested_at',
    period: `${retention.usageDataYears} years`,
  },
  {
    rule: 'usage-fingerprints',
    table: 'usage_requests',
    id: 'request_id',
    start: 'requested_at',
    period: `${fingerprintHours} hours`,
    empties: ['fingerprint'],
  },
  {
    rule: 'quota-counters',
    table: 'quota_counters',
    id: 'account_id',
    start: 'cycle_start',
    period: `${retention.usageDataYears * 12 + 1} months`,
  },
  {
    rule: 'desktop-sessions',
    table: 'desktop_sessions',
    id: 'account_id',
    start: 'signed_in_at',
    period: `${retention.desktopSignInRecordDays} days`,
  },
  ...['usage_requests', 'quota_counters', 'desktop_sessions'].map((table) => ({
    rule: 'ended-accounts',
    table,
    id: 'account_id',
    account: 'account_id',
    start: 'ended_at',
    period: `${retention.deletedAccountDays} days ${withinTheMinute}`,
  })),
  {
    rule: 'operator-actions',
    table: 'operator_actions',
    id: 'id',
    start: 'performed_at',
    period: `${retention.operatorActionYears} years`,
  },
  {
    rule: 'ended-sessions',
    table: 'ended_sessions',
    id: 'session_sha256',
    start: 'ended_at',
    period: `${2 * maxTokenSeconds} seconds ${withinTheMinute}`,
    onMachineTime: true,
  },
  ...['page_views', 'web_vitals'].map((table) => ({
    rule: 'site-statistics',
    table,
    id: 'day',
    // A day's counts go when the whole day is that old.
    start: "(day::date + 1)::timestamp at time zone 'UTC'",
    period: `${retention.siteStatisticsMonths} months`,
  })),
];
