import { useEffect, useState } from 'react';

/**
 * For controls that leave for the login provider: `leaving` from the choice until the browser has left, and no longer
 * when it could not leave or came back.
 */
export function useLeaving() {
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    // Coming back with the browser's Back shows the frozen page: the choice is open again.
    const reopen = (event: PageTransitionEvent) => event.persisted && setLeaving(false);
    addEventListener('pageshow', reopen);
    return () => removeEventListener('pageshow', reopen);
  }, []);
  const leave = (go: () => Promise<void>) => {
    setLeaving(true);
    // What went wrong is told by the session's fault.
    go().catch(() => setLeaving(false));
  };
  return { leaving, leave };
}
