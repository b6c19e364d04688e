import { useCallback, useEffect, useState } from 'react';
import type { AccountAnswer } from '../../../../shared/api/account.ts';
import { useApi } from '../../../api-client/use-api.ts';

/** What is known of the account: its answer, nothing yet, or that it could not be asked. */
type Known = AccountAnswer | 'loading' | 'unreachable';

/** Closing and keeping one's own account. `problem` is why the last act failed, whatever was thrown. */
export function useClosing(userId: string) {
  const api = useApi();
  const [known, setKnown] = useState<Known>('loading');
  const [act, setAct] = useState<'closing' | 'keeping' | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [wasKept, setWasKept] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has another account
  const load = useCallback(() => {
    setKnown('loading');
    api.getAccount().then(setKnown, () => setKnown('unreachable'));
  }, [api, userId]);
  useEffect(load, [load]);

  const perform = (name: 'closing' | 'keeping', call: () => Promise<AccountAnswer>) => {
    setAct(name);
    setProblem(null);
    call()
      .then((answer) => {
        setKnown(answer);
        setWasKept(name === 'keeping');
      }, setProblem)
      .finally(() => setAct(null));
  };
  return {
    known,
    act,
    problem,
    wasKept,
    load,
    close: () => perform('closing', api.closeAccount),
    keep: () => perform('keeping', api.keepAccount),
    forgetProblem: () => setProblem(null),
  };
}
