import { partTransfers } from '../../../../shared/business/download-limits.ts';
import { createListeners } from '../../../site/store.ts';
import { DownloadFault, type DownloadFaultKind } from './download-fault.ts';
import type { Part } from './part-plan.ts';
import { PartReceiver } from './part-receiver.ts';
import type { DownloadPorts, TransferLimits } from './ports.ts';
import { TransferRate } from './transfer-rate.ts';

/** The state of a download. `waiting`: the connection is broken and is being retried. `joining`: all parts are here. */
export type DownloadStep = 'paused' | 'running' | 'waiting' | 'joining' | 'done' | 'failed';

/** What a visitor may know about a download at one moment. */
export interface DownloadSnapshot {
  step: DownloadStep;
  /** With `failed`. */
  fault: DownloadFaultKind | null;
  sizeBytes: number;
  /** Bytes that are here, checked or not; with `joining`, bytes that are in the chosen file. */
  doneBytes: number;
  /** How often a part was damaged and had to be fetched again. */
  repairs: number;
  /** False once parts had to make room for the file: if it does not come about, these are fetched again. */
  keepsParts: boolean;
  /** `null` while it is too early to tell. */
  bytesPerSecond: number | null;
  secondsLeft: number | null;
}

/** A download in parts that can be paused, continues after any interruption and ends with a verified file. */
export interface PartDownload {
  /** Starts, or continues after a pause or a failure. */
  start(): void;
  /** Resolves once nothing is fetched or written any more. Does nothing once parts have made room for the file. */
  pause(): Promise<void>;
  snapshot(): DownloadSnapshot;
  /** Calls `listener` when the snapshot changes, at most a few times a second while bytes arrive. */
  subscribe(listener: () => void): () => void;
}

interface Options {
  limits?: TransferLimits;
  /** Milliseconds of any clock. */
  now?: () => number;
}

/** Milliseconds between two snapshots while bytes arrive. */
const snapshotEveryMs = 250;

const bytesOf = (parts: readonly Part[]) => parts.reduce((sum, { lengthBytes }) => sum + lengthBytes, 0);

/** A download of `parts`, paused. */
export function createPartDownload(
  parts: readonly Part[],
  ports: DownloadPorts,
  { limits = partTransfers, now = () => performance.now() }: Options = {},
): PartDownload {
  const sizeBytes = bytesOf(parts);
  const kept = new Set<number>();
  const rate = new TransferRate();
  const { subscribe, tell } = createListeners();
  let step: DownloadStep = 'paused';
  let fault: DownloadFaultKind | null = null;
  let joinedBytes = 0;
  let repairs = 0;
  let keepsParts = true;
  let transfers = 0;
  let waitingTransfers = 0;
  let activity: AbortController | undefined;
  let lastRun = Promise.resolve();
  let due: ReturnType<typeof setTimeout> | undefined;

  const receiver = new PartReceiver(ports, limits, {
    onBytes(count) {
      rate.add(count, now());
      if (step === 'waiting') enter('running');
      else publishSoon();
    },
    onWait() {
      waitingTransfers++;
      // As long as another part is arriving, the connection works.
      if (waitingTransfers >= transfers && step === 'running') enter('waiting');
      return () => waitingTransfers--;
    },
  });
  let current = describe();

  function describe(): DownloadSnapshot {
    const isJoined = step === 'joining' || step === 'done';
    const missing = parts.filter(({ index }) => !kept.has(index));
    const doneBytes = isJoined ? joinedBytes : sizeBytes - bytesOf(missing) + receiver.receivedBytes;
    const bytesPerSecond = step === 'running' ? rate.bytesPerSecond(now()) : null;
    const secondsLeft = bytesPerSecond ? (sizeBytes - doneBytes) / bytesPerSecond : null;
    return { step, fault, sizeBytes, doneBytes, repairs, keepsParts, bytesPerSecond, secondsLeft };
  }

  function publish(): void {
    clearTimeout(due);
    due = undefined;
    current = describe();
    tell();
  }

  function publishSoon(): void {
    due ??= setTimeout(publish, snapshotEveryMs);
  }

  function enter(next: DownloadStep): void {
    step = next;
    publish();
  }

  /** Fetches a part until it matches the published one, and stores it. */
  async function obtain(part: Part, signal: AbortSignal): Promise<void> {
    for (let arrivals = 1; ; arrivals++) {
      const bytes = await receiver.receive(part, signal);
      const isWhole = (await ports.digest(bytes)) === part.sha256;
      if (isWhole) {
        await ports.store.write(part, bytes);
        kept.add(part.index);
        receiver.forget(part);
        return publishSoon();
      }
      receiver.forget(part);
      repairs++;
      if (arrivals >= limits.maxDamagedArrivals) throw new DownloadFault('damaged');
    }
  }

  async function obtainMissing(signal: AbortSignal): Promise<void> {
    const missing = parts.filter(({ index }) => !kept.has(index));
    if (missing.length === 0) return;
    if (!(await ports.store.hasRoomFor(bytesOf(missing)))) throw new DownloadFault('no-space');
    // The first transfer that fails stops the others, and all have stopped before the failure is told: none of them
    // writes into what follows.
    const failure = new AbortController();
    const either = AbortSignal.any([signal, failure.signal]);
    const takeTurns = async () => {
      transfers++;
      try {
        for (let part = missing.shift(); part; part = missing.shift()) {
          either.throwIfAborted();
          await obtain(part, either);
        }
      } catch (error) {
        failure.abort(error);
      } finally {
        transfers--;
      }
    };
    await Promise.all(Array.from({ length: limits.parallel }, takeTurns));
    either.throwIfAborted();
  }

  /** A stored part, verified again; fetched anew when the disk has damaged it. */
  async function readKept(part: Part, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    for (let readings = 1; ; readings++) {
      const bytes = await ports.store.read(part).catch(() => null);
      if (bytes && (await ports.digest(bytes)) === part.sha256) return bytes;
      if (readings >= limits.maxDamagedArrivals) throw new DownloadFault('storage');
      kept.delete(part.index);
      repairs++;
      await ports.store.remove(part);
      await obtain(part, signal);
    }
  }

  /**
   * Writes the parts into the chosen file. They are kept until it is complete; only where the room for the next one is
   * lacking, those that are written make it.
   */
  async function join(signal: AbortSignal): Promise<void> {
    joinedBytes = 0;
    enter('joining');
    const target = await ports.openTarget();
    const written: Part[] = [];
    try {
      for (const part of parts) {
        signal.throwIfAborted();
        await makeRoom(part, written, signal);
        await target.write(await readKept(part, signal));
        written.push(part);
        joinedBytes += part.lengthBytes;
        publishSoon();
      }
      await target.close();
    } catch (error) {
      await target.abort().catch(() => {});
      throw error;
    }
    // The file is complete; parts that could not be removed do not change that.
    await ports.store.clear().catch(() => {});
  }

  /** Room for `next` and as much again, because others write on the same disk. On another disk, nothing is removed. */
  async function makeRoom(next: Part, written: Part[], signal: AbortSignal): Promise<void> {
    while (written.length > 0 && !(await ports.store.hasRoomFor(2 * next.lengthBytes))) {
      signal.throwIfAborted();
      const part = written.shift()!;
      keepsParts = false;
      kept.delete(part.index);
      await ports.store.remove(part);
    }
  }

  async function run(controller: AbortController): Promise<void> {
    const { signal } = controller;
    try {
      signal.throwIfAborted();
      kept.clear();
      keepsParts = true;
      for (const index of await ports.store.listKept(parts)) kept.add(index);
      publish();
      await obtainMissing(signal);
      signal.throwIfAborted();
      await join(signal);
      enter('done');
    } catch (error) {
      // Paused on purpose.
      if (signal.aborted) return;
      controller.abort();
      fault = error instanceof DownloadFault ? error.kind : 'storage';
      enter('failed');
    }
  }

  return {
    start() {
      if (step !== 'paused' && step !== 'failed') return;
      const controller = new AbortController();
      activity = controller;
      fault = null;
      rate.start(now());
      enter('running');
      // A transfer from before the pause may still be writing a part.
      lastRun = lastRun.then(() => run(controller));
    },
    async pause() {
      if (step === 'joining' && !keepsParts) return;
      if (step === 'running' || step === 'waiting' || step === 'joining') {
        activity?.abort();
        enter('paused');
      }
      await lastRun;
    },
    snapshot: () => current,
    subscribe,
  };
}
