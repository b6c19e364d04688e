import { useEffect, useState } from 'react';

interface Waiting<Answer> {
  /** After this wait, the fallback is shown; the answer still counts when it arrives. */
  withinMs: number;
  /** The fallback, given the last answer. Must be the same function in each rendering. */
  otherwise: (known: Answer | undefined) => Answer;
}

interface Answered<Answer> {
  /** The last answer, even to an earlier question; `undefined` before the first. */
  answer: Answer | undefined;
  /** The present question has not been answered yet. */
  isPending: boolean;
}

/** Asks whenever `ask` becomes another function; does nothing while it is `null`. */
export function useAnswer<Answer>(
  ask: (() => Promise<Answer>) | null,
  { withinMs, otherwise }: Waiting<Answer>,
): Answered<Answer> {
  const [settled, setSettled] = useState<{ ask: () => Promise<Answer>; answer: Answer }>();
  useEffect(() => {
    if (!ask) return;
    let isCurrent = true;
    const settle = (answer: Answer) => {
      if (isCurrent) setSettled({ ask, answer });
    };
    const giveUp = () => {
      if (isCurrent) setSettled((known) => ({ ask, answer: otherwise(known?.answer) }));
    };
    const timer = setTimeout(giveUp, withinMs);
    ask()
      .then(settle, giveUp)
      .finally(() => clearTimeout(timer));
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [ask, withinMs, otherwise]);
  return { answer: settled?.answer, isPending: settled?.ask !== ask };
}
