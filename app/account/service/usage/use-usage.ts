import { useCallback } from 'react';
import type { AccountAnswer } from '../../../../shared/api/account.ts';
import type { UsageAnswer } from '../../../../shared/api/usage.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { useApi } from '../../../api-client/use-api.ts';

export interface KnownUsage {
  usage: UsageAnswer;
  account: AccountAnswer;
}

/** What one's own account has used. */
export function useUsage() {
  const api = useApi();
  const ask = useCallback(async (): Promise<KnownUsage> => {
    const [usage, account] = await Promise.all([api.getUsage(), api.getAccount()]);
    return { usage, account };
  }, [api]);
  return useAnswer(ask);
}
