import { createListeners } from '../../../site/store.ts';
import type { BrowserDownload } from './browser-download.ts';

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
