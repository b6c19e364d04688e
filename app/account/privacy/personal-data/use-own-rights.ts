import { useCallback } from 'react';
import type { AccountAnswer } from '../../../../shared/api/account.ts';
import type { CorrectionRequest } from '../../../../shared/api/privacy-requests.ts';
import { useAct } from '../../../api-client/use-act.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { useApi } from '../../../api-client/use-api.ts';

type OwnAct = { name: 'correct'; request: CorrectionRequest } | { name: 'restrict' | 'object'; isOn: boolean };

/** What the holder decides about the account alone. `stateOf` is how it stands with the last act, for each kind. */
export function useOwnRights() {
  const api = useApi();
  const ask = useCallback((): Promise<AccountAnswer> => api.getAccount(), [api]);
  const { known, reload, know } = useAnswer(ask);
  const { run, isBusy, problem, last } = useAct(async (act: OwnAct) => {
    const answer = await (act.name === 'correct'
      ? api.correctAccount(act.request)
      : act.name === 'restrict'
        ? api.restrictAccount({ isOn: act.isOn })
        : api.objectToTraces({ isOn: act.isOn }));
    know(() => answer);
  });
  const stateOf = (name: OwnAct['name']) => {
    const isLast = last?.name === name;
    return { isBusy: isLast && isBusy, isDone: isLast && !isBusy && !problem, problem: isLast ? problem : null };
  };
  return { known, reload, run, stateOf };
}
