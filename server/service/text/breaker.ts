/** When something that keeps failing is left alone, in milliseconds. */
const patience = { failuresInARow: 5, firstPauseMs: 30_000, longestPauseMs: 300_000 } as const;
/** One call tries whether it works again; when nothing is heard of that one, another may. */
const trialMs = 120_000;

/** Leaves alone what failed five times in a row: 30 s, twice as long after each trial that fails, up to five minutes. */
export class Breaker {
  readonly #now: () => number;
  #failures = 0;
  #skips = 0;
  #pauseMs: number = patience.firstPauseMs;
  #asleepUntil = 0;
  #asked = 0;
  /** The last call that was under way when it was left alone: what becomes of those says nothing new. */
  #underWay = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get asleepUntil(): number {
    return this.#asleepUntil;
  }

  get isAwake(): boolean {
    return this.#asleepUntil <= this.#now();
  }

  /** Whether it has been left alone, and has not worked since. */
  get isOpen(): boolean {
    return this.#failures >= patience.failuresInARow;
  }

  /** Whether nothing has come of it for so long that somebody should know, be it that it failed or that it asks for patience. */
  get isSilent(): boolean {
    return this.isOpen || this.#skips >= patience.failuresInARow;
  }

  /** Notes that it is asked now; returns the number of that call. */
  ask(): number {
    if (this.isOpen) this.#asleepUntil = this.#now() + trialMs;
    this.#asked += 1;
    return this.#asked;
  }

  worked(call: number): void {
    if (this.#isOld(call)) return;
    this.#failures = 0;
    this.#skips = 0;
    this.#pauseMs = patience.firstPauseMs;
    this.#asleepUntil = 0;
  }

  failed(call: number): void {
    if (this.#isOld(call)) return;
    this.#failures += 1;
    if (!this.isOpen) return;
    this.#underWay = this.#asked;
    this.#asleepUntil = this.#now() + this.#pauseMs;
    this.#pauseMs = Math.min(this.#pauseMs * 2, patience.longestPauseMs);
  }

  /** It asks for patience, which is no failure. */
  skip(call: number, milliseconds: number): void {
    // What was asked at the same time is told the same, which says nothing new.
    if (this.isAwake) this.#skips += 1;
    const until = this.#now() + milliseconds;
    const isTrial = this.isOpen && !this.#isOld(call);
    this.#asleepUntil = isTrial ? until : Math.max(this.#asleepUntil, until);
  }

  #isOld(call: number): boolean {
    return this.isOpen && call <= this.#underWay;
  }
}
