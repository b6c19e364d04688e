import { utcDayOf } from '../../../shared/days.ts';
import type { FeatureDependencies, Job } from '../../contract/feature.ts';
import { CardProviderRefused, CardProviderUnreachable } from '../../integrations/card-payments.ts';
import { mailOperators } from '../../platform/mails/mails.ts';
import { describeFinding, type Finding, verifyBooks, verifyCharges } from './books.ts';

/** Nights that may fail before something is not compared with the card provider. */
const comparedDays = 4;

/** Every night, whether the books hold what they promise. Operators are mailed what does not, once a day. */
export const billingVerifyJob: Job = {
  name: 'billing-verify',
  schedule: '10 4 * * *',
  async handle(deps) {
    const findings = [...(await verifyBooks(deps.database.kysely, deps.clock())), ...(await compare(deps))];
    for (const { name, count } of findings) deps.log.error({ rule: name, records: count }, 'the books need somebody');
    if (findings.length) await tell(deps, findings);
  },
};

async function compare(deps: FeatureDependencies): Promise<Finding[]> {
  try {
    return await verifyCharges(deps, comparedDays);
  } catch (error) {
    if (!(error instanceof CardProviderUnreachable || error instanceof CardProviderRefused)) throw error;
    deps.log.error({ err: error }, 'the books were not compared with the card provider');
    return [];
  }
}

async function tell(deps: FeatureDependencies, findings: readonly Finding[]): Promise<void> {
  await mailOperators(deps, {
    key: `billing-verify ${utcDayOf(deps.clock())}`,
    subject: 'The books of billing need you',
    paragraphs: findings.map(describeFinding),
    note: '"billing verify" looks again; docs/operations.md says what to do.',
  });
}
