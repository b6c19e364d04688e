import { createHash } from 'node:crypto';
import { DownloadFault } from '../../app/account/delivery/parts/download-fault.ts';
import type { RangeRequest } from '../../app/account/delivery/parts/fetch-range.ts';
import {
  createPartDownload,
  type DownloadStep,
  type PartDownload,
} from '../../app/account/delivery/parts/part-download.ts';
import { type Part, planParts } from '../../app/account/delivery/parts/part-plan.ts';
import type { DownloadPorts } from '../../app/account/delivery/parts/ports.ts';

type Answer = ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>;

/** The environment of a download: a network, a disk and a clock, simulated in memory, that can be made to fail. */
export interface DownloadWorld {
  content: Buffer;
  parts: Part[];
  /** Every range that was requested, in order. */
  ranges: RangeRequest[];
  /** Milliseconds of every wait. */
  waits: number[];
  /** Parts on the disk, by index. */
  disk: Map<number, Buffer>;
  /** Bytes that still fit on the disk. */
  room: number;
  renewals: number;
  /** The chosen file, once it was closed. */
  saved: Buffer | null;
  /** Answers a request with a fault; undefined lets it pass. */
  disturb: (range: RangeRequest, signal: AbortSignal) => Answer | undefined;
  ports: DownloadPorts;
  /** A new page load: only the disk is left. */
  open(): PartDownload;
}

const limits = { parallel: 3, firstWaitMs: 4, longestWaitMs: 16, stalledAfterMs: 40, maxDamagedArrivals: 3 };

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** `bytes` in small chunks, as a network delivers them; with `thenFail` it breaks instead of ending. */
export function streamOf(bytes: Uint8Array, { thenFail = false } = {}): ReadableStream<Uint8Array> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = bytes.subarray(offset, offset + 100);
      offset += chunk.length;
      if (chunk.length > 0) controller.enqueue(Uint8Array.from(chunk));
      else if (thenFail) controller.error(new TypeError('network error'));
      else controller.close();
    },
  });
}

/** A file of `parts` parts of 1000 bytes, the last one shorter. */
export function createDownloadWorld({ parts: count = 5 } = {}): DownloadWorld {
  const content = Buffer.from(Array.from({ length: count * 1000 - 300 }, (_, index) => (index * 7919) % 251));
  const hashes = Array.from({ length: count }, (_, index) =>
    sha256Of(content.subarray(index * 1000, index * 1000 + 1000)),
  );
  const parts = planParts({ sizeBytes: content.length, parts: { sizeBytes: 1000, sha256: hashes } });
  const written: Buffer[] = [];

  const world: DownloadWorld = {
    content,
    parts,
    ranges: [],
    waits: [],
    disk: new Map(),
    room: Number.POSITIVE_INFINITY,
    renewals: 0,
    saved: null,
    disturb: () => undefined,
    open: () => createPartDownload(parts, world.ports, { limits }),
    ports: {
      async openRange(range, signal) {
        world.ranges.push(range);
        return world.disturb(range, signal) ?? streamOf(content.subarray(range.first, range.last + 1));
      },
      async renewLink() {
        world.renewals++;
      },
      digest: async (bytes) => sha256Of(bytes),
      async wait(ms) {
        world.waits.push(ms);
        await new Promise((resolve) => setTimeout(resolve, 1));
      },
      async openTarget() {
        written.length = 0;
        return {
          write: async (bytes) => void written.push(Buffer.from(bytes)),
          async close() {
            world.saved = Buffer.concat(written);
          },
          abort: async () => {},
        };
      },
      store: {
        listKept: async () => [...world.disk.keys()],
        async write(part, bytes) {
          if (bytes.length > world.room) throw new DownloadFault('no-space');
          world.disk.set(part.index, Buffer.from(bytes));
        },
        async read(part) {
          const bytes = world.disk.get(part.index);
          if (!bytes) throw new Error(`Part ${part.index} is not there.`);
          return Uint8Array.from(bytes);
        },
        remove: async (part) => void world.disk.delete(part.index),
        clear: async () => world.disk.clear(),
        hasRoomFor: async (bytes) => bytes <= world.room,
      },
    },
  };
  return world;
}

/** Waits until `download` has reached one of `steps`. */
export function reach(download: PartDownload, ...steps: DownloadStep[]): Promise<DownloadStep> {
  return new Promise((resolve) => {
    const look = () => {
      const { step } = download.snapshot();
      if (!steps.includes(step)) return;
      end();
      resolve(step);
    };
    const end = download.subscribe(look);
    look();
  });
}
