import { useEffect, useState } from 'react';

/**
 * For controls that leave for the login provider: `leaving` from the choice until the browser has left, and no longer
 * when it could not leave (`failed`, until the next try) or came back.
 */
export function useLeaving() {
  const [state, setState] = useState<'here' | 'leaving' | 'failed'>('here');
  useEffect(() => {
    // Coming back with the browser's Back shows the frozen page: the choice is open again.
    const reopen = (event: PageTransitionEvent) => event.persisted && setState('here');
    addEventListener('pageshow', reopen);
    return () => removeEventListener('pageshow', reopen);
  }, []);
  const leave = (go: () => Promise<void>) => {
    setState('leaving');
    // What went wrong is told by the session's fault.
    go().catch(() => setState('failed'));
  };
  return { leaving: state === 'leaving', failed: state === 'failed', leave };
}
