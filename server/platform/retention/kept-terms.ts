import { access } from '../../../shared/business/access.ts';
import { retention } from '../../../shared/business/retention.ts';
import { fingerprintHours } from '../../../shared/business/text-service.ts';
import { maxTokenSeconds } from '../../http/authentication.ts';
import { bookTerms } from './kept-books.ts';

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
    empties: [
      ...['full_name', 'email', 'country', 'ip_address', 'user_agent'],
      ...['restricted_at', 'objected_at', 'closes_at', 'suspended_at'],
    ],
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
    start: 'first_at',
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
    table: 'account_addresses',
    id: 'id',
    account: 'account_id',
    start: 'ended_at',
    period: `${retention.deletedAccountDays} days ${withinTheMinute}`,
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
  ...['usage_requests', 'quota_counters', 'desktop_sessions', 'plan_grants'].map((table) => ({
    rule: 'ended-accounts',
    table,
    id: 'account_id',
    account: 'account_id',
    start: 'ended_at',
    period: `${retention.deletedAccountDays} days ${withinTheMinute}`,
  })),
  ...bookTerms,
  {
    rule: 'privacy-requests',
    table: 'privacy_requests',
    id: 'id',
    start: 'ended_at',
    period: `${retention.privacyRequestYears} years`,
  },
  {
    rule: 'privacy-answers',
    table: 'privacy_requests',
    id: 'id',
    start: 'answer_until',
    period: '2 hours',
    empties: ['answer', 'link_sha256', 'code_sha256'],
  },
  {
    rule: 'ended-accounts',
    table: 'privacy_requests',
    id: 'id',
    account: 'account_id',
    start: 'ended_at',
    period: `${retention.deletedAccountDays} days ${withinTheMinute}`,
    empties: ['answer', 'link_sha256', 'answer_until', 'code_sha256', 'code_until', 'email'],
  },
  {
    rule: 'account-ends',
    table: 'account_ends',
    id: 'id',
    start: 'recorded_at',
    period: `${retention.accountEndDays} days`,
  },
  {
    rule: 'legal-holds',
    table: 'legal_holds',
    id: 'id',
    start: 'lifted_at',
    period: `${retention.legalHoldYears} years`,
  },
  {
    rule: 'account-measures',
    table: 'account_measures',
    id: 'id',
    start: 'measure_over_since(measure_id)',
    period: `${retention.measureYears} years`,
  },
  {
    rule: 'access-requests',
    table: 'access_requests',
    id: 'id',
    start: 'last_step_at',
    period: `${retention.accessRequestMonths} months`,
  },
  {
    rule: 'access-accepted',
    table: 'access_requests',
    id: 'id',
    start: "case when state = 'accepted' or account_id is not null then last_step_at end",
    period: `${retention.acceptedAccessRequestDays} days`,
  },
  {
    rule: 'ended-accounts',
    table: 'access_requests',
    id: 'id',
    account: 'account_id',
    start: 'ended_at',
    period: `${retention.deletedAccountDays} days ${withinTheMinute}`,
  },
  {
    rule: 'access-unconfirmed',
    table: 'access_requests',
    id: 'id',
    start: "case when state = 'asked' then asked_at end",
    period: `${access.confirmationHours} hours ${withinTheMinute}`,
  },
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
