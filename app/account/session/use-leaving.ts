import { useCallback, useState } from 'react';
import { useReturn } from '../../navigation/use-return.ts';
import { useAuth } from './auth.ts';

/**
 * For controls that leave for the login provider: `leaving` from the choice until the browser has left, and no longer
 * when it could not leave (`failed`, until the next try), came back, or need not leave: a session was found meanwhile.
 */
export function useLeaving() {
  const userId = useAuth().user?.id;
  const [state, setState] = useState<{ is: 'here' | 'leaving' | 'failed'; userId?: string | undefined }>({
    is: 'here',
  });
  useReturn(useCallback(() => setState({ is: 'here' }), []));
  const leave = (go: () => Promise<void>) => {
    setState({ is: 'leaving', userId });
    // What went wrong is told by the session's fault.
    go().catch(() => setState({ is: 'failed' }));
  };
  return { leaving: state.is === 'leaving' && state.userId === userId, failed: state.is === 'failed', leave };
}
