import { useCallback, useEffect, useState } from 'react';
import type { UsageAnswer } from '../../../shared/api/usage.ts';
import { useApi } from '../../api-client/use-api.ts';

/** What one's own account has used: the answer, nothing yet, or that it could not be asked. */
export function useUsage(): { known: UsageAnswer | 'loading' | 'unreachable'; load: () => void } {
  const api = useApi();
  const [known, setKnown] = useState<UsageAnswer | 'loading' | 'unreachable'>('loading');
  const load = useCallback(() => {
    setKnown('loading');
    api.getUsage().then(setKnown, () => setKnown('unreachable'));
  }, [api]);
  useEffect(load, [load]);
  return { known, load };
}
