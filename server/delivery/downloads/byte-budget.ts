import { dayMs } from '../../../shared/durations.ts';
import { Problem } from '../../http/problem.ts';

/** What one link has sent since the first byte of its day. */
interface Day {
  endsAt: number;
  bytes: number;
}

/** Counts the bytes of each link for 24 hours from its first. In memory: a restart begins anew. */
export class ByteBudget {
  /** In the order of their ends. */
  readonly #days = new Map<string, Day>();

  /** Throws a `Problem` that says when to come back, once the link has sent `allowedBytes` or more. */
  require(linkId: string, allowedBytes: number, now: Date): void {
    const day = this.#days.get(linkId);
    if (!day || day.endsAt <= now.getTime() || day.bytes < allowedBytes) return;
    const seconds = Math.ceil((day.endsAt - now.getTime()) / 1000);
    throw new Problem('link-used-up', { headers: { 'retry-after': String(seconds) } });
  }

  spend(linkId: string, bytes: number, now: Date): void {
    this.#forgetEnded(now.getTime());
    const day = this.#days.get(linkId);
    if (day) day.bytes += bytes;
    else this.#days.set(linkId, { endsAt: now.getTime() + dayMs, bytes });
  }

  #forgetEnded(now: number): void {
    for (const [linkId, { endsAt }] of this.#days) {
      if (endsAt > now) return;
      this.#days.delete(linkId);
    }
  }
}
