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

/** A download whose whole file has arrived, until the API knows. */
export interface Arrival {
  userId: string;
  /** The download's. */
  id: string;
}

/** The cookie policy names the database. */
export const databaseName = 'writing-ant:download';

/**
 * Downloads by the hash of their file: what one tab does with one file touches no other. Arrivals by user and download:
 * they outlast whatever is downloaded next.
 */
const storeName = 'download';

/** Every array comes after every text (Indexed Database API, keys). */
const keysOf = {
  downloads: () => IDBKeyRange.upperBound([], true),
  arrivals: (userId: string) => IDBKeyRange.bound([userId], [userId, []]),
};

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

/** Remembers a download, replacing an earlier one of the same file. */
export async function keepDownload(kept: KeptDownload): Promise<void> {
  await withStore('readwrite', (store) => store.put(kept, kept.download.sha256));
}

/** The last download that this user started in this browser, if any; none where nothing can be stored. */
export async function findKeptDownload(userId: string): Promise<KeptDownload | null> {
  try {
    const all = await withStore<KeptDownload[]>('readonly', (store) => store.getAll(keysOf.downloads()));
    const own = all.filter((kept) => kept.userId === userId);
    return own.toSorted((one, other) => startOf(other) - startOf(one))[0] ?? null;
  } catch {
    return null;
  }
}

const startOf = ({ download }: KeptDownload) => Date.parse(download.startedAt);

/** The download of the file with this hash in this browser, for whichever user. */
export async function findKeptFile(sha256: string): Promise<KeptDownload | null> {
  return (await withStore<KeptDownload | undefined>('readonly', (store) => store.get(sha256))) ?? null;
}

/** Hashes of the files that are being downloaded in this browser, for whichever user. */
export async function listKeptFiles(): Promise<string[]> {
  return (await withStore('readonly', (store) => store.getAllKeys(keysOf.downloads()))).map(String);
}

/** Forgets the download of the file with this hash; its parts are removed separately. */
export async function forgetDownload(sha256: string): Promise<void> {
  await withStore('readwrite', (store) => store.delete(sha256));
}

/** Remembers an arrival until it is forgotten. */
export async function keepArrival(arrival: Arrival): Promise<void> {
  await withStore('readwrite', (store) => store.put(arrival, [arrival.userId, arrival.id]));
}

/** This user's downloads that have arrived in this browser without the API's knowing, such as after a sign-out. */
export async function listArrivals(userId: string): Promise<Arrival[]> {
  return withStore<Arrival[]>('readonly', (store) => store.getAll(keysOf.arrivals(userId)));
}

/** Forgets an arrival that the API knows of. */
export async function forgetArrival({ userId, id }: Arrival): Promise<void> {
  await withStore('readwrite', (store) => store.delete([userId, id]));
}
