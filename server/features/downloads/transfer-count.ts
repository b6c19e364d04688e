import type { ServerResponse } from 'node:http';
import { Problem } from '../../http/problem.ts';

/** When to come back: one of the other transfers may have ended. */
const retryAfterSeconds = 30;

/** Counts the transfers of each download that are under way, so that one link cannot take the whole line. */
export class TransferCount {
  readonly #max: number;
  readonly #underWay = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts `answer` until it is done or broken off. Throws when the download has too many already. */
  begin(downloadId: string, answer: ServerResponse): void {
    // The client has left already; its end would not be told any more.
    if (answer.destroyed) return;
    const count = this.#underWay.get(downloadId) ?? 0;
    if (count >= this.#max)
      throw new Problem('too-many-requests', {
        detail: `This link has ${this.#max} transfers under way, which is all it may have.`,
        headers: { 'retry-after': String(retryAfterSeconds) },
      });
    this.#underWay.set(downloadId, count + 1);
    answer.once('close', () => this.#end(downloadId));
  }

  #end(downloadId: string): void {
    const count = this.#underWay.get(downloadId) ?? 0;
    if (count > 1) this.#underWay.set(downloadId, count - 1);
    else this.#underWay.delete(downloadId);
  }
}
