import { books } from './kept-books.ts';
import type { ClassifiedTable } from './kept-types.ts';

/**
 * What the database keeps of people, and until when. A test compares it with the database's own catalogue: a new table or
 * column is entered here, a new period in kept-terms.ts.
 */

const nobodyKnown = { none: 'Nobody knows whose it is; the visitor has the record number.' };
const hashOnly = { none: 'A hash or mark of what the export has in full, for comparisons alone.' };
const operators = { none: 'Who of the operators did it; what they did is in the export.' };

/** Every column of every table. */
export const columns: Readonly<Record<string, ClassifiedTable>> = {
  accounts: {
    none: [],
    kept: [
      {
        rule: 'ended-accounts',
        person: [
          ...['full_name', 'email', 'country', 'ip_address', 'user_agent'],
          ...['restricted_at', 'objected_at', 'closes_at', 'suspended_at'],
        ],
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
        exporter: { part: 'mails' },
      },
      {
        rule: 'account-stubs',
        pseudonym: ['id'],
        exporter: { none: 'Names the mail to those who send it, and nothing else.' },
      },
      { rule: 'account-stubs', pseudonym: ['account_id', 'dedupe_key'], exporter: hashOnly },
    ],
  },
  account_addresses: {
    none: [],
    kept: [
      {
        rule: 'ended-accounts',
        person: [
          'address',
          'locale',
          'noted_at',
          'checked_at',
          'asked_at',
          'asked_times',
          'confirmed_at',
          'confirmed_by',
        ],
        exporter: { part: 'account' },
      },
      { rule: 'ended-accounts', pseudonym: ['id', 'account_id'], exporter: hashOnly },
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
  plan_grants: {
    none: [],
    kept: [
      {
        rule: 'ended-accounts',
        person: ['plan', 'online_requests', 'granted_at', 'until'],
        exporter: { part: 'usage' },
      },
      { rule: 'ended-accounts', pseudonym: ['account_id'], exporter: hashOnly },
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
  ...books,
  account_ends: {
    none: ['id', 'recorded_at'],
    kept: [
      {
        rule: 'account-ends',
        person: ['ended_at', 'ended_by', 'erased', 'has_objected', 'is_restricted'],
        pseudonym: ['account_sha256'],
        exporter: hashOnly,
      },
    ],
  },
  legal_holds: {
    none: ['id', 'kind', 'placed_at', 'review_at', 'reminded_at', 'lifted_at'],
    kept: [
      {
        rule: 'legal-holds',
        person: ['reason'],
        pseudonym: ['account_id'],
        exporter: { none: 'Written for a dispute; that data needed for one is kept, the Privacy Policy says.' },
      },
    ],
  },
  privacy_requests: {
    none: ['locale', 'reminded_at', 'code_tries', 'answer_until', 'code_until'],
    kept: [
      { rule: 'privacy-answers', person: ['answer'], exporter: { part: 'requests' } },
      { rule: 'privacy-answers', pseudonym: ['link_sha256', 'code_sha256'], exporter: hashOnly },
      {
        rule: 'privacy-requests',
        person: ['kind', 'channel', 'received_at', 'due_at', 'identity', 'state', 'outcome', 'ended_at'],
        pseudonym: ['id'],
        exporter: { part: 'requests' },
      },
      { rule: 'privacy-requests', pseudonym: ['account_id'], exporter: hashOnly },
      { rule: 'privacy-requests', person: ['email'], exporter: { none: 'Only of people without an account.' } },
    ],
  },
  breaches: { none: ['id', 'what', 'known_at', 'due_at', 'reminded_at', 'reported_at', 'notified'], kept: [] },
  access_requests: {
    none: ['holders_sought_at'],
    kept: [
      {
        rule: 'access-requests',
        person: ['email', 'country', 'locale', 'state', 'asked_at', 'last_step_at'],
        pseudonym: ['id'],
        exporter: { part: 'accessRequests' },
      },
      { rule: 'access-requests', pseudonym: ['account_id'], exporter: hashOnly },
    ],
  },
  account_measures: {
    none: [],
    kept: [
      {
        rule: 'account-measures',
        person: ['act', 'reason', 'sentence', 'at_once', 'from_at', 'until_at', 'noted_at'],
        pseudonym: ['id', 'measure_id'],
        exporter: { part: 'measures' },
      },
      { rule: 'account-measures', pseudonym: ['account_id'], exporter: hashOnly },
      { rule: 'account-measures', person: ['actor'], exporter: operators },
    ],
  },
  operator_actions: {
    none: ['id', 'position', 'sha256'],
    kept: [
      { rule: 'operator-actions', person: ['command', 'outcome', 'performed_at'], exporter: { part: 'acts' } },
      { rule: 'operator-actions', person: ['actor'], exporter: operators },
      { rule: 'operator-actions', pseudonym: ['subject'], exporter: hashOnly },
    ],
  },
  operator_action_chain: {
    none: ['is_only', 'start_position', 'start_sha256', 'end_position', 'end_sha256'],
    kept: [],
  },
  page_views: { none: ['day', 'page', 'locale', 'views'], kept: [] },
  web_vitals: { none: ['day', 'page', 'metric', 'value', 'samples'], kept: [] },
  retention_runs: { none: ['id', 'rule', 'cutoff', 'removed', 'fault', 'performed_at'], kept: [] },
  service_clock: { none: ['is_only', 'ahead_ms', 'is_public'], kept: [] },
};

/** Tables that tell of somebody. */
export const tablesOfPeople: readonly string[] = Object.entries(columns).flatMap(([table, { kept }]) =>
  kept.some(({ person }) => person) ? [table] : [],
);
