import { useCallback } from 'react';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { useApi } from '../../../api-client/use-api.ts';
import { forgetFailedLoads, lazyPage } from '../../../site/lazy-page.tsx';
import type { KnownUsage } from './known-usage.ts';

/** Loads what shows the answer together with it, so that visitors, who get no answer, load neither. */
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
