import { useCallback, useEffect, useState } from 'react';

/**
 * Turns of questions that are asked again. Each says once it is answered whether that is news: no answer counts when a later
 * one is here.
 */
export function createTurns(): () => () => boolean {
  let asked = 0;
  let newest = 0;
  return () => {
    const turn = ++asked;
    return () => {
      if (turn < newest) return false;
      newest = turn;
      return true;
    };
  };
}

interface Answered<Answer> {
  known: Answer | 'loading' | 'unreachable';
  /** Asks anew: what is shown goes until the answer is here. */
  reload(): void;
  /** Asks again while what is known stays, even where no answer comes; then it rejects. */
  refresh(): Promise<void>;
  /** Takes over what an act has told; changes nothing before the first answer. */
  know(change: (known: Answer) => Answer): void;
}

/** Asks whenever `ask` becomes another function; does nothing while it is `null`. */
export function useAnswer<Answer>(ask: (() => Promise<Answer>) | null): Answered<Answer> {
  const [settled, setSettled] = useState<{ ask: typeof ask; answer: Answer | 'unreachable' }>();
  const [takeTurn] = useState(createTurns);

  const refresh = useCallback(async () => {
    const isNews = takeTurn();
    try {
      const answer = await ask!();
      if (isNews()) setSettled({ ask, answer });
    } catch (error) {
      if (isNews()) setSettled((last) => (last?.ask === ask ? last : { ask, answer: 'unreachable' }));
      throw error;
    }
  }, [ask, takeTurn]);

  useEffect(() => {
    if (!ask) return;
    refresh().catch(() => {});
    return () => void takeTurn()();
  }, [ask, refresh, takeTurn]);

  return {
    known: settled?.ask === ask ? settled.answer : 'loading',
    reload() {
      setSettled(undefined);
      refresh().catch(() => {});
    },
    refresh,
    know(change) {
      takeTurn()();
      setSettled((last) => (last && last.answer !== 'unreachable' ? { ask, answer: change(last.answer) } : last));
    },
  };
}
