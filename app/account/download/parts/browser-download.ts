import type { Download } from '../../../../shared/api/downloads.ts';
import { toHex } from '../../../../shared/hex.ts';
import { forgetParts, openBrowserPartStore } from './browser-part-store.ts';
import { DownloadFault } from './download-fault.ts';
import { fetchRange } from './fetch-range.ts';
import { findKeptSha256, forgetDownload, type KeptDownload, keepDownload } from './kept-download.ts';
import { createPartDownload, type PartDownload } from './part-download.ts';
import { planParts } from './part-plan.ts';
import type { TargetFile } from './ports.ts';
import { mayWrite } from './save-place.ts';

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

interface BrowserDownloadOptions {
  kept: KeptDownload;
  /** Address from which this page may fetch the file of a download. */
  addressOf(download: Download): string;
  /** Asks the API for a new link. Throws `DownloadFault`. */
  renewLink(download: Download): Promise<Download>;
}

/** The downloads of this page load, by the hash of the file: they continue while their page is not shown. */
const open = new Map<string, Promise<BrowserDownload | null>>();

/**
 * The download of this tab, or a new one, paused. `null` while another tab of this browser works on the same file: two
 * would only get in each other's way.
 */
export function findBrowserDownload(options: BrowserDownloadOptions): Promise<BrowserDownload | null> {
  const { sha256 } = options.kept.download;
  let found = open.get(sha256);
  if (!found) {
    found = openBrowserDownload(options);
    // Registered before it is open: a second caller must not find this tab's own lock in the way.
    open.set(sha256, found);
    const drop = () => void open.delete(sha256);
    found.then((download) => download ?? drop(), drop);
  }
  return found;
}

async function openBrowserDownload(options: BrowserDownloadOptions): Promise<BrowserDownload | null> {
  const { kept, addressOf, renewLink } = options;
  const { sha256, sizeBytes } = kept.download;
  const lock = await takeLock(`writing-ant:download:${sha256}`);
  if (!lock) return null;

  let { download, place } = kept;
  const store = await openBrowserPartStore(sha256);
  // Without this, the browser may discard the parts when the disk fills up. If refused, the download still works.
  void navigator.storage.persist().catch(() => {});
  const remember = () => keepDownload({ ...kept, download, place });

  const parts = createPartDownload(planParts({ sizeBytes, parts: kept.parts }), {
    openRange: (range, signal) => fetchRange(addressOf(download), range, signal),
    async renewLink() {
      download = await renewLink(download);
      await remember();
    },
    store: {
      ...store,
      async clear() {
        await forgetDownload();
        await store.clear();
      },
    },
    openTarget: () => openTarget(place),
    digest: sha256Of,
    wait: waitForConnection,
  });
  const end = parts.subscribe(() => {
    if (parts.snapshot().step === 'done') close();
  });
  function close(): void {
    end();
    open.delete(sha256);
    lock!.release();
  }

  return {
    ...parts,
    get download() {
      return download;
    },
    get placeName() {
      return place.name;
    },
    async askForPlace() {
      await mayWrite(place, true).catch(() => false);
    },
    async moveTo(next) {
      place = next;
      await remember();
    },
    async giveUp() {
      parts.pause();
      await forgetDownload();
      await forgetParts(sha256);
      close();
    },
  };
}

/** Remembers a new download in this browser and removes what an earlier one of another file left behind. */
export async function beginBrowserDownload(kept: KeptDownload): Promise<void> {
  const earlier = await findKeptSha256();
  if (earlier && earlier !== kept.download.sha256) await forgetParts(earlier);
  await keepDownload(kept);
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(await crypto.subtle.digest('SHA-256', bytes));
}

/** Waits, but not longer than until the browser is online again. */
function waitForConnection(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const settle = (then: () => void) => {
      done.abort();
      clearTimeout(timer);
      then();
    };
    const timer = setTimeout(() => settle(resolve), ms);
    const listening = { signal: done.signal };
    addEventListener('online', () => settle(resolve), listening);
    signal.addEventListener('abort', () => settle(() => reject(signal.reason)), listening);
  });
}

async function openTarget(place: FileSystemFileHandle): Promise<TargetFile> {
  try {
    if (!(await mayWrite(place, false))) throw new DownloadFault('place-forbidden');
    const writable = await place.createWritable();
    return {
      write: (bytes) => writable.write(bytes).catch(refuse),
      close: () => writable.close().catch(refuse),
      abort: () => writable.abort(),
    };
  } catch (error) {
    return refuse(error);
  }
}

const placeFaults: Readonly<Record<string, 'place-full' | 'place-forbidden' | 'place-gone'>> = {
  QuotaExceededError: 'place-full',
  NotAllowedError: 'place-forbidden',
  NoModificationAllowedError: 'place-forbidden',
  SecurityError: 'place-forbidden',
  NotFoundError: 'place-gone',
};

function refuse(error: unknown): never {
  if (error instanceof DownloadFault) throw error;
  throw new DownloadFault(placeFaults[(error as Error).name] ?? 'place-forbidden', { cause: error });
}

/** Takes a lock of this browser until it is released or the tab is closed; `null` when it is taken. */
async function takeLock(name: string): Promise<{ release(): void } | null> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: answer, resolve: tell } = Promise.withResolvers<boolean>();
  void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    tell(lock !== null);
    return lock ? released : undefined;
  });
  return (await answer) ? { release } : null;
}
