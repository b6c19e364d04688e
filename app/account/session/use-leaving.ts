import { useCallback, useState } from 'react';
import { useReturn } from '../../navigation/use-return.ts';

/**
 * For controls that leave for the login provider: `leaving` from the choice until the browser has left, and no longer
 * when it could not leave (`failed`, until the next try) or came back.
 */
export function useLeaving() {
  const [state, setState] = useState<'here' | 'leaving' | 'failed'>('here');
  useReturn(useCallback(() => setState('here'), []));
  const leave = (go: () => Promise<void>) => {
    setState('leaving');
    // What went wrong is told by the session's fault.
    go().catch(() => setState('failed'));
  };
  return { leaving: state === 'leaving', failed: state === 'failed', leave };
}
