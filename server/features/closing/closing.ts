import type { FastifyBaseLogger } from 'fastify';
import { freshSignInMinutes, retention } from '../../../shared/business/retention.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import type { Session } from '../../http/authentication.ts';
import { Problem } from '../../http/problem.ts';
import { type LoginProvider, LoginProviderUnreachable } from '../../integrations/login-provider.ts';
import { type AccountPart, eraseAccount } from '../account-part.ts';
import { endAccount, findErasureCutoff, lockAccount, reopenAccount } from '../accounts/accounts.ts';
import type { FeatureDependencies } from '../feature.ts';
import type { MailDependencies } from '../mails/mails.ts';
import type { RetentionRule } from '../retention/retention.ts';
import { endForClosing, goOnForKeeping } from '../subscriptions/subscriptions.ts';
import { countEndedAccounts, countStubs, lockEndedAccounts, removeStubs } from './closing.queries.ts';
import { mailClosed, mailKept } from './closing-mails.ts';

/**
 * Throws `sign-in-again` unless the session began with a sign-in of the last minutes: whoever finds an unlocked browser must
 * not be able to end an account. A token does not say it, as each refresh dates it anew; only the provider knows. Throws
 * `service-unavailable` when the provider does not answer.
 */
export async function requireFreshSignIn(
  provider: LoginProvider,
  { userId, sessionId }: Session,
  log: FastifyBaseLogger,
): Promise<void> {
  const ageMs = await provider.findSessionAgeMs(userId, sessionId).catch((error: unknown) => {
    if (!(error instanceof LoginProviderUnreachable)) throw error;
    log.error({ err: error }, 'the login provider did not say when a session began');
    throw new Problem('service-unavailable', {
      detail: 'The sign-in service could not be asked when you signed in. Nothing was done.',
      headers: { 'retry-after': '60' },
    });
  });
  if (ageMs === undefined || ageMs > freshSignInMinutes * 60_000) throw new Problem('sign-in-again');
}

type ClosingDependencies = MailDependencies & Pick<FeatureDependencies, 'database'>;

/**
 * Ends the account of its holder, who can keep it after all until it is erased. Safe to repeat. Throws `not-found` where
 * nothing is stored, `account-suspended`, and `account-ended` where the company has ended it.
 */
export async function closeAccount(deps: ClosingDependencies, id: string): Promise<void> {
  const at = deps.clock();
  await deps.database.kysely.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, id);
    if (!account) throw new Problem('not-found', { detail: 'Nothing is stored about this account yet.' });
    if (account.status === 'suspended') throw new Problem('account-suspended');
    if (account.ended_by === 'company') throw new Problem('account-ended');
    if (account.status !== 'active') return;
    await endForClosing(trx, deps, id);
    await endAccount(trx, id, at, 'holder');
    await mailClosed(trx, account, at, deps);
  });
}

/** Takes back a closing. Safe to repeat. Throws `account-ended` where the company ended it, or its time is over. */
export async function keepAccount(deps: ClosingDependencies, id: string): Promise<void> {
  const now = deps.clock();
  await deps.database.kysely.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, id);
    if (account?.status === 'suspended') throw new Problem('account-suspended');
    if (!account?.ended_at) return;
    if (account.ended_by !== 'holder' || account.ended_at <= findErasureCutoff(now) || account.email === null)
      throw new Problem('account-ended');
    await reopenAccount(trx, id);
    await goOnForKeeping(trx, deps, id);
    await mailKept(trx, account, now, deps);
  });
}

/**
 * Erases accounts that have ended, in every feature that knows something of them: for 30 days they can be restored, and
 * then nobody can (specification 4; Privacy Policy 8). What the acceptances refer to stays: id and times.
 */
export const endedAccountRetention = (accountParts: readonly AccountPart[]): RetentionRule => ({
  name: 'ended-accounts',
  isExact: true,
  cutoff: findErasureCutoff,
  count: countEndedAccounts,
  async remove(trx, cutoff, limit) {
    const ids = await lockEndedAccounts(trx, cutoff, limit);
    for (const id of ids) await eraseAccount(accountParts, trx, id);
    return ids.length;
  },
});

/** What is left of an erased account goes after its acceptances, whose rule runs before this one. */
export const accountStubRetention: RetentionRule = {
  name: 'account-stubs',
  cutoff: (now) => findPeriodStart(now, retention.policyAcceptanceMonthsAfterAccount),
  count: countStubs,
  remove: removeStubs,
};
