/** Within this many milliseconds of its expiry a token is refreshed (specification 9: auto-refresh buffer 10 s). */
const refreshBufferMs = 10_000;

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** How long before its expiry a token is refreshed. One that lives shorter than the buffer would be refreshed without end. */
export const refreshEarlyMs = (lifeMs: number) => Math.min(refreshBufferMs, lifeMs / 4);

/** When the next refresh may be tried. */
export interface RefreshPace {
  /** Milliseconds until then; 0 when now. */
  waitMs(): number;
  /** A refresh is being tried: until it succeeds, each further one waits twice as long as the one before. */
  attempt(): void;
  succeed(): void;
  /** Nothing speaks against trying at once, for example after the browser was offline. */
  hurry(): void;
}

/**
 * Slows down while the login provider does not answer, up to half a minute between two attempts, and spreads the
 * attempts of many tabs: each waits between three quarters and five quarters of its time.
 */
export function createRefreshPace(now: () => number = Date.now, random: () => number = Math.random): RefreshPace {
  let attempts = 0;
  let notBefore = 0;
  return {
    waitMs: () => Math.max(0, notBefore - now()),
    attempt() {
      const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** attempts);
      attempts++;
      notBefore = now() + waitMs * (0.75 + random() / 2);
    },
    succeed() {
      attempts = 0;
      // Also a token of no life at all must not lead to a refresh each second.
      notBefore = now() + firstWaitMs * 2;
    },
    hurry() {
      notBefore = now();
    },
  };
}
