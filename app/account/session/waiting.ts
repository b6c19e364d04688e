import { hasMarker, storedTokens } from './session-signs.ts';

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
