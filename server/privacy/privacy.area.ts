import type { Area } from '../contract/feature.ts';
import { accountEndsFeature } from './account-ends/account-ends.feature.ts';
import { backupsFeature } from './backups/backups.feature.ts';
import { closingFeature } from './closing/closing.feature.ts';
import { holdsFeature } from './holds/holds.feature.ts';
import { personalDataFeature } from './personal-data/personal-data.feature.ts';
import { privacyRequestsFeature } from './privacy-requests/privacy-requests.feature.ts';

/** What becomes of personal data, and of accounts that end. */
export const privacyArea: Area = {
  3: accountEndsFeature,
  28: closingFeature,
  29: privacyRequestsFeature,
  30: holdsFeature,
  31: personalDataFeature,
  35: backupsFeature,
};
