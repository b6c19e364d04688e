/** Gives transfers turns of the event loop, one at a time; everything else runs between two turns. */
export class LoopTurns {
  #waiting: (() => void)[] = [];

  /** Resolves when it is the caller's turn. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#giveOne);
    });
  }

  readonly #giveOne = () => {
    this.#waiting.shift()?.();
    if (this.#waiting.length) setImmediate(this.#giveOne);
  };
}

/** Runs at most this many reads at the same time, in the order in which they are requested. */
export class ReadQueue {
  readonly #max: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  async run<Result>(read: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#max) this.#running++;
    // Whoever finishes passes its place on.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await read();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}
