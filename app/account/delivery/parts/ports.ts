import type { partTransfers } from '../../../../shared/business/download-limits.ts';
import type { RangeRequest } from './fetch-range.ts';
import type { Part } from './part-plan.ts';

/** Where verified parts are stored until all are there. A part is written whole or not at all. */
export interface PartStore {
  /** Which of `parts` are stored, by index. */
  listKept(parts: readonly Part[]): Promise<number[]>;
  write(part: Part, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  read(part: Part): Promise<Uint8Array<ArrayBuffer>>;
  remove(part: Part): Promise<void>;
  /** Removes everything stored for this file. */
  clear(): Promise<void>;
  /** Whether this many more bytes would fit. */
  hasRoomFor(bytes: number): Promise<boolean>;
}

/** The file that the visitor chose. What is written becomes visible only with `close`. */
export interface TargetFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** What a download needs from its environment. All of it may throw `DownloadFault`. */
export interface DownloadPorts {
  openRange(range: RangeRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Gets a new link to the same file, to be used from then on. */
  renewLink(): Promise<void>;
  store: PartStore;
  openTarget(): Promise<TargetFile>;
  /** SHA-256 in lower-case hexadecimal. */
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Resolves after this many milliseconds, or earlier when a retry may help; rejects when aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** Like `partTransfers`, which visitors get; tests are less patient. */
export type TransferLimits = { readonly [Name in keyof typeof partTransfers]: number };
