/** The window that counts: long enough to be steady, short enough to follow a changing connection. */
const windowMs = 10_000;

/** Below this, the rate is meaningless. */
const shortestMs = 1000;

/** How fast bytes arrive. Times are milliseconds of one clock. */
export class TransferRate {
  #arrivals: { at: number; bytes: number }[] = [];
  #startedAt = 0;

  /** Starts over, for example after a pause. */
  start(now: number): void {
    this.#arrivals = [];
    this.#startedAt = now;
  }

  add(bytes: number, now: number): void {
    const last = this.#arrivals.at(-1);
    // Arrivals within a tenth of a second count as one, so that the list stays short.
    if (last && now - last.at < 100) last.bytes += bytes;
    else this.#arrivals.push({ at: now, bytes });
  }

  /** Bytes a second over the last ten seconds; `null` while it is too early to tell. */
  bytesPerSecond(now: number): number | null {
    const since = Math.max(this.#startedAt, now - windowMs);
    if (now - since < shortestMs) return null;
    this.#arrivals = this.#arrivals.filter(({ at }) => at >= since);
    const bytes = this.#arrivals.reduce((sum, arrival) => sum + arrival.bytes, 0);
    return bytes / ((now - since) / 1000);
  }
}
