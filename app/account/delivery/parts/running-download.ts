import type { Download } from '../../../../shared/api/downloads.ts';
import { createListeners } from '../../../site/store.ts';
import type { PartDownload } from './part-download.ts';

/** A download of this tab: its file, and its progress. */
export interface BrowserDownload extends PartDownload {
  readonly download: Download;
  /** Name of the file that the visitor chose. */
  readonly placeName: string;
  /** Asks for permission to write to the file where the browser requires it; must be called in answer to a click. */
  askForPlace(): Promise<void>;
  /** Continues into another file when the first one cannot be written. */
  moveTo(place: FileSystemFileHandle): Promise<void>;
  /** Ends it and removes everything stored for it. */
  giveUp(): Promise<void>;
}

const { subscribe, tell } = createListeners();
let running: BrowserDownload | null = null;

/** The last download that this page works or has worked on. Its code is only loaded with the first. */
export const runningDownload = {
  subscribe,
  get: (): BrowserDownload | null => running,
  set(next: BrowserDownload | null): void {
    running = next;
    tell();
  },
};
