import { rewriteEntry } from '../../site/history-entry.ts';

/** The entry of the browser's history from which somebody signs out remembers which session was to end. */
const markName = 'signingOut';

export function markSignOut(sessionId: string): void {
  rewriteEntry({ ...history.state, [markName]: sessionId });
}

/**
 * The session that was to end when this page was left, if it is shown again; `null` otherwise. The login provider may have
 * failed, and the session may be open still: somebody who believes to have signed out has to know.
 */
export function readSignOutMark(): string | null {
  const { [markName]: sessionId } = (history.state ?? {}) as Record<string, unknown>;
  return typeof sessionId === 'string' ? sessionId : null;
}
