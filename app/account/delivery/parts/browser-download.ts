import type { Download } from '../../../../shared/api/downloads.ts';
import { toHex } from '../../../../shared/hex.ts';
import { forgetParts, listStoredFiles, openBrowserPartStore } from './browser-part-store.ts';
import { DownloadFault } from './download-fault.ts';
import { fetchRange } from './fetch-range.ts';
import {
  findKeptFile,
  forgetArrival,
  forgetDownload,
  type KeptDownload,
  keepArrival,
  keepDownload,
  listKeptFiles,
} from './kept-download.ts';
import { createPartDownload } from './part-download.ts';
import { planParts } from './part-plan.ts';
import type { TargetFile } from './ports.ts';
import type { BrowserDownload } from './running-download.ts';
import { runningDownload } from './running-download.ts';
import { mayWrite, removeIfEmpty } from './save-place.ts';

interface BrowserDownloadOptions {
  kept: KeptDownload;
  /** Address from which this page may fetch the file of a download. */
  addressOf(download: Download): string;
  /** Asks the API for a new link. Throws `DownloadFault`. */
  renewLink(download: Download): Promise<Download>;
  /** Tells the API that the whole file of the download with this id is here. */
  reportArrival(id: string): Promise<unknown>;
}

/** Why this tab has no such download: another tab of this browser works on its file, or has finished or deleted it. */
export type Absence = 'elsewhere' | 'ended';

interface OpenDownload extends BrowserDownload {
  /** Goes on with the link and the place of these. */
  adopt(options: BrowserDownloadOptions): Promise<void>;
}

/** The downloads of this page load, by the hash of the file: they continue while their page is not shown. */
const open = new Map<string, Promise<OpenDownload | Absence>>();

/** The download of this tab, or a new one, paused. Two tabs on one file would only get in each other's way. */
export async function findBrowserDownload(options: BrowserDownloadOptions): Promise<BrowserDownload | Absence> {
  const { sha256 } = options.kept.download;
  const running = await open.get(sha256);
  if (running && typeof running !== 'string') {
    await running.adopt(options);
    return running;
  }
  // Registered before it is open: a second caller must not find this tab's own lock in the way.
  const opening = open.get(sha256) ?? openBrowserDownload(options);
  open.set(sha256, opening);
  const drop = () => void open.delete(sha256);
  opening.then((found) => typeof found === 'string' && drop(), drop);
  return opening;
}

async function openBrowserDownload(options: BrowserDownloadOptions): Promise<OpenDownload | Absence> {
  const { sha256 } = options.kept.download;
  const lock = await takeLock(sha256);
  if (!lock) return 'elsewhere';
  try {
    // What this page knows may be older than what another tab has done since.
    const found = await findKeptFile(sha256);
    if (found) return await resumeDownload(found, options, lock);
    lock.release();
    return 'ended';
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function resumeDownload(found: KeptDownload, first: BrowserDownloadOptions, lock: Lock): Promise<OpenDownload> {
  const { sha256, sizeBytes } = found.download;
  let options = first;
  let kept = combine(found, options.kept);
  const store = await openBrowserPartStore(sha256);
  // Without this, the browser may discard the parts when the disk fills up. If refused, the download still works.
  void navigator.storage.persist().catch(() => {});
  const remember = (change: Partial<KeptDownload>) => {
    kept = { ...kept, ...change };
    return keepDownload(kept);
  };

  /** The file is there: nothing of it continues any more, and the API has to know. */
  async function finish(): Promise<void> {
    // Parts that came under an earlier link were not sent under this one, and another tab may have begun the file, too.
    const last = (await findKeptFile(sha256).catch(() => null)) ?? kept;
    const ways = last.download.id === kept.download.id ? [kept] : [kept, last];
    for (const { userId, download } of ways) {
      const arrival = { userId, id: download.id };
      await keepArrival(arrival).catch(() => {});
      // Where it cannot be told now, it is when its owner is here again.
      options
        .reportArrival(arrival.id)
        .then(() => forgetArrival(arrival))
        .catch(() => {});
    }
    await forgetDownload(sha256);
  }

  const parts = createPartDownload(planParts({ sizeBytes, parts: kept.parts }), {
    openRange: (range, signal) => fetchRange(options.addressOf(kept.download), range, signal),
    renewLink: async () => remember({ download: await options.renewLink(kept.download) }),
    store: {
      ...store,
      async clear() {
        try {
          // First: on a full disk nothing else can be stored before they are gone.
          await store.clear();
        } finally {
          await finish();
        }
      },
    },
    openTarget: () => openTarget(kept.place),
    digest: sha256Of,
    wait: waitForConnection,
  });
  const end = parts.subscribe(() => {
    if (parts.snapshot().step === 'done') close();
  });
  function close(): void {
    end();
    open.delete(sha256);
    lock.release();
  }

  async function moveTo(place: FileSystemFileHandle): Promise<void> {
    const isJoining = parts.snapshot().step === 'joining';
    if (isJoining) await parts.pause();
    // Too late: the file is there, or parts have made room for it.
    if (['joining', 'done'].includes(parts.snapshot().step)) return;
    await remember({ place });
    if (isJoining) parts.start();
  }

  const opened: OpenDownload = {
    ...parts,
    get download() {
      return kept.download;
    },
    get placeName() {
      return kept.place.name;
    },
    async askForPlace() {
      await mayWrite(kept.place, true).catch(() => false);
    },
    moveTo,
    async adopt(next) {
      options = next;
      const { download, userId } = combine(kept, next.kept);
      if (download !== kept.download) await remember({ download, userId });
      if (!(await next.kept.place.isSameEntry(kept.place))) await moveTo(next.kept.place);
    },
    async giveUp() {
      await parts.pause();
      await forgetParts(sha256);
      await forgetDownload(sha256);
      await removeIfEmpty(kept.place);
      close();
      runningDownload.set(null);
    },
  };
  // Getters and all: it is not copied.
  runningDownload.set(opened);
  return opened;
}

/**
 * Of two memories of one file: the link that is good for longer, with its owner, and the place of the download that began
 * later.
 */
function combine(found: KeptDownload, wanted: KeptDownload): KeptDownload {
  const isLater = (member: 'startedAt' | 'expiresAt') =>
    Date.parse(wanted.download[member]) > Date.parse(found.download[member]);
  const { download, userId } = isLater('expiresAt') ? wanted : found;
  return { ...(isLater('startedAt') ? wanted : found), download, userId };
}

/**
 * Remembers a new download in this browser and removes what earlier ones of other files left behind: one file of this
 * size is enough. One that runs in another tab stays.
 */
export async function beginBrowserDownload(kept: KeptDownload): Promise<void> {
  const { sha256 } = kept.download;
  await keepDownload(kept);
  const others = (hashes: Iterable<string>) => [...new Set(hashes)].filter((hash) => hash !== sha256);
  for (const other of others(open.keys())) await giveUpHere(other);
  for (const other of others([...(await listKeptFiles()), ...(await listStoredFiles())])) await removeUnused(other);
}

/** A file that is being written into its place is finished instead. */
async function giveUpHere(sha256: string): Promise<void> {
  const running = await open.get(sha256);
  if (running && typeof running !== 'string' && running.snapshot().step !== 'joining') await running.giveUp();
}

/** Removes what is stored for a file, unless a tab works on it. */
async function removeUnused(sha256: string): Promise<void> {
  const lock = await takeLock(sha256);
  if (!lock) return;
  try {
    await forgetParts(sha256);
    await forgetDownload(sha256);
  } finally {
    lock.release();
  }
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

interface Lock {
  release(): void;
}

/** Takes this browser's lock of a file until it is released or the tab is closed; `null` when it is taken. */
async function takeLock(sha256: string): Promise<Lock | null> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: answer, resolve: tell } = Promise.withResolvers<boolean>();
  void navigator.locks.request(`writing-ant:download:${sha256}`, { ifAvailable: true }, (lock) => {
    tell(lock !== null);
    return lock ? released : undefined;
  });
  return (await answer) ? { release } : null;
}
