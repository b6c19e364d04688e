const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** When the next refresh may be tried, by the time since the page was opened, and how many were since one succeeded. */
export interface RefreshPace {
  attempts: number;
  notBeforeMs: number;
}

export const unhurried: RefreshPace = { attempts: 0, notBeforeMs: 0 };

/** Milliseconds until the next refresh; 0 when now. */
export const waitMs = ({ notBeforeMs }: RefreshPace, nowMs: number) => Math.max(0, notBeforeMs - nowMs);

/**
 * A refresh is being tried. Until one succeeds, each waits twice as long as the one before, up to half a minute, and `spread`
 * (0 to 1) sets the attempts of many tabs apart: each waits between three quarters and five quarters of its time.
 */
export const afterAttempt = ({ attempts }: RefreshPace, nowMs: number, spread: number): RefreshPace => ({
  attempts: attempts + 1,
  notBeforeMs: nowMs + Math.min(longestWaitMs, firstWaitMs * 2 ** attempts) * (0.75 + spread / 2),
});

/** Also a token of no life at all must not lead to a refresh each second. */
export const afterSuccess = (nowMs: number): RefreshPace => ({ attempts: 0, notBeforeMs: nowMs + firstWaitMs * 2 });

/** Nothing speaks against trying at once, for example after the browser was offline. */
export const hurried = (pace: RefreshPace, nowMs: number): RefreshPace => ({ ...pace, notBeforeMs: nowMs });
