import { DownloadFault } from './download-fault.ts';
import type { Part } from './part-plan.ts';
import type { PartStore } from './ports.ts';

/** Folder in the site's own, private part of the visitor's disk; the cookie policy names it. */
export const folderName = 'writing-ant-downloads';

const nameOf = (part: Part) => `part-${String(part.index).padStart(5, '0')}`;

const isMissing = (error: unknown) => (error as Error).name === 'NotFoundError';

const isFull = (error: unknown) => (error as Error).name === 'QuotaExceededError';

const allDownloads = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true });

/**
 * Keeps the parts of one file on the visitor's disk, each as a file of its own: the browser shows a file only once it
 * has been written whole, so whatever is there after a crash is usable. `fileSha256` names the file.
 */
export async function openBrowserPartStore(fileSha256: string): Promise<PartStore> {
  // Looked up anew each time: somebody who deletes the site's data under way can go on all the same.
  const folder = async () => (await allDownloads()).getDirectoryHandle(fileSha256, { create: true });
  await folder();

  async function isKept(part: Part): Promise<boolean> {
    try {
      const file = await (await (await folder()).getFileHandle(nameOf(part))).getFile();
      return file.size === part.lengthBytes;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  return {
    async listKept(parts) {
      const found = await Promise.all(parts.map(isKept));
      return parts.filter((_, index) => found[index]).map(({ index }) => index);
    },
    async write(part, bytes) {
      try {
        const file = await (await folder()).getFileHandle(nameOf(part), { create: true });
        const writable = await file.createWritable();
        await writable.write(bytes);
        await writable.close();
      } catch (error) {
        throw isFull(error) ? new DownloadFault('no-space', { cause: error }) : error;
      }
    },
    async read(part) {
      const file = await (await (await folder()).getFileHandle(nameOf(part))).getFile();
      return new Uint8Array(await file.arrayBuffer());
    },
    async remove(part) {
      await (await folder()).removeEntry(nameOf(part)).catch((error) => {
        if (!isMissing(error)) throw error;
      });
    },
    async clear() {
      await forgetParts(fileSha256);
    },
    // The browser rounds free space for privacy, so it is asked to reserve the space for a moment.
    async hasRoomFor(bytes) {
      const trial = 'room';
      const parts = await folder();
      const writable = await (await parts.getFileHandle(trial, { create: true })).createWritable();
      try {
        await writable.truncate(bytes);
        return true;
      } catch (error) {
        if (isFull(error)) return false;
        throw error;
      } finally {
        await writable.abort().catch(() => {});
        await parts.removeEntry(trial).catch(() => {});
      }
    },
  };
}

/** Removes what is stored for the file with this hash. */
export async function forgetParts(fileSha256: string): Promise<void> {
  const downloads = await allDownloads();
  await downloads.removeEntry(fileSha256, { recursive: true }).catch((error) => {
    if (!isMissing(error)) throw error;
  });
}

/** Hashes of the files of which parts are stored. */
export async function listStoredFiles(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of (await allDownloads()).keys()) names.push(name);
  return names;
}
