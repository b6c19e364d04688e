import { hasSignal, onceInteractive, onceScriptsFailed } from '../../site/root-signals.ts';
import { hasMarker, storedTokens } from './session-signs.ts';

/**
 * Ends what the page waits for, where `isWaiting` still holds: requests of the client library cannot be taken back one by one.
 * Not while the page's own scripts are on their way, which would be given up with it, and the page would never do anything.
 */
export function stopRequests(isWaiting: () => boolean): void {
  const stop = () => {
    if (isWaiting()) window.stop();
  };
  if (hasSignal('interactive') || hasSignal('failed')) stop();
  else {
    onceInteractive(() => setTimeout(stop, afterScriptsMs));
    onceScriptsFailed(stop);
  }
}

/** What a page fetches as soon as its scripts are here has this time to arrive. */
const afterScriptsMs = 1_000;

/** `promise`, or a rejection when it takes longer than `limitMs`; what the page waits for is then given up. */
export async function inTime<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWaiting = true;
  const settle = () => {
    isWaiting = false;
  };
  promise.then(settle, settle);
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      stopRequests(() => isWaiting);
      reject(new Error('The login provider did not answer in time.'));
    }, limitMs);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}

/** Resolves after `waitMs` while the page is in sight, or as soon as the browser is online again. */
export function nextChance(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    let isDue = false;
    const resolveInSight = () => {
      if (!isDue || document.hidden) return;
      listening.abort();
      resolve();
    };
    const becomeDue = () => {
      isDue = true;
      resolveInSight();
    };
    setTimeout(becomeDue, waitMs);
    addEventListener('online', becomeDue, { signal: listening.signal });
    document.addEventListener('visibilitychange', resolveInSight, { signal: listening.signal });
  });
}

/**
 * Waits, for a second at most, until what another tab has stored is here: a tab's word can be faster than its storage. With
 * the tokens `known` before, the person before would be found again.
 */
export async function arrivalOfSession(clientId: string, known: string): Promise<void> {
  const isHere = () => hasMarker(clientId) || !['', known].includes(storedTokens());
  for (let tries = 0; tries < 50 && !isHere(); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
}
