import { failedPaymentGraceDays } from '../../../shared/business/billing.ts';
import { operator } from '../../../shared/business/company.ts';
import { consentChoiceMonths } from '../../../shared/business/consent.ts';
import { contractPeriods } from '../../../shared/business/contract.ts';
import { eligibleCountries } from '../../../shared/business/eligibility.ts';
import { holdReviewMonths } from '../../../shared/business/holds.ts';
import { launch } from '../../../shared/business/launch.ts';
import {
  announcedDiscount,
  discountedMonths,
  offlineAddOn,
  type Plan,
  plans,
  type Rappen,
} from '../../../shared/business/plans.ts';
import {
  dataSubjectRequestDays,
  ineligibleAccountDays,
  privacyAnswerDays,
} from '../../../shared/business/privacy-requests.ts';
import {
  contentLanguages,
  installationSpaceGigabytes,
  installer,
  models,
  platforms,
} from '../../../shared/business/product.ts';
import { retention } from '../../../shared/business/retention.ts';
import { support } from '../../../shared/business/support.ts';
import { tax } from '../../../shared/business/vat.ts';
import {
  formatDay,
  formatList,
  formatMonth,
  formatMonths,
  formatNumber,
  formatPrice,
  formatTime,
} from '../../../shared/format.ts';
import { formattingLocales, type Locale } from '../../../shared/locales.ts';
import { hostedPrivacyPolicySentence, hostedTermsSentence } from './hosted-texts.ts';

/** The value of a draft's placeholder, in each language. */
type Value = (locale: Locale) => string;

const text =
  (value: string): Value =>
  () =>
    value;
const number =
  (value: number): Value =>
  (locale) =>
    formatNumber(locale, value);
const price =
  (rappen: Rappen): Value =>
  (locale) =>
    formatPrice(locale, rappen);
const share =
  (value: number): Value =>
  (locale) =>
    formatNumber(locale, value, { style: 'percent', maximumFractionDigits: 1 });
const month =
  (value: string): Value =>
  (locale) =>
    asPublished(formatMonth(locale, value));
const day =
  (value: string): Value =>
  (locale) =>
    asPublished(formatDay(locale, value));
const list =
  (values: readonly string[]): Value =>
  (locale) =>
    formatList(locale, values);

/** A date with the spaces that every published version has; with others it would be a different text. */
const asPublished = (date: string) => date.replaceAll('\u00a0', ' ');

/** `8.00`, even for whole amounts: a monthly share of a price paid at once. */
const exactPrice =
  (rappen: Rappen): Value =>
  (locale) =>
    new Intl.NumberFormat(formattingLocales[locale], { style: 'currency', currency: 'CHF' }).format(rappen / 100);

const time =
  (value: string): Value =>
  (locale) =>
    formatTime(locale, value);

function planValues(name: string, plan: Plan): Record<string, Value> {
  const { offlineRequestsPerMonth: offline, fourMonthRappen } = plan;
  return {
    [`${name}.price`]: price(plan.monthlyRappen),
    [`${name}.online-requests`]: number(plan.onlineRequestsPerMonth),
    [`${name}.recording-minutes`]: number(plan.maxOnlineRecordingMinutes),
    ...(offline === 'unlimited' ? {} : { [`${name}.offline-requests`]: number(offline) }),
    ...(fourMonthRappen === null
      ? {}
      : {
          [`${name}.four-months`]: price(fourMonthRappen),
          [`${name}.four-months-monthly`]: exactPrice(fourMonthRappen / discountedMonths),
        }),
  };
}

const { swissRepresentative, euRepresentative } = operator;
const { windows, macos } = platforms;

/**
 * Every fact that a legal text may quote, by the name of its placeholder. A text that depends on a fact without quoting
 * it (a country's name is inflected) names it as `{{!name}}`.
 */
const values: Record<string, Value> = {
  ...Object.assign({}, ...Object.entries(plans).map(([name, plan]) => planValues(name, plan))),
  'offline-add-on.price': price(offlineAddOn.monthlyRappen),
  'four-month-discount': share(announcedDiscount),
  'discounted-months': number(discountedMonths),
  'vat.swiss': share(tax.swissVat),
  'vat.reverse-charge': share(tax.reverseCharge),
  'windows-versions': list(windows.testedVersions),
  'macos-first-version': text(macos.testedVersions[0]),
  'macos-last-version': text(macos.testedVersions.at(-1)!),
  'download-gigabytes': number(installer.downloadGigabytes),
  'installed-gigabytes': number(installer.installedGigabytes),
  'installation-space-gigabytes': number(installationSpaceGigabytes),
  'installation-minutes': number(installer.installationMinutes),
  'launch-month': month(launch.month),
  'invitations-from': (locale) => asPublished(formatMonths(locale, launch.invitations).from),
  'invitations-to': (locale) => asPublished(formatMonths(locale, launch.invitations).to),
  'offline-month': month(launch.offlineEstimate),
  'online-model': text(models.online.preferred),
  'fallback-model': text(models.online.fallback),
  'online-model-ends': day(models.successors.preferred.endsOn),
  'online-successor': text(models.successors.preferred.model),
  'fallback-model-ends': day(models.successors.fallback.endsOn),
  'fallback-successor': text(models.successors.fallback.model),
  'local-models': text(models.local.join(', ')),
  'content-languages': text(contentLanguages.join(', ')),
  'eligible-countries': text(eligibleCountries.join(', ')),
  'retention.usage-years': number(retention.usageDataYears),
  'retention.bookkeeping-years': number(retention.bookkeepingYears),
  'retention.support-years': number(retention.supportEmailYears),
  'retention.financial-support-years': number(retention.financialSupportEmailYears),
  'consent.choice-months': number(consentChoiceMonths),
  'retention.statistics-months': number(retention.siteStatisticsMonths),
  'retention.consent-months': number(retention.cookieConsentMonths),
  'retention.acceptance-months': number(retention.policyAcceptanceMonthsAfterAccount),
  'retention.account-days': number(retention.deletedAccountDays),
  'retention.ai-log-days': number(retention.aiRequestLogDays),
  'retention.login-token-days': number(retention.keychainLoginTokenDays),
  'retention.download-trace-days': number(retention.downloadTraceDays),
  'retention.mail-days': number(retention.mailDays),
  'retention.mail-suppression-months': number(retention.mailSuppressionMonths),
  'retention.operator-action-years': number(retention.operatorActionYears),
  'retention.backup-days': number(retention.backupDays),
  'retention.desktop-sign-in-days': number(retention.desktopSignInRecordDays),
  'retention.privacy-request-years': number(retention.privacyRequestYears),
  'retention.measure-years': number(retention.measureYears),
  'retention.account-end-days': number(retention.accountEndDays),
  'privacy-answer-days': number(privacyAnswerDays),
  'ineligible-account-days': number(ineligibleAccountDays),
  'retention.legal-hold-years': number(retention.legalHoldYears),
  'hold-review-months': number(holdReviewMonths),
  'retention.provider-event-days': number(retention.providerEventDays),
  'retention.access-request-months': number(retention.accessRequestMonths),
  'retention.accepted-access-request-days': number(retention.acceptedAccessRequestDays),
  'retention.list-request-months': number(retention.listRequestMonths),
  'retention.told-list-request-days': number(retention.toldListRequestDays),
  'data-request-days': number(dataSubjectRequestDays),
  'failed-payment-days': number(failedPaymentGraceDays),
  'withdrawal-days': number(contractPeriods.withdrawalDays),
  'refund-days': number(contractPeriods.refundDays),
  'change-notice-days': number(contractPeriods.changeNoticeDays),
  'renewal-reminder-days': number(contractPeriods.renewalReminderDays),
  'liability-months': number(contractPeriods.liabilityMonths),
  'support.opens': time(support.opensAt),
  'support.closes': time(support.closesAt),
  'support.weekdays': text(support.weekdays.join(', ')),
  'support.languages': text(
    Object.entries(support.languages)
      .map(([channel, languages]) => `${channel}: ${languages.join(' ')}`)
      .join(', '),
  ),
  'operator.company': text(operator.companyName),
  'operator.owner': text(operator.owner),
  'operator.street': text(operator.street),
  'operator.postal-code': text(operator.postalCode),
  'operator.town': text(operator.town),
  'operator.phone': text(operator.phone.replaceAll(' ', '\u00a0')),
  'operator.general-email': text(operator.generalEmail),
  'operator.support-email': text(operator.supportEmail),
  'operator.sales-email': text(operator.salesEmail),
  'operator.privacy-email': text(operator.privacyEmail),
  'operator.register-number': text(operator.commercialRegisterNumber),
  'operator.register-url': text(operator.commercialRegisterUrl),
  'operator.request-portal': text(operator.dataRequestPortalUrl),
  'swiss-representative.name': text(swissRepresentative.name),
  'swiss-representative.address': text(swissRepresentative.address),
  'swiss-representative.email': text(swissRepresentative.email),
  'eu-representative.name': text(euRepresentative.name),
  'eu-representative.address': text(euRepresentative.address),
  'eu-representative.email': text(euRepresentative.email),
  'hosted-terms': hostedTermsSentence,
  'hosted-privacy-policy': hostedPrivacyPolicySentence,
};

/** What a text says about the version it belongs to. */
const ofVersion: Record<string, (locale: Locale, version: string) => string> = {
  version: (_, version) => version,
  'effective-date': (locale, version) => asPublished(formatDay(locale, version)),
};

/** True for values that change with each version and are not facts of the business. */
export function isOfVersion(name: string): boolean {
  return Object.hasOwn(ofVersion, name);
}

/** The value of the placeholder `name` in a text that takes effect on `version`, if any. */
export function findValue(name: string, locale: Locale, version: string): string | undefined {
  if (isOfVersion(name)) return ofVersion[name]!(locale, version);
  return Object.hasOwn(values, name) ? values[name]!(locale) : undefined;
}
