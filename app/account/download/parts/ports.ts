import type { partTransfers } from '../../../../shared/business/transfer-limits.ts';
import type { RangeRequest } from './fetch-range.ts';
import type { Part } from './part-plan.ts';

/** Where checked parts are kept until all are there. A part is written whole or not at all. */
export interface PartStore {
  /** Which of `parts` are kept, by index. */
  listKept(parts: readonly Part[]): Promise<number[]>;
  write(part: Part, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  read(part: Part): Promise<Uint8Array<ArrayBuffer>>;
  remove(part: Part): Promise<void>;
  /** Removes everything that is kept of this file. */
  clear(): Promise<void>;
  /** Whether so many more bytes would find room. */
  hasRoomFor(bytes: number): Promise<boolean>;
}

/** The file that the visitor chose. What is written appears there only with `close`. */
export interface TargetFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** What a download needs of the world around it. All may throw `DownloadFault`. */
export interface DownloadPorts {
  openRange(range: RangeRequest, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Gets a new link to the same file, to be used from now on. */
  renewLink(): Promise<void>;
  store: PartStore;
  openTarget(): Promise<TargetFile>;
  /** SHA-256 in lower-case hexadecimal. */
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<string>;
  /** Resolves after so many milliseconds, or earlier when trying again may help; rejects when aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** As `partTransfers`, which is what visitors get; tests are less patient. */
export type TransferLimits = { readonly [Name in keyof typeof partTransfers]: number };
