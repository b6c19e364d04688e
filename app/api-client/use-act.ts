import { useCallback, useState } from 'react';
import { type CallProblem, problemOf } from './problem.ts';

/**
 * Idempotency keys: the same content keeps its key, so that a retry after a lost answer finds what the first attempt did.
 * `null` ends that.
 */
export function createKeys(): (content: string | null) => string {
  let last: string | null = null;
  let key = '';
  return (content) => {
    if (content !== last) key = content === null ? '' : crypto.randomUUID();
    last = content;
    return key;
  };
}

/** What became of an act that was not refused: `leaving` keeps it under way until the page is left, `unsent` changes nothing. */
type Outcome = 'leaving' | 'unsent' | undefined;

interface State<Content> {
  isBusy: boolean;
  /** Why the last run failed. */
  problem: CallProblem | null;
  /** What was run last. */
  last: Content | null;
}

interface Act<Content, Rest extends unknown[]> extends State<Content> {
  /** Sends `content`; `rest` is no part of what the idempotency key stands for. */
  run(content: Content, ...rest: Rest): Promise<void>;
  /** Nothing was run, and what is shown says nothing of it. */
  forget(): void;
}

/** The state once `content` was sent; a run that was forgotten, or that another one followed, no longer counts. */
export const ended = <Content>(now: State<Content>, content: Content, problem: CallProblem | null): State<Content> =>
  now.last === content ? { ...now, isBusy: false, problem } : now;

const idle = { last: null, isBusy: false, problem: null };

/**
 * Something that is done by sending it. `keyOf` gives the idempotency key where the endpoint takes one; with `keepsKey` the
 * same content is the same attempt even after it was done, for what must not be done twice whatever happens.
 */
export function useAct<Content = void, Rest extends unknown[] = []>(
  send: (content: Content, keyOf: () => string, ...rest: Rest) => Promise<void> | Promise<Outcome>,
  keepsKey = false,
): Act<Content, Rest> {
  const [state, setState] = useState<State<Content>>(idle);
  const [keyFor] = useState(createKeys);

  const run = async (content: Content, ...rest: Rest) => {
    const words = JSON.stringify([content]);
    setState({ last: content, isBusy: true, problem: null });
    try {
      const outcome = await send(content, () => keyFor(words), ...rest);
      if (!keepsKey && outcome !== 'unsent') keyFor(null);
      if (outcome === 'leaving') return;
      setState((now) => ended(now, content, null));
    } catch (error) {
      setState((now) => ended(now, content, problemOf(error)));
    }
  };
  const forget = useCallback(() => setState(idle), []);
  return { ...state, run, forget };
}
