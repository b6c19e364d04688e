import { useCallback, useEffect, useState } from 'react';
import type { AccountAnswer } from '../../../../shared/api/account.ts';
import type { CorrectionRequest } from '../../../../shared/api/privacy-requests.ts';
import { useApi } from '../../../api-client/use-api.ts';

type Act = 'correct' | 'restrict' | 'object';

/** What the holder decides about the account alone. `problem` is why the last act failed, whatever was thrown. */
export function useOwnRights(userId: string) {
  const api = useApi();
  const [known, setKnown] = useState<AccountAnswer | 'loading' | 'unreachable'>('loading');
  const [act, setAct] = useState<Act | null>(null);
  const [done, setDone] = useState<Act | null>(null);
  const [problem, setProblem] = useState<{ act: Act; thrown: unknown } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another account
  const load = useCallback(() => {
    setKnown('loading');
    api.getAccount().then(setKnown, () => setKnown('unreachable'));
  }, [api, userId]);
  useEffect(load, [load]);

  const perform = (name: Act, call: () => Promise<AccountAnswer>) => {
    setAct(name);
    setDone(null);
    setProblem(null);
    call()
      .then(
        (answer) => {
          setKnown(answer);
          setDone(name);
        },
        (thrown) => setProblem({ act: name, thrown }),
      )
      .finally(() => setAct(null));
  };
  return {
    known,
    act,
    done,
    problem,
    load,
    correct: (request: CorrectionRequest) => perform('correct', () => api.correctAccount(request)),
    restrict: (isOn: boolean) => perform('restrict', () => api.restrictAccount({ isOn })),
    object: (isOn: boolean) => perform('object', () => api.objectToTraces({ isOn })),
  };
}
