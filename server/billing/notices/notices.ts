import { randomUUID } from 'node:crypto';
import type { NoticeAnswer, NoticeRequest } from '../../../shared/api/notices.ts';
import { withPlainDomain } from '../../../shared/email-address.ts';
import { type ActDependencies, act } from '../../contract/act.ts';
import { noticeReceiptJob } from './notices.jobs.ts';
import { insertNotice, lockMailbox } from './notices.queries.ts';

/**
 * Keeps a withdrawal or cancellation of somebody who need not sign in (Directive 2011/83/EU, Art. 11a). Whose contract it ends, a
 * person finds out: an address alone proves nothing, and what counts is when it arrived. It is confirmed by a job, so that neither
 * the answer nor the time it takes says whose address is a customer's.
 */
export async function receiveNotice(
  deps: ActDependencies,
  { kind, fullName, email: typed, contract, locale }: NoticeRequest,
): Promise<NoticeAnswer> {
  const id = randomUUID();
  const email = withPlainDomain(typed);
  return act(deps, async (act) => {
    const { trx } = act;
    await lockMailbox(trx, email);
    // Not when the act began: those that it waited for came before it, and are counted.
    const now = deps.clock();
    await insertNotice(trx, { id, kind, full_name: fullName, email, contract, locale, received_at: now });
    await act.enqueue(noticeReceiptJob, { id });
    return { id, kind, receivedAt: now.toISOString() };
  });
}
