import { randomUUID } from 'node:crypto';
import type { NoticeAnswer, NoticeRequest } from '../../../shared/api/notices.ts';
import { zurichDayOf } from '../../../shared/business/business-days.ts';
import { contractPeriods } from '../../../shared/business/contract.ts';
import { maxNoticesPerDay } from '../../../shared/business/limits.ts';
import { addDays } from '../../../shared/days.ts';
import { Problem } from '../../http/problem.ts';
import { mailBilling } from '../billing-mails/billing-mails.ts';
import type { FeatureDependencies } from '../feature.ts';
import { countNotices, insertNotice, lockAddress } from './notices.queries.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Keeps a withdrawal or cancellation of somebody who need not sign in, and confirms by mail what arrived and when (Directive
 * 2011/83/EU, Art. 11a). Whose contract it ends, a person finds out: an address alone proves nothing, and what counts is when
 * it arrived.
 */
export async function receiveNotice(
  deps: Pick<FeatureDependencies, 'config' | 'database' | 'clock' | 'jobs'>,
  { kind, fullName, email, contract, locale }: NoticeRequest,
): Promise<NoticeAnswer> {
  const now = deps.clock();
  const id = randomUUID();
  await deps.database.kysely.transaction().execute(async (trx) => {
    await lockAddress(trx, email);
    // More would only make our mail a nuisance to somebody else.
    const earlier = await countNotices(trx, email, new Date(now.getTime() - dayMs));
    if (earlier >= maxNoticesPerDay) throw new Problem('too-many-requests');
    await insertNotice(trx, { id, kind, full_name: fullName, email, contract, locale, received_at: now });
    const mail = { accountId: null, to: email, locale, about: id };
    const said = { receivedAt: now, name: fullName, contract: contract || '–' };
    if (kind === 'cancellation') await mailBilling(trx, deps, 'cancellation-received', { ...mail, facts: said });
    else
      await mailBilling(trx, deps, 'withdrawal-received', {
        ...mail,
        facts: { ...said, refundUntil: addDays(zurichDayOf(now), contractPeriods.refundDays) },
      });
  });
  return { id, kind, receivedAt: now.toISOString() };
}
