import { createHmac } from 'node:crypto';
import { retention } from '../../../shared/business/retention.ts';
import { dayMs } from '../../../shared/durations.ts';
import type { Database } from '../../database/database.ts';
import { findProgressForUpdate, saveProgress } from './downloads.queries.ts';
import type { DownloadProgress } from './downloads.tables.ts';
import { coversFile, mergeRanges, type SentRanges } from './sent-ranges.ts';

/** What one transfer has added. */
export interface Transfer {
  downloadId: string;
  /** Of the whole file. */
  sizeBytes: number;
  /** The first byte of the transfer within the file. */
  first: number;
  sentBytes: number;
  ipAddress: string;
  at: Date;
}

/** Enough to see that a link has been passed around. */
const maxAddressMarks = 100;

/** As retention counts: from the first transfer on. */
const marksMs = retention.downloadTraceDays * dayMs;

/** Unwritten progress is lost when the process is killed; parts fetched one by one share a write. */
const writeEveryMs = 2_000;

/** Counts what is sent of each download and stores it a little later. */
export class DownloadProgressLog {
  readonly #database: Database;
  readonly #markKey: Buffer;
  readonly #onFault: (error: unknown) => void;
  #waiting: Transfer[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: Database, markKey: Buffer, onFault: (error: unknown) => void) {
    this.#database = database;
    this.#markKey = markKey;
    this.#onFault = onFault;
  }

  add(transfer: Transfer): void {
    this.#waiting.push(transfer);
    this.#timer ??= setTimeout(() => void this.write(), writeEveryMs).unref();
  }

  /** Writes whatever is waiting. A failed write is reported and forgotten: no download fails because of it. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = Map.groupBy(this.#waiting, ({ downloadId }) => downloadId);
    this.#waiting = [];
    // One at a time: two writes of the same download could overtake each other.
    this.#writing = this.#writing.then(async () => {
      for (const [downloadId, transfers] of waiting)
        await this.#writeOne(downloadId, transfers).catch((error) => this.#onFault(error));
    });
    await this.#writing;
  }

  async #writeOne(downloadId: string, transfers: Transfer[]): Promise<void> {
    await this.#database.kysely.transaction().execute(async (trx) => {
      const before = await findProgressForUpdate(trx, downloadId);
      await saveProgress(trx, this.#addUp(downloadId, before, transfers));
    });
  }

  #addUp(downloadId: string, before: DownloadProgress | undefined, transfers: Transfer[]): DownloadProgress {
    const last = transfers.at(-1)!;
    const sent: SentRanges = transfers.map(({ first, sentBytes }) => [first, first + sentBytes]);
    const ranges = mergeRanges(before?.sent_ranges ?? [], sent);
    const firstAt = before?.first_at ?? transfers[0]!.at;
    // Once their time is over none is added; to remove those that are there, or to hold them for a dispute, is for retention.
    const marked = transfers.filter(({ at }) => at.getTime() < firstAt.getTime() + marksMs);
    const marks = new Set([...(before?.address_marks ?? []), ...marked.map(({ ipAddress }) => this.#mark(ipAddress))]);
    return {
      download_id: downloadId,
      first_at: firstAt,
      last_at: last.at,
      transfers: (before?.transfers ?? 0) + transfers.length,
      resumed: (before?.resumed ?? 0) + transfers.filter(({ first }) => first > 0).length,
      sent_bytes: (before?.sent_bytes ?? 0) + transfers.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
      sent_ranges: ranges,
      address_marks: [...marks].slice(0, maxAddressMarks),
      finished_at: before?.finished_at ?? (coversFile(ranges, last.sizeBytes) ? last.at : null),
    };
  }

  /** Tells addresses apart without storing them. */
  #mark(ipAddress: string): string {
    return createHmac('sha256', this.#markKey).update(`address ${ipAddress}`).digest('base64url').slice(0, 12);
  }
}
