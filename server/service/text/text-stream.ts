import type { TextAnswer } from '../../../shared/api/text.ts';
import type { ProblemBody } from '../../../shared/problems.ts';
import type { Config } from '../../config/config.ts';
import type { TextEvent } from './text.ts';

type TextEvents = AsyncGenerator<TextEvent, TextAnswer>;
type Step = IteratorResult<TextEvent, TextAnswer>;

const write = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

interface StreamOptions {
  id: string;
  patience: Pick<Config['text']['patience'], 'stuckMs' | 'commentMs'>;
  toProblem: (error: unknown) => ProblemBody;
  onStuck: () => void;
  /** Resolves once hardly anything of what was sent is still in this process. */
  hasLeft: () => Promise<void>;
}

/**
 * The events of a text as server-sent events, from the `first` on; comments where none comes for long. Nothing is fetched before
 * the reader has taken what was sent; `onStuck` is called when that takes too long.
 */
export async function* asEventStream(
  first: Promise<Step>,
  events: TextEvents,
  { id, patience, toProblem, onStuck, hasLeft }: StreamOptions,
): AsyncGenerator<string> {
  const guarded = async function* (text: string) {
    const timer = setTimeout(onStuck, patience.stuckMs);
    try {
      yield text;
      await hasLeft();
    } finally {
      clearTimeout(timer);
    }
  };
  const comeTo = async function* (pending: Promise<Step>, waitMs: number): AsyncGenerator<string, Step> {
    for (let ms = waitMs; !(await isThereAfter(pending, ms)); ms = patience.commentMs) yield* guarded(': \n\n');
    return pending;
  };
  try {
    // Whoever waited for it before has waited long enough.
    let step = yield* comeTo(first, 0);
    yield* guarded(write('start', { id, model: step.value.model }));
    while (!step.done) {
      const { type, ...data } = step.value;
      yield* guarded(write(type, type === 'delta' ? { text: step.value.text } : data));
      const pending = events.next();
      pending.catch(() => {});
      step = yield* comeTo(pending, patience.commentMs);
    }
    yield* guarded(write('done', step.value));
  } catch (error) {
    yield write('error', toProblem(error));
  } finally {
    await events.return(undefined as never);
  }
}

/** Whether `pending` is settled within that time. */
export async function isThereAfter(pending: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise: silence, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  const settled = pending.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([settled, silence]);
  } finally {
    clearTimeout(timer);
  }
}
