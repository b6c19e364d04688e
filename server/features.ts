import { bankFeature } from './billing/bank/bank.feature.ts';
import { booksFeature } from './billing/books/books.feature.ts';
import { cardsFeature } from './billing/cards/cards.feature.ts';
import { chargedContracts } from './billing/contracts/charged-contracts.ts';
import { contractsFeature } from './billing/contracts/contracts.feature.ts';
import { customersFeature } from './billing/customers/customers.feature.ts';
import { invoicesFeature } from './billing/invoices/invoices.feature.ts';
import { noticesFeature } from './billing/notices/notices.feature.ts';
import { paymentsFeature } from './billing/payments/payments.feature.ts';
import { textsFeature } from './billing/texts/texts.feature.ts';
import { composeFeatures } from './contract/composition.ts';
import type { Feature } from './contract/feature.ts';
import { downloadsFeature } from './delivery/downloads/downloads.feature.ts';
import { releasesFeature } from './delivery/releases/releases.feature.ts';
import { acceptancesFeature } from './people/acceptances/acceptances.feature.ts';
import { accessRequestsFeature } from './people/access-requests/access-requests.feature.ts';
import { accountsFeature } from './people/accounts/accounts.feature.ts';
import { addressConfirmationsFeature } from './people/address-confirmations/address-confirmations.feature.ts';
import { consentsFeature } from './people/consents/consents.feature.ts';
import { contractMailsFeature } from './people/contract-mails/contract-mails.feature.ts';
import { legalDocumentsFeature } from './people/legal-documents/legal-documents.feature.ts';
import { sessionsFeature } from './people/sessions/sessions.feature.ts';
import { signUpsFeature } from './people/sign-ups/sign-ups.feature.ts';
import { statisticsFeature } from './people/statistics/statistics.feature.ts';
import { clockFeature } from './platform/clock/clock.feature.ts';
import { mailsFeature } from './platform/mails/mails.feature.ts';
import { operatorActionsFeature } from './platform/operator-actions/operator-actions.feature.ts';
import { lateRetentionFeature, retentionFeature } from './platform/retention/retention.feature.ts';
import { accountEndsFeature } from './privacy/account-ends/account-ends.feature.ts';
import { backupsFeature } from './privacy/backups/backups.feature.ts';
import { closingFeature } from './privacy/closing/closing.feature.ts';
import { holdsFeature } from './privacy/holds/holds.feature.ts';
import { personalDataFeature } from './privacy/personal-data/personal-data.feature.ts';
import { privacyRequestsFeature } from './privacy/privacy-requests/privacy-requests.feature.ts';
import { desktopFeature } from './service/desktop/desktop.feature.ts';
import { entitlementsFeature } from './service/entitlements/entitlements.feature.ts';
import { measuresFeature } from './service/measures/measures.feature.ts';
import { quotasFeature } from './service/quotas/quotas.feature.ts';
import { speechFeature } from './service/speech/speech.feature.ts';
import { textFeature } from './service/text/text.feature.ts';
import { usageFeature } from './service/usage/usage.feature.ts';

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
  contractsFeature,
  noticesFeature,
  quotasFeature,
  measuresFeature,
  cardsFeature(chargedContracts),
  usageFeature,
  speechFeature,
  entitlementsFeature,
  textFeature,
  closingFeature,
  privacyRequestsFeature,
  holdsFeature,
  personalDataFeature,
  textsFeature,
  bankFeature,
  booksFeature,
  backupsFeature,
  accessRequestsFeature,
  signUpsFeature,
  operatorActionsFeature,
  lateRetentionFeature,
];

/** What the server, its database and the operator's commands are made of. */
export const product = composeFeatures(features);
