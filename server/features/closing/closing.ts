import { retention } from '../../../shared/business/retention.ts';
import { type AccountPart, eraseAccount } from '../account-part.ts';
import { findErasureCutoff } from '../accounts/accounts.ts';
import { monthsBefore, type RetentionRule } from '../retention/retention.ts';
import { countEndedAccounts, countStubs, lockEndedAccounts, removeStubs } from './closing.queries.ts';

/**
 * Erases accounts that have ended, in every feature that knows something of them: for 30 days they can be restored, and
 * then nobody can (specification 4; Privacy Policy 8). What the acceptances refer to stays: id and times.
 */
export const endedAccountRetention = (accountParts: readonly AccountPart[]): RetentionRule => ({
  name: 'ended-accounts',
  isExact: true,
  cutoff: findErasureCutoff,
  count: countEndedAccounts,
  async remove(trx, cutoff) {
    const ids = await lockEndedAccounts(trx, cutoff);
    for (const id of ids) await eraseAccount(accountParts, trx, id);
    return ids.length;
  },
});

/** What is left of an erased account goes after its acceptances, whose rule runs before this one. */
export const accountStubRetention: RetentionRule = {
  name: 'account-stubs',
  cutoff: (now) => monthsBefore(now, retention.policyAcceptanceMonthsAfterAccount),
  count: countStubs,
  remove: removeStubs,
};
