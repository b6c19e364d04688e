import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Auth, AuthContext } from './auth.ts';
import { looking } from './session-states.ts';
import type { SessionStore } from './session-store.ts';

/** Gives the whole site the session (specification 2 and 3). */
export function AuthKitProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  // The prerendered page cannot know of a session.
  const session = useSyncExternalStore(store.subscribe, store.current, () => looking);
  useEffect(() => void store.begin(), [store]);
  const auth = useMemo<Auth>(() => ({ ...session, ...store.actions }), [session, store]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}
