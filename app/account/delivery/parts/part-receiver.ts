import { DownloadFault } from './download-fault.ts';
import type { Part } from './part-plan.ts';
import type { DownloadPorts, TransferLimits } from './ports.ts';

/** What a receiver reports. */
interface ReceiverEvents {
  onBytes(count: number): void;
  /** A transfer is waiting before its next attempt; the wait ends when the returned function is called. */
  onWait(): () => void;
}

/** A part in progress. */
interface Arrival {
  bytes: Uint8Array<ArrayBuffer>;
  receivedBytes: number;
}

/** Receives parts across as many interruptions as it takes. What has arrived of a part survives a pause. */
export class PartReceiver {
  readonly #ports: Pick<DownloadPorts, 'openRange' | 'renewLink' | 'wait'>;
  readonly #limits: TransferLimits;
  readonly #events: ReceiverEvents;
  readonly #arrivals = new Map<number, Arrival>();
  #renewal: Promise<void> | undefined;

  constructor(
    ports: Pick<DownloadPorts, 'openRange' | 'renewLink' | 'wait'>,
    limits: TransferLimits,
    events: ReceiverEvents,
  ) {
    this.#ports = ports;
    this.#limits = limits;
    this.#events = events;
  }

  /** Bytes that are in memory, not checked yet. */
  get receivedBytes(): number {
    return [...this.#arrivals.values()].reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
  }

  /** Drops what has arrived of a part: it is now stored elsewhere, or was damaged. */
  forget(part: Part): void {
    this.#arrivals.delete(part.index);
  }

  /** All bytes of a part. Throws `DownloadFault` for what does not pass by itself; rethrows an abort unchanged. */
  async receive(part: Part, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const arrival = this.#arrivals.get(part.index) ?? { bytes: new Uint8Array(part.lengthBytes), receivedBytes: 0 };
    this.#arrivals.set(part.index, arrival);
    let failures = 0;
    let isRenewed = false;
    while (arrival.receivedBytes < part.lengthBytes) {
      const before = arrival.receivedBytes;
      try {
        await this.#readOn(part, arrival, signal);
      } catch (error) {
        signal.throwIfAborted();
        const fault = error instanceof DownloadFault ? error : new DownloadFault('interrupted', { cause: error });
        if (arrival.receivedBytes > before) {
          failures = 0;
          isRenewed = false;
        }
        if (fault.kind === 'link-refused' && !isRenewed) {
          isRenewed = await this.#renewOnce();
          if (isRenewed) continue;
        } else if (fault.kind !== 'interrupted') throw fault;
        failures++;
        await this.#waitAfter(failures, fault.retryAfterMs, signal);
      }
    }
    return arrival.bytes;
  }

  /** Reads what is missing of a part. Gives up when nothing arrives for a while. */
  async #readOn(part: Part, arrival: Arrival, signal: AbortSignal): Promise<void> {
    const stalled = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(new DownloadFault('interrupted')), this.#limits.stalledAfterMs);
    };
    const either = AbortSignal.any([signal, stalled.signal]);
    try {
      watch();
      const range = { first: part.first + arrival.receivedBytes, last: part.first + part.lengthBytes - 1 };
      for await (const chunk of chunksOf(await this.#ports.openRange(range, either), either)) {
        watch();
        if (chunk.byteLength > part.lengthBytes - arrival.receivedBytes) throw new DownloadFault('unusable');
        arrival.bytes.set(chunk, arrival.receivedBytes);
        arrival.receivedBytes += chunk.byteLength;
        this.#events.onBytes(chunk.byteLength);
      }
    } finally {
      clearTimeout(timer);
    }
    if (arrival.receivedBytes < part.lengthBytes) throw new DownloadFault('interrupted');
  }

  /** One new link for all transfers whose old one was refused; false if the connection broke meanwhile. */
  async #renewOnce(): Promise<boolean> {
    this.#renewal ??= this.#ports.renewLink().finally(() => {
      this.#renewal = undefined;
    });
    try {
      await this.#renewal;
      return true;
    } catch (error) {
      if (error instanceof DownloadFault && error.kind === 'interrupted') return false;
      throw error;
    }
  }

  async #waitAfter(failures: number, leastMs: number, signal: AbortSignal): Promise<void> {
    const end = this.#events.onWait();
    try {
      await this.#ports.wait(Math.max(leastMs, waitAfter(failures, this.#limits)), signal);
    } finally {
      end();
    }
  }
}

/** The chunks of a stream; the rest is cancelled when reading ends early. */
async function* chunksOf(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => {});
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await Promise.race([reader.read(), aborted]);
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // Not awaited: a stalled stream may never answer.
    reader.cancel().catch(() => {});
  }
}

/**
 * Milliseconds to wait after this many failures in a row (1 or more): doubling from the first wait up to the longest,
 * with the upper half left to chance, so that many visitors do not come back at once. `chance` is 0 to 1.
 */
export function waitAfter(
  failures: number,
  { firstWaitMs, longestWaitMs }: { firstWaitMs: number; longestWaitMs: number },
  chance = Math.random(),
): number {
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
  return wait / 2 + (wait / 2) * chance;
}
