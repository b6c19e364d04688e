import type { Download } from '../../../../shared/api/downloads.ts';
import type { Release } from '../../../../shared/api/releases.ts';

/** A download that was started in this browser and can continue after a reload. */
export interface KeptDownload {
  /** Whose it is: nobody else who signs in here sees it. */
  userId: string;
  download: Download;
  parts: NonNullable<Release['parts']>;
  place: FileSystemFileHandle;
  /** Ids of the downloads by which the whole file has arrived, until the API knows. Nothing of it continues any more. */
  arrivedAs?: string[];
}

/** The cookie policy names the database. */
export const databaseName = 'writing-ant:download';

/** Downloads by the hash of their file: what one tab does with one file touches no other. */
const storeName = 'download';

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

const keyOf = ({ download }: KeptDownload) => download.sha256;

/** Remembers a download, replacing an earlier one of the same file. */
export async function keepDownload(kept: KeptDownload): Promise<void> {
  await withStore('readwrite', (store) => store.put(kept, keyOf(kept)));
}

/** The last download that this user started in this browser, if any; none where nothing can be stored. */
export async function findKeptDownload(userId: string): Promise<KeptDownload | null> {
  try {
    const all = await withStore<KeptDownload[]>('readonly', (store) => store.getAll());
    const own = all.filter((kept) => kept.userId === userId && !kept.arrivedAs);
    return own.toSorted((one, other) => startOf(other) - startOf(one))[0] ?? null;
  } catch {
    return null;
  }
}

const startOf = ({ download }: KeptDownload) => Date.parse(download.startedAt);

/** The download of the file with this hash in this browser, for whichever user. */
export async function findKeptFile(sha256: string): Promise<KeptDownload | null> {
  const kept = await withStore<KeptDownload | undefined>('readonly', (store) => store.get(sha256));
  return kept && !kept.arrivedAs ? kept : null;
}

/** Ids of this user's downloads that have arrived without the API's knowing, such as after a sign-out; forgets them. */
export async function takeArrivals(userId: string): Promise<string[]> {
  const all = await withStore<KeptDownload[]>('readonly', (store) => store.getAll());
  const arrived = all.filter((kept) => kept.userId === userId && kept.arrivedAs);
  for (const kept of arrived) await forgetDownload(keyOf(kept));
  return arrived.flatMap(({ arrivedAs = [] }) => arrivedAs);
}

/** Hashes of the files that are being downloaded in this browser, for whichever user. */
export async function listKeptFiles(): Promise<string[]> {
  return (await withStore<IDBValidKey[]>('readonly', (store) => store.getAllKeys())).map(String);
}

/** Forgets the download of the file with this hash; its parts are removed separately. */
export async function forgetDownload(sha256: string): Promise<void> {
  await withStore('readwrite', (store) => store.delete(sha256));
}
