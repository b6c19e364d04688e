import { accessPromises } from './access-promises.ts';
import { addressConfirmation } from './address-confirmation.ts';
import { consentChoiceMonths } from './consent.ts';
import { contractPeriods } from './contract.ts';
import { downloadLinkDays } from './download-limits.ts';
import { holdReviewMonths } from './holds.ts';
import { objectionDays } from './measures.ts';
import { dataSubjectRequestDays, ineligibleAccountDays, privacyAnswerDays } from './privacy-requests.ts';
import type { PeriodPromise } from './promise-types.ts';
import { retention } from './retention.ts';
import { salesPromises } from './sales-promises.ts';

const verified = 'server/platform/retention/verify.test.ts';
const inRetention = (name: keyof typeof retention) => ({ constant: `retention#${name}`, value: retention[name] });

/**
 * Every promised period in days, months or years, with the constant that the texts quote and what keeps it. Tests look for
 * sentences of texts, pages and mails that promise one and stand nowhere here; `npm run check -- promises` shifts each constant.
 */
export const periodPromises: readonly PeriodPromise[] = [
  {
    id: 'consent-kept',
    ...inRetention('cookieConsentMonths'),
    quoted: 'retention.consent-months',
    keeper: { kind: 'code', symbol: 'server/people/consents/consents.ts#consentRetention', test: verified },
  },
  {
    id: 'consent-asked-again',
    constant: 'consent#consentChoiceMonths',
    value: consentChoiceMonths,
    quoted: 'consent.choice-months',
    keeper: { kind: 'code', symbol: 'app/consent/choice.ts#keepChoice', test: 'app/consent/choice.test.ts' },
  },
  {
    id: 'statistics-kept',
    ...inRetention('siteStatisticsMonths'),
    quoted: 'retention.statistics-months',
    keeper: { kind: 'code', symbol: 'server/people/statistics/statistics.ts#statisticsRetention', test: verified },
  },
  {
    id: 'acceptance-kept',
    ...inRetention('policyAcceptanceMonthsAfterAccount'),
    quoted: 'retention.acceptance-months',
    messages: ['closing.acceptances.when', 'data-archive.kept.acceptances'],
    keeper: { kind: 'code', symbol: 'server/people/acceptances/acceptances.ts#acceptanceRetention', test: verified },
  },
  {
    id: 'account-purge',
    ...inRetention('deletedAccountDays'),
    quoted: 'retention.account-days',
    messages: [
      'cancellation.then.close.text',
      'closing.confirm.text',
      'closing.erased.when',
      'closing.keep-until.when',
      'pricing.questions.cancel.answer',
      'data-archive.kept.account',
      'download-problems.problems.account-ended.text',
      'request-mails.letters.country-left.paragraphs.1',
    ],
    keeper: { kind: 'code', symbol: 'server/privacy/closing/closing.ts#endedAccountRetention', test: verified },
  },
  {
    id: 'download-traces',
    ...inRetention('downloadTraceDays'),
    quoted: 'retention.download-trace-days',
    messages: ['personal-data.object.text', 'data-archive.kept.downloads'],
    keeper: {
      kind: 'code',
      symbol: 'server/delivery/downloads/download-traces.ts#downloadTraceRetention',
      test: verified,
    },
  },
  {
    id: 'mails-kept',
    ...inRetention('mailDays'),
    quoted: 'retention.mail-days',
    messages: ['data-archive.kept.mails'],
    keeper: { kind: 'code', symbol: 'server/platform/mails/mails-retention.ts#mailRetention', test: verified },
  },
  {
    id: 'mail-suppressions-kept',
    ...inRetention('mailSuppressionMonths'),
    quoted: 'retention.mail-suppression-months',
    keeper: { kind: 'code', symbol: 'server/platform/mails/mails-retention.ts#suppressionRetention', test: verified },
  },
  {
    id: 'desktop-sign-ins',
    ...inRetention('desktopSignInRecordDays'),
    quoted: 'retention.desktop-sign-in-days',
    keeper: { kind: 'code', symbol: 'server/service/desktop/desktop.ts#desktopSessionRetention', test: verified },
  },
  {
    id: 'privacy-requests-kept',
    ...inRetention('privacyRequestYears'),
    quoted: 'retention.privacy-request-years',
    messages: ['data-archive.kept.requests'],
    keeper: {
      kind: 'code',
      symbol: 'server/privacy/privacy-requests/privacy-requests.ts#privacyRequestRetention',
      test: verified,
    },
  },
  {
    id: 'measures-kept',
    ...inRetention('measureYears'),
    quoted: 'retention.measure-years',
    messages: ['data-archive.kept.measures'],
    keeper: { kind: 'code', symbol: 'server/service/measures/measures.ts#measureRetention', test: verified },
  },
  {
    id: 'account-ends-kept',
    ...inRetention('accountEndDays'),
    quoted: 'retention.account-end-days',
    keeper: {
      kind: 'code',
      symbol: 'server/privacy/account-ends/account-ends.ts#accountEndRetention',
      test: verified,
    },
  },
  {
    id: 'answers-open',
    constant: 'privacy-requests#privacyAnswerDays',
    value: privacyAnswerDays,
    quoted: 'privacy-answer-days',
    keeper: {
      kind: 'code',
      symbol: 'server/privacy/privacy-requests/privacy-requests.ts#privacyAnswerRetention',
      test: 'server/privacy/privacy-requests/privacy-requests.test.ts',
    },
  },
  {
    id: 'address-links-open',
    constant: 'address-confirmation#linkDays',
    value: addressConfirmation.linkDays,
    messages: ['address-mails.letters.address-confirm.paragraphs.1', 'address-pages.expired.text'],
    keeper: {
      kind: 'code',
      symbol: 'server/people/address-confirmations/address-confirmations.ts#confirmByLink',
      test: 'server/people/address-confirmations/address-confirmations.test.ts',
    },
  },
  {
    id: 'holds-kept',
    ...inRetention('legalHoldYears'),
    quoted: 'retention.legal-hold-years',
    keeper: { kind: 'code', symbol: 'server/privacy/holds/holds.ts#holdRetention', test: verified },
  },
  {
    id: 'hold-review',
    constant: 'holds#holdReviewMonths',
    value: holdReviewMonths,
    quoted: 'hold-review-months',
    keeper: {
      kind: 'code',
      symbol: 'server/privacy/holds/holds.ts#findReviewTime',
      test: 'server/privacy/holds/holds.test.ts',
    },
  },
  {
    id: 'provider-events-kept',
    ...inRetention('providerEventDays'),
    quoted: 'retention.provider-event-days',
    keeper: {
      kind: 'code',
      symbol: 'server/billing/cards/cards-retention.ts#providerEventRetention',
      test: verified,
    },
  },
  {
    id: 'operator-actions',
    ...inRetention('operatorActionYears'),
    quoted: 'retention.operator-action-years',
    messages: ['data-archive.kept.acts'],
    keeper: {
      kind: 'code',
      symbol: 'server/platform/operator-actions/operator-actions.ts#operatorActionRetention',
      test: verified,
    },
  },
  {
    id: 'links',
    constant: 'download-limits#downloadLinkDays',
    value: downloadLinkDays,
    messages: [
      'account.offer.step-download',
      'download-guide.breaks.page',
      'transfer.continue.link',
      'download-problems.problems.link-expired.text',
    ],
    keeper: {
      kind: 'code',
      symbol: 'server/delivery/downloads/downloads.ts#linkLifeMs',
      test: 'server/delivery/downloads/downloads.test.ts',
    },
  },
  {
    id: 'requests-answered',
    constant: 'privacy-requests#dataSubjectRequestDays',
    value: dataSubjectRequestDays,
    quoted: 'data-request-days',
    messages: ['contact.privacy.text', 'personal-data.rights.text'],
    keeper: {
      kind: 'code',
      symbol: 'server/privacy/privacy-requests/deadlines.ts#findDueTime',
      test: 'server/privacy/privacy-requests/privacy-requests.test.ts',
    },
  },
  {
    id: 'country-left',
    constant: 'privacy-requests#ineligibleAccountDays',
    value: ineligibleAccountDays,
    quoted: 'ineligible-account-days',
    messages: ['personal-data.correct.leaving'],
    keeper: {
      kind: 'code',
      symbol: 'server/privacy/privacy-requests/own-rights.ts#endLeftAccounts',
      test: 'server/privacy/privacy-requests/own-rights.test.ts',
    },
  },
  {
    id: 'support-kept',
    ...inRetention('supportEmailYears'),
    quoted: 'retention.support-years',
    keeper: { kind: 'attested', by: 'whoever keeps the support mailbox' },
  },
  {
    id: 'support-money-kept',
    ...inRetention('financialSupportEmailYears'),
    quoted: 'retention.financial-support-years',
    keeper: { kind: 'attested', by: 'whoever keeps the support mailbox' },
  },
  {
    id: 'change-notice',
    constant: 'contract#changeNoticeDays',
    value: contractPeriods.changeNoticeDays,
    quoted: 'change-notice-days',
    keeper: {
      kind: 'code',
      symbol: 'server/operator/commands/legal-publish.ts#requireNotice',
      test: 'server/operator/commands/legal-publish.test.ts',
    },
  },
  {
    id: 'objection-decided',
    constant: 'measures#objectionDays',
    value: objectionDays,
    messages: [
      'measures.object',
      'measure-mails.letters.measure-block.note',
      'measure-mails.letters.measure-suspend.note',
      'measure-mails.letters.measure-terminate.note',
      'measure-mails.letters.measure-throttle.note',
      'measure-mails.letters.objection-received.paragraphs.0',
    ],
    keeper: {
      kind: 'code',
      symbol: 'server/service/measures/measures.ts#decideBy',
      test: 'server/service/measures/measures.test.ts',
    },
  },
  {
    id: 'backup-clean',
    ...inRetention('backupDays'),
    quoted: 'retention.backup-days',
    messages: ['closing.erased', 'data-archive.kept.backups'],
    keeper: {
      kind: 'code',
      symbol: 'server/privacy/backups/backups.ts#removeExpiredDumps',
      test: 'server/privacy/backups/backups.test.ts',
    },
  },
  {
    id: 'ai-logs',
    ...inRetention('aiRequestLogDays'),
    quoted: 'retention.ai-log-days',
    messages: ['features.goes.logs', 'features.modes.transcript.online', 'pricing.questions.data.answer'],
    keeper: { kind: 'elsewhere', by: 'the provider of the text models, by contract' },
  },
  {
    id: 'sign-in-kept',
    ...inRetention('keychainLoginTokenDays'),
    quoted: 'retention.login-token-days',
    messages: ['features.login.text'],
    keeper: {
      kind: 'code',
      symbol: 'server/service/desktop/desktop.ts#requireRecentSignIn',
      test: 'server/service/desktop/desktop.test.ts',
    },
  },
  {
    id: 'usage-kept',
    ...inRetention('usageDataYears'),
    quoted: 'retention.usage-years',
    messages: ['data-archive.kept.usage'],
    keeper: { kind: 'code', symbol: 'server/service/quotas/ledger-retention.ts#usageRetention', test: verified },
  },
  {
    id: 'books-kept',
    ...inRetention('bookkeepingYears'),
    quoted: 'retention.bookkeeping-years',
    messages: ['data-archive.kept.books'],
    keeper: { kind: 'code', symbol: 'server/billing/payments/payments-retention.ts#bookRetention', test: verified },
  },
  ...accessPromises,
  ...salesPromises,
];
