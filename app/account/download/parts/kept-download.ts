import type { Download } from '../../../../shared/api/downloads.ts';
import type { Release } from '../../../../shared/api/releases.ts';

/** A download that was started in this browser and can continue after a reload. */
export interface KeptDownload {
  /** Whose it is: nobody else who signs in here sees it. */
  userId: string;
  download: Download;
  parts: NonNullable<Release['parts']>;
  place: FileSystemFileHandle;
}

/** The cookie policy names the database. A browser keeps one download: one file of this size is enough. */
export const databaseName = 'writing-ant:download';
const storeName = 'download';
const key = 'current';

function settle<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await settle(opening);
  try {
    return await settle(ask(database.transaction(storeName, mode).objectStore(storeName)));
  } finally {
    database.close();
  }
}

/** Remembers a download, replacing an earlier one. */
export async function keepDownload(kept: KeptDownload): Promise<void> {
  await withStore('readwrite', (store) => store.put(kept, key));
}

/** The download that this user started in this browser, if any; none where nothing can be stored. */
export async function findKeptDownload(userId: string): Promise<KeptDownload | null> {
  try {
    const kept = await withStore<KeptDownload | undefined>('readonly', (store) => store.get(key));
    return kept?.userId === userId ? kept : null;
  } catch {
    return null;
  }
}

/** Hash of the file that is being downloaded in this browser, for whichever user. */
export async function findKeptSha256(): Promise<string | null> {
  const kept = await withStore<KeptDownload | undefined>('readonly', (store) => store.get(key));
  return kept?.download.sha256 ?? null;
}

/** Forgets the download; its parts are removed separately. */
export async function forgetDownload(): Promise<void> {
  await withStore('readwrite', (store) => store.delete(key));
}
