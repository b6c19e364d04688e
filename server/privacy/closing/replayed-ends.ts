import { goOnForKeeping } from '../../billing/contracts/contracts.ts';
import { type ActDependencies, actIn } from '../../contract/act.ts';
import type { FollowEnd } from '../account-ends/account-ends.ts';
import { mailBeforeErasure } from './closing-mails.ts';

/**
 * What a restored dump knows nothing of: whoever has closed the account since is still to be reminded before its erasure, and whoever
 * has kept it goes on with what was paid. What was bought with an account that has ended ends by a job.
 */
export const followReplayed =
  (deps: Omit<ActDependencies, 'database'>): FollowEnd =>
  async (trx, account, { ended_at, ended_by }) => {
    if (!ended_at) await goOnForKeeping(actIn(trx, deps), account.id);
    else if (ended_by === 'holder') await mailBeforeErasure(actIn(trx, deps), account, ended_at);
  };
