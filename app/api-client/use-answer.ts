import { useEffect, useState } from 'react';

interface Waiting<Answer> {
  /** Who waits longer gets what is shown without an answer; the answer still counts when it comes. */
  withinMs: number;
  /** What is shown without an answer, given the last one. Has to stay the same with each rendering. */
  otherwise: (known: Answer | undefined) => Answer;
}

interface Answered<Answer> {
  /** The last answer, also to an earlier question; `undefined` before the first. */
  answer: Answer | undefined;
  /** The present question has not been answered yet. */
  isPending: boolean;
}

/** Asks whenever `ask` is another function; nothing while it is `null`. */
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
