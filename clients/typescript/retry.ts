import { setTimeout as sleep } from 'node:timers/promises';

const firstWaitSeconds = 1;
const longestWaitSeconds = 60;

/**
 * How long to wait before the try that follows `attempt` (0: the first one): what the service said, at least twice as long each time,
 * and a random part more, as thousands of apps wait for the same moment.
 */
export function waitMs(attempt: number, saidSeconds = 0, random: () => number = Math.random): number {
  const doubled = Math.min(firstWaitSeconds * 2 ** attempt, longestWaitSeconds);
  return Math.max(saidSeconds, doubled) * 1000 * (1 + random() / 2);
}

interface Trying {
  /** How often more than once. */
  repeats: number;
  /** Whether the same again may help; with the seconds that the service said. */
  judge(error: unknown): { again: boolean; afterSeconds?: number };
  /** Waits; another one in tests. */
  wait?: (ms: number) => Promise<unknown>;
  onRepeat?: () => void;
}

/** Does `work` until it succeeds, or until another try is of no use. */
export async function tryAgain<Result>(
  work: () => Promise<Result>,
  { repeats, judge, wait = sleep, onRepeat }: Trying,
): Promise<Result> {
  for (let attempt = 0; ; attempt++)
    try {
      return await work();
    } catch (error) {
      const { again, afterSeconds } = judge(error);
      if (!again || attempt >= repeats) throw error;
      await wait(waitMs(attempt, afterSeconds));
      onRepeat?.();
    }
}
