import { expect, it } from 'vitest';
import { accessStates } from '../../server/people/access-requests/access-requests.tables.ts';
import { mailStates } from '../../server/platform/mails/mails.tables.ts';
import { readArchiveTexts } from '../../server/privacy/personal-data/archive-page.ts';
import { requestChannels } from '../../server/privacy/privacy-requests/privacy-requests.tables.ts';
import type { AccountStatus } from '../../shared/api/account.ts';
import { privacyRequestKinds } from '../../shared/api/privacy-requests.ts';
import { waitingLists } from '../../shared/business/access.ts';
import { measureActs, measureReasons } from '../../shared/business/measures.ts';
import { planNames } from '../../shared/business/plans.ts';
import { quotaPools, usageFeatures } from '../../shared/business/text-service.ts';
import { taxRules } from '../../shared/business/vat.ts';

/** Words of the program that the data of a person can hold, by the field that holds them. */
const ownWords = {
  status: ['active', 'ended', 'suspended'] satisfies AccountStatus[],
  state: [...mailStates, ...accessStates],
  purpose: ['beta', ...waitingLists],
  tax_rule: taxRules,
  act: measureActs,
  reason: measureReasons,
  kind: privacyRequestKinds,
  channel: requestChannels,
  feature: usageFeatures,
  pool: quotaPools,
  product: planNames,
};

it('what the data of a person can hold is said in words on the page of the archive', async () => {
  const texts = await readArchiveTexts();
  for (const { values } of Object.values(texts))
    for (const [field, own] of Object.entries(ownWords))
      expect(Object.keys(values[field] ?? {}), field).toEqual(expect.arrayContaining([...own]));
});
