import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { freshSignInMinutes } from '../../../shared/business/account-closing.ts';
import { retention } from '../../../shared/business/retention.ts';
import { minuteMs } from '../../../shared/durations.ts';
import { findPeriodStart } from '../../../shared/months.ts';
import { endForClosing, goOnForKeeping } from '../../billing/contracts/contracts.ts';
import { type AccountPart, eraseAccount } from '../../contract/account-part.ts';
import { type Act, type ActDependencies, act } from '../../contract/act.ts';
import type { RetentionRule } from '../../contract/retention-rule.ts';
import { Problem } from '../../http/problem.ts';
import type { Session } from '../../http/session.ts';
import { type LoginProvider, LoginProviderUnreachable } from '../../integrations/login-provider.ts';
import {
  type Account,
  endAccount,
  findErasureCutoff,
  lockAccount,
  reopenAccount,
} from '../../people/accounts/accounts.ts';
import { countEndedAccounts, countStubs, lockEndedAccounts, removeStubs } from './closing.queries.ts';
import { type Holder, mailClosed, mailKept } from './closing-mails.ts';

export { followReplayed } from './replayed-ends.ts';

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
  if (ageMs === undefined || ageMs > freshSignInMinutes * minuteMs) throw new Problem('sign-in-again');
}

/**
 * Ends the account of its holder, who can keep it after all until it is erased: as it was, so what was suspended is so again. Safe to
 * repeat. Throws `not-found` where nothing is stored, and `account-ended` where the company has ended it.
 */
export async function closeAccount(deps: ActDependencies, id: string): Promise<void> {
  await act(deps, async (act) => {
    const { trx } = act;
    const account = await lockAccount(trx, id);
    if (!account) throw new Problem('not-found', { detail: 'Nothing is stored about this account yet.' });
    if (account.ended_by === 'company') throw new Problem('account-ended');
    if (account.status === 'ended') return;
    await endForHolder(act, account);
  });
}

/** What was bought ends with the account, and its holder is told until when all of it can be kept. */
export async function endForHolder(act: Act, account: Holder): Promise<void> {
  const { trx, now } = act;
  await endForClosing(act, account.id);
  await endAccount(trx, account.id, now, 'holder');
  await mailClosed(act, account, now);
}

/** The same by the company's decision, of which another mail tells. */
export async function endForCompany(act: Act, id: string): Promise<void> {
  const { trx, now } = act;
  await endForClosing(act, id);
  await endAccount(trx, id, now, 'company');
}

/** It goes on with what is left of what was paid, and its holder is told. */
export async function goOnWith(act: Act, account: Holder): Promise<void> {
  const { trx, now } = act;
  await reopenAccount(trx, account.id);
  await goOnForKeeping(act, account.id);
  await mailKept(act, account, now);
}

/** Until its time is over, and where nothing of it is erased. */
export const isRestorable = ({ ended_at, email }: Pick<Account, 'ended_at' | 'email'>, now: Date): boolean =>
  ended_at !== null && ended_at > findErasureCutoff(now) && email !== null;

/** Takes back a closing. Safe to repeat. Throws `account-ended` where the company ended it, or its time is over. */
export async function keepAccount(deps: ActDependencies, id: string): Promise<void> {
  await act(deps, async (act) => {
    const { trx, now } = act;
    const account = await lockAccount(trx, id);
    if (!account?.ended_at) return;
    if (account.ended_by !== 'holder' || !isRestorable(account, now)) throw new Problem('account-ended');
    await goOnWith(act, account);
  });
}

const fail = (fault: unknown) => {
  throw fault;
};

/**
 * Erases accounts that have ended, in every feature that knows something of them: for 30 days they can be restored, and
 * then nobody can (specification 4; Privacy Policy 8). What the acceptances refer to stays: id and times.
 */
export const endedAccountRetention = (accountParts: readonly AccountPart[]): RetentionRule => ({
  name: 'ended-accounts',
  isExact: true,
  cutoff: findErasureCutoff,
  count: countEndedAccounts,
  async remove(trx, cutoff, limit, tell = fail) {
    let erased = 0;
    for (const id of await lockEndedAccounts(trx, cutoff, limit)) {
      await sql`savepoint one_account`.execute(trx);
      try {
        await eraseAccount(accountParts, trx, id);
        erased += 1;
      } catch (error) {
        await sql`rollback to savepoint one_account`.execute(trx);
        tell(error);
      }
    }
    return erased;
  },
});

/** What is left of an erased account goes after its acceptances, whose rule runs before this one. */
export const accountStubRetention: RetentionRule = {
  name: 'account-stubs',
  cutoff: (now) => findPeriodStart(now, retention.policyAcceptanceMonthsAfterAccount),
  count: countStubs,
  remove: removeStubs,
};
