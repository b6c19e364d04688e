import type { ServerResponse } from 'node:http';
import { crowdedTransfers } from '../../../shared/business/download-limits.ts';
import { Problem } from '../../http/problem.ts';

/** When to come back: another transfer may have ended by then. */
const retryAfterSeconds = 30;

/** Whose transfers are counted together, and how many may run at the same time. */
export interface TransferShare {
  /** As the answer names it. */
  whose: 'link' | 'account' | 'address';
  id: string;
  max: number;
}

/**
 * Counts the transfers under way, so that one link, account or address cannot take the whole line, nor all of them
 * together the memory. When places are short, transfers that do not move lose theirs.
 */
export class TransferCount {
  readonly #max: number;
  #all = 0;
  readonly #underWay = new Map<string, number>();
  /** Each answer as the last check found it; not yet before the first. */
  readonly #lastSeen = new Map<ServerResponse, { sentBytes: number; waitsForReader: boolean } | undefined>();
  readonly #looking: NodeJS.Timeout;

  /** At most `max` at the same time, across all of them. */
  constructor(max: number, lookEveryMs: number = crowdedTransfers.lookEveryMs) {
    this.#max = max;
    this.#looking = setInterval(() => this.#cutIdle(), lookEveryMs).unref();
  }

  /** Stops the checks, for when the server closes. */
  close(): void {
    clearInterval(this.#looking);
  }

  /**
   * Counts `answer` in every share until it is done or broken off. Throws when there are already too many, in total or
   * in one share.
   */
  begin(shares: readonly TransferShare[], answer: ServerResponse): void {
    // The client has already left; its end would not be announced any more.
    if (answer.destroyed) return;
    for (const share of shares) {
      if ((this.#underWay.get(keyOf(share)) ?? 0) < share.max) continue;
      throw new Problem('too-many-requests', {
        detail: `This ${share.whose} has ${share.max} transfers under way, which is all it may have.`,
        headers: { 'retry-after': String(retryAfterSeconds) },
      });
    }
    if (this.#all >= this.#max)
      throw new Problem('service-unavailable', {
        detail: `The server has ${this.#max} transfers under way, which is all it may have.`,
        headers: { 'retry-after': String(retryAfterSeconds) },
      });
    const keys = shares.map(keyOf);
    for (const key of keys) this.#underWay.set(key, (this.#underWay.get(key) ?? 0) + 1);
    this.#all++;
    this.#lastSeen.set(answer, undefined);
    answer.once('close', () => {
      this.#all--;
      this.#lastSeen.delete(answer);
      for (const key of keys) this.#end(key);
    });
  }

  /** Only what waits for its reader is cut, at two checks in a row, and not what waits for our own disk. */
  #cutIdle(): void {
    const isCrowded = this.#all >= crowdedTransfers.share * this.#max;
    for (const [answer, before] of this.#lastSeen) {
      const sentBytes = answer.socket?.bytesWritten ?? 0;
      const waitsForReader = answer.writableLength > 0;
      this.#lastSeen.set(answer, { sentBytes, waitsForReader });
      const isIdle = before?.waitsForReader && waitsForReader;
      if (isCrowded && isIdle && sentBytes - before.sentBytes < crowdedTransfers.leastBytes) answer.destroy();
    }
  }

  #end(key: string): void {
    const count = this.#underWay.get(key) ?? 0;
    if (count > 1) this.#underWay.set(key, count - 1);
    else this.#underWay.delete(key);
  }
}

function keyOf({ whose, id }: TransferShare): string {
  return `${whose} ${id}`;
}
