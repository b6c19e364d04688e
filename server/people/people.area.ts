import type { Area } from '../contract/feature.ts';
import { acceptancesFeature } from './acceptances/acceptances.feature.ts';
import { accessRequestsFeature } from './access-requests/access-requests.feature.ts';
import { accountsFeature } from './accounts/accounts.feature.ts';
import { addressConfirmationsFeature } from './address-confirmations/address-confirmations.feature.ts';
import { consentsFeature } from './consents/consents.feature.ts';
import { contractMailsFeature } from './contract-mails/contract-mails.feature.ts';
import { legalDocumentsFeature } from './legal-documents/legal-documents.feature.ts';
import { sessionsFeature } from './sessions/sessions.feature.ts';
import { signUpsFeature } from './sign-ups/sign-ups.feature.ts';
import { statisticsFeature } from './statistics/statistics.feature.ts';

/** Accounts, and what their holders agree to. */
export const peopleArea: Area = {
  2: accountsFeature,
  5: addressConfirmationsFeature,
  8: acceptancesFeature,
  9: legalDocumentsFeature,
  10: contractMailsFeature,
  11: consentsFeature,
  13: statisticsFeature,
  14: sessionsFeature,
  36: accessRequestsFeature,
  37: signUpsFeature,
};
