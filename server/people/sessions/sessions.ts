import type { RetentionRule } from '../../contract/retention-rule.ts';
import type { Database } from '../../database/database.ts';
import { maxTokenSeconds } from '../../http/authentication.ts';
import type { Session } from '../../http/session.ts';
import { sha256Hex } from '../../sha256.ts';
import { countEndedBefore, isEndedAfter, removeEndedBefore, upsertEndedSession } from './sessions.queries.ts';

/**
 * From now on, refuses every token of the session that has been issued so far. A session that goes on after all, because
 * the login provider did not end it, is given newer ones. Safe to repeat.
 */
export async function endSession({ kysely }: Database, session: Session): Promise<void> {
  const now = Date.now();
  // The provider's clock may be ahead of ours; and it dates in whole seconds, so that the first token after a sign-out that
  // failed would otherwise count as one of those before.
  const endedAt = new Date(Math.max(now - 1000, session.issuedAt * 1000));
  await upsertEndedSession(kysely, markOf(session), endedAt);
}

/**
 * No token of these is accepted any more; twice its life, because clocks differ. By the machine's time, as tokens are, and
 * never early.
 */
export const endedSessionRetention: RetentionRule = {
  name: 'ended-sessions',
  isExact: true,
  cutoff: () => new Date(Date.now() - 2 * maxTokenSeconds * 1000),
  count: countEndedBefore,
  remove: removeEndedBefore,
};

/** True for a token that was issued before its session was signed out of. */
export const hasEnded = ({ kysely }: Database, session: Session): Promise<boolean> =>
  isEndedAfter(kysely, markOf(session), new Date(session.issuedAt * 1000));

const markOf = ({ sessionId }: Session) => sha256Hex(sessionId);
