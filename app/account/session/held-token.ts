/** Within this many milliseconds of its expiry a token is refreshed (specification 9: auto-refresh buffer 10 s). */
const refreshBufferMs = 10_000;

/** The time by two clocks. */
export interface Clocks {
  /** By the browser's clock, which can be set. */
  clockMs: number;
  /** By the time since the page was opened, which no one sets but which may stand still while the machine sleeps. */
  openMs: number;
}

export const readClocks = (): Clocks => ({ clockMs: Date.now(), openMs: performance.now() });

/** An access token, and when it came. */
export interface HeldToken extends Clocks {
  token: string;
  lifeMs: number;
}

/** How long a token is still good, whatever became of the clock meanwhile. */
export const remainingMs = ({ lifeMs, clockMs, openMs }: HeldToken, now: Clocks) =>
  lifeMs - Math.max(now.clockMs - clockMs, now.openMs - openMs);

/**
 * How long before its expiry a token is refreshed. One that lives no longer than the buffer would be refreshed without end: it
 * is in its last quarter.
 */
export const refreshEarlyMs = (lifeMs: number) => (lifeMs > refreshBufferMs ? refreshBufferMs : lifeMs / 4);

/** The token, unless it is time to refresh it. */
export const freshToken = (held: HeldToken | null, now: Clocks) =>
  held && remainingMs(held, now) > refreshEarlyMs(held.lifeMs) ? held.token : null;
