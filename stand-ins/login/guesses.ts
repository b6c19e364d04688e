/** Wrong guesses that are allowed for one address within the window. */
const maxWrongGuesses = 10;
const windowMs = 15 * 60_000;

/** Slows down guessing: counts wrong passwords or codes for each e-mail address, whether or not an account has it. */
export class Guesses {
  readonly #wrongAtMs = new Map<string, number[]>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until the next guess is allowed; 0 when it is allowed now. */
  waitMs(email: string): number {
    const recent = this.#recent(email);
    return recent.length < maxWrongGuesses ? 0 : recent[0]! + windowMs - this.#now();
  }

  recordWrong(email: string): void {
    for (const other of this.#wrongAtMs.keys()) if (!this.#recent(other).length) this.#wrongAtMs.delete(other);
    this.#wrongAtMs.set(email, [...this.#recent(email), this.#now()]);
  }

  forget(email: string): void {
    this.#wrongAtMs.delete(email);
  }

  #recent(email: string): number[] {
    return (this.#wrongAtMs.get(email) ?? []).filter((atMs) => atMs > this.#now() - windowMs);
  }
}
