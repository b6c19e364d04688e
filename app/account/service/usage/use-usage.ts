import { useCallback, useEffect, useState } from 'react';
import type { AccountAnswer } from '../../../../shared/api/account.ts';
import type { UsageAnswer } from '../../../../shared/api/usage.ts';
import { useApi } from '../../../api-client/use-api.ts';

export interface KnownUsage {
  usage: UsageAnswer;
  account: AccountAnswer;
}

/** What one's own account has used: the answer, nothing yet, or that it could not be asked. */
export function useUsage(): { known: KnownUsage | 'loading' | 'unreachable'; load: () => void } {
  const api = useApi();
  const [known, setKnown] = useState<KnownUsage | 'loading' | 'unreachable'>('loading');
  const load = useCallback(() => {
    setKnown('loading');
    Promise.all([api.getUsage(), api.getAccount()]).then(
      ([usage, account]) => setKnown({ usage, account }),
      () => setKnown('unreachable'),
    );
  }, [api]);
  useEffect(load, [load]);
  return { known, load };
}
