import { useCallback } from 'react';
import type { AccountAnswer } from '../../../../shared/api/account.ts';
import type { UsageAnswer } from '../../../../shared/api/usage.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { useApi } from '../../../api-client/use-api.ts';
import { forgetFailedLoads, lazyPage } from '../../../site/lazy-page.tsx';

export interface KnownUsage {
  usage: UsageAnswer;
  account: AccountAnswer;
}

/** What shows the answer comes with it: visitors, who have none, load neither. */
export const ownUsage = lazyPage(() => import('./own-usage.tsx'));

/** What one's own account has used. */
export function useUsage() {
  const api = useApi();
  const ask = useCallback(async (): Promise<KnownUsage> => {
    forgetFailedLoads();
    const [usage, account] = await Promise.all([api.getUsage(), api.getAccount(), ownUsage.preload()]);
    return { usage, account };
  }, [api]);
  return useAnswer(ask);
}
