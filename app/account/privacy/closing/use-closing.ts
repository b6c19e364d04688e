import { useCallback, useState } from 'react';
import type { AccountAnswer } from '../../../../shared/api/account.ts';
import { useAct } from '../../../api-client/use-act.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { useApi } from '../../../api-client/use-api.ts';

/** Closing and keeping one's own account. `act` is what is under way. */
export function useClosing() {
  const api = useApi();
  const ask = useCallback((): Promise<AccountAnswer> => api.getAccount(), [api]);
  const { known, reload, know } = useAnswer(ask);
  const [wasKept, setKept] = useState(false);
  const { run, isBusy, problem, last, forget } = useAct(async (act: 'closing' | 'keeping') => {
    const answer = await (act === 'closing' ? api.closeAccount() : api.keepAccount());
    know(() => answer);
    setKept(act === 'keeping');
  });
  return { known, reload, run, act: isBusy ? last : null, problem, wasKept, forget };
}
