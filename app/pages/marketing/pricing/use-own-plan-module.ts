import { useEffect, useState } from 'react';
import { useAuth } from '../../../account/session/auth.ts';
import { useMessageLoader } from '../../../messages/use-message-files.ts';
import type * as OwnPlan from './own-plan.tsx';

type OwnPlanModule = typeof OwnPlan;

/** Only somebody with a session needs it, so nobody else loads it: `null` until it is here, `failed` when it cannot be. */
export function useOwnPlanModule(): OwnPlanModule | 'failed' | null {
  const { user } = useAuth();
  const [module, setModule] = useState<OwnPlanModule | 'failed' | null>(null);
  const loadMessages = useMessageLoader();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the session
  useEffect(() => {
    if (!user) return;
    Promise.all([import('./own-plan.tsx'), ...loadMessages(['own-plan', 'billing'])]).then(
      ([loaded]) => setModule(loaded),
      () => setModule('failed'),
    );
  }, [user !== null]);
  return user ? module : null;
}
