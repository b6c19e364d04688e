import { readSessionEntry, writeSessionEntry } from '../../site/session-storage.ts';

/** Session storage entry with the start time of the last download; the cookie policy names it. */
export const downloadStartKey = 'writing-ant:download-started';

/** Remembers for this tab when a download was started, and by whom. `startedAt` is ISO 8601. */
export function keepDownloadStart(startedAt: string, userId: string | null): void {
  writeSessionEntry(downloadStartKey, { startedAt, userId });
}

/** Forgets the download that was started then and thrown away, unless another one has been started since. */
export function forgetDownloadStart(startedAt: string): void {
  const stored = readSessionEntry(downloadStartKey) as { startedAt?: unknown } | null | undefined;
  if (stored?.startedAt === startedAt) writeSessionEntry(downloadStartKey, undefined);
}

/** When this tab last started a download, if ever; with `userId`, only if it was that user. */
export function findDownloadStart(userId?: string): Date | null {
  const stored = readSessionEntry(downloadStartKey) as { startedAt?: unknown; userId?: unknown } | null | undefined;
  if (userId !== undefined && stored?.userId !== userId) return null;
  const startedAt = new Date(typeof stored?.startedAt === 'string' ? stored.startedAt : Number.NaN);
  return Number.isNaN(startedAt.getTime()) ? null : startedAt;
}
