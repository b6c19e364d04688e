import { acceptancesFeature } from './acceptances/acceptances.feature.ts';
import { accessRequestsFeature } from './access-requests/access-requests.feature.ts';
import { accountEndsFeature } from './account-ends/account-ends.feature.ts';
import { accountsFeature } from './accounts/accounts.feature.ts';
import { addressConfirmationsFeature } from './address-confirmations/address-confirmations.feature.ts';
import { backupsFeature } from './backups/backups.feature.ts';
import { bankFeature } from './bank/bank.feature.ts';
import { billingExportFeature } from './billing-export/billing-export.feature.ts';
import { billingMailsFeature } from './billing-mails/billing-mails.feature.ts';
import { billingVerifyFeature } from './billing-verify/billing-verify.feature.ts';
import { cardsFeature } from './cards/cards.feature.ts';
import { clockFeature } from './clock/clock.feature.ts';
import { closingFeature } from './closing/closing.feature.ts';
import { composeFeatures } from './composition.ts';
import { consentsFeature } from './consents/consents.feature.ts';
import { contractMailsFeature } from './contract-mails/contract-mails.feature.ts';
import { customersFeature } from './customers/customers.feature.ts';
import { desktopFeature } from './desktop/desktop.feature.ts';
import { downloadsFeature } from './downloads/downloads.feature.ts';
import { entitlementsFeature } from './entitlements/entitlements.feature.ts';
import type { Feature } from './feature.ts';
import { holdsFeature } from './holds/holds.feature.ts';
import { invoicesFeature } from './invoices/invoices.feature.ts';
import { legalDocumentsFeature } from './legal-documents/legal-documents.feature.ts';
import { mailsFeature } from './mails/mails.feature.ts';
import { measuresFeature } from './measures/measures.feature.ts';
import { noticesFeature } from './notices/notices.feature.ts';
import { operatorActionsFeature } from './operator-actions/operator-actions.feature.ts';
import { ordersFeature } from './orders/orders.feature.ts';
import { paymentsFeature } from './payments/payments.feature.ts';
import { personalDataFeature } from './personal-data/personal-data.feature.ts';
import { privacyRequestsFeature } from './privacy-requests/privacy-requests.feature.ts';
import { quotasFeature } from './quotas/quotas.feature.ts';
import { releasesFeature } from './releases/releases.feature.ts';
import { lateRetentionFeature, retentionFeature } from './retention/retention.feature.ts';
import { sessionsFeature } from './sessions/sessions.feature.ts';
import { signUpsFeature } from './sign-ups/sign-ups.feature.ts';
import { speechFeature } from './speech/speech.feature.ts';
import { statisticsFeature } from './statistics/statistics.feature.ts';
import { subscriptionsFeature } from './subscriptions/subscriptions.feature.ts';
import { textFeature } from './text/text.feature.ts';
import { usageFeature } from './usage/usage.feature.ts';
import { vatFeature } from './vat/vat.feature.ts';

/** Every feature of the product. A new one is added after those that its rows refer to. */
export const features: readonly Feature[] = [
  clockFeature,
  accountsFeature,
  accountEndsFeature,
  mailsFeature,
  addressConfirmationsFeature,
  downloadsFeature,
  releasesFeature,
  acceptancesFeature,
  legalDocumentsFeature,
  contractMailsFeature,
  consentsFeature,
  retentionFeature,
  statisticsFeature,
  sessionsFeature,
  desktopFeature,
  customersFeature,
  invoicesFeature,
  paymentsFeature,
  subscriptionsFeature,
  ordersFeature,
  noticesFeature,
  quotasFeature,
  measuresFeature,
  cardsFeature,
  usageFeature,
  speechFeature,
  entitlementsFeature,
  textFeature,
  closingFeature,
  privacyRequestsFeature,
  holdsFeature,
  personalDataFeature,
  billingMailsFeature,
  vatFeature,
  bankFeature,
  billingVerifyFeature,
  billingExportFeature,
  backupsFeature,
  accessRequestsFeature,
  signUpsFeature,
  operatorActionsFeature,
  lateRetentionFeature,
];

/** What the server, its database and the operator's commands are made of. */
export const product = composeFeatures(features);
