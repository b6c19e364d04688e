import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { normalizeIP } from '@fastify/rate-limit';
import {
  maxFilesSentPerDay,
  maxTransfers,
  maxTransfersPerAccount,
  maxTransfersPerAddress,
  maxTransfersPerLink,
} from '../../../shared/business/download-limits.ts';
import type { ByteRange } from '../../http/byte-range.ts';
import { decideFileAnswer } from '../../http/file-conditions.ts';
import { Problem } from '../../http/problem.ts';
import type { RemoteFile } from '../releases/releases.ts';
import { ByteBudget } from './byte-budget.ts';
import { DownloadProgressLog } from './download-progress.ts';
import type { DownloadRecord } from './downloads.tables.ts';
import type { DownloadsContext } from './downloads.ts';
import { PartSender } from './send-part.ts';
import { TransferCount, type TransferShare } from './transfer-count.ts';

/** How much may be read from a bucket but not yet sent to the client. */
const readAheadBytes = 256 * 1024;

/** A request for a file, and the connection on which it is answered. */
export interface FileRequest {
  request: { method: string; headers: IncomingHttpHeaders; ip: string };
  connection: ServerResponse;
}

/** How to answer a request for a file. */
export interface FileAnswer {
  status: 200 | 206 | 302 | 304;
  headers: OutgoingHttpHeaders;
  /** None for an answer without a body; from disk, a function that writes to the connection once the head is out. */
  body?: Readable | (() => Promise<void>);
}

/** Answers requests for a download's file, on this machine or in a bucket (RFC 9110). */
export class Transfers {
  readonly #context: DownloadsContext;
  readonly #count = new TransferCount(maxTransfers);
  readonly #sentByServer = new ByteBudget();
  readonly #sentByBucket = new ByteBudget();
  readonly #sender = new PartSender();
  readonly #progress: DownloadProgressLog;

  /** Progress that cannot be written is reported to `onError` and breaks no answer. */
  constructor(context: DownloadsContext, onError: (error: unknown) => void) {
    this.#context = context;
    this.#progress = new DownloadProgressLog(context.database, context.config.linkSecret, onError);
  }

  /** Stops counting, and writes the known progress of downloads. */
  close(): Promise<void> {
    this.#count.close();
    return this.#progress.write();
  }

  /** Throws a `Problem` when a limit, a condition or an unavailable store prevents it. */
  async answer(asked: FileRequest, download: DownloadRecord): Promise<FileAnswer> {
    const remote = await this.#context.releases.findRemote(download).catch(unavailable);
    return remote ? this.#fromBucket(asked, download, remote) : this.#fromDisk(asked, download);
  }

  async #fromDisk(asked: FileRequest, download: DownloadRecord): Promise<FileAnswer> {
    const { request, connection } = asked;
    const decision = decideFileAnswer(request, { etag: etagOf(download), sizeBytes: download.size_bytes });
    const isRead = decision !== 'not-modified' && request.method === 'GET';
    if (isRead) this.#begin(asked, download);
    const file = await this.#sender.handleFile(() => this.#context.releases.openFile(download)).catch(unavailable);
    // Even if it cannot be closed, everything has been sent.
    const close = () => this.#sender.handleFile(() => file.close()).catch(() => {});
    if (!isRead) {
      await close();
      return decision === 'not-modified' ? unchanged(download) : headOf(download, decision);
    }
    let sentBytes = 0;
    this.#logSent(asked, download, decision, () => sentBytes);
    const count = (bytes: number) => {
      sentBytes += bytes;
      this.#sentByServer.spend(download.id, bytes, this.#context.clock());
    };
    return {
      ...headOf(download, decision),
      body: () => this.#sender.send(file, decision, connection, count).finally(close),
    };
  }

  /** By redirecting to an address that is signed anew each time; what the bucket cannot decide passes through here. */
  async #fromBucket(asked: FileRequest, download: DownloadRecord, file: RemoteFile): Promise<FileAnswer> {
    const { request, connection } = asked;
    const known = { etag: etagOf(download), otherEtag: file.etag, sizeBytes: download.size_bytes };
    const decision = decideFileAnswer(request, known);
    if (decision === 'not-modified') return unchanged(download);
    if (request.method === 'HEAD') return headOf(download, decision);
    const isRangeClear = request.headers.range === undefined || decision.isPartial;
    if (isRangeClear && canBucketDecide(request.headers, file.etag)) {
      const now = this.#context.clock();
      this.#sentByBucket.require(download.id, this.#allowance(download, maxFilesSentPerDay.byBucket), now);
      this.#sentByBucket.spend(download.id, decision.last - decision.first + 1, now);
      this.#logSent(asked, download, decision, () => 0);
      const location = await file.address().catch(unavailable);
      return { status: 302, headers: { location, 'cache-control': 'no-store' } };
    }
    this.#begin(asked, download);
    const left = new AbortController();
    connection.once('close', () => left.abort());
    if (connection.destroyed) left.abort();
    let bytes = 0;
    const body = Readable.fromWeb(await file.read(decision, left.signal).catch(unavailable));
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      this.#sentByServer.spend(download.id, chunk.length, this.#context.clock());
    });
    body.pause();
    this.#logSent(asked, download, decision, () => countSent(bytes, decision, connection));
    return { ...headOf(download, decision), body };
  }

  /** Throws a `Problem` when the limit of transfers or of bytes is reached. */
  #begin({ request, connection }: FileRequest, download: DownloadRecord): void {
    const { rateLimitFactor } = this.#context.config;
    const allowed = this.#allowance(download, maxFilesSentPerDay.byServer);
    this.#sentByServer.require(download.id, allowed, this.#context.clock());
    const shares: TransferShare[] = [
      { whose: 'link', id: download.id, max: maxTransfersPerLink },
      { whose: 'account', id: download.account_id, max: maxTransfersPerAccount * rateLimitFactor },
      { whose: 'address', id: normalizeIP(request.ip ?? ''), max: maxTransfersPerAddress * rateLimitFactor },
    ];
    this.#count.begin(shares, connection);
  }

  #allowance({ size_bytes }: DownloadRecord, files: number): number {
    return files * size_bytes * this.#context.config.rateLimitFactor;
  }

  /** Adds what was sent to the download's progress once the answer is done or broken off. */
  #logSent(
    { request, connection }: FileRequest,
    download: DownloadRecord,
    { first }: ByteRange,
    countSent: () => number,
  ): void {
    connection.once('close', () =>
      this.#progress.add({
        downloadId: download.id,
        sizeBytes: download.size_bytes,
        first,
        sentBytes: countSent(),
        ipAddress: request.ip,
        at: this.#context.clock(),
      }),
    );
  }
}

function unavailable(cause: unknown): never {
  throw new Problem('service-unavailable', { detail: 'The file is not available at the moment.', cause });
}

/**
 * A bucket knows neither our tag of the content nor `If-Range`; its own tag serves both purposes. A range that comes with a token is
 * of electron-updater, which fetches what has changed of a file: it would send both to wherever it was redirected.
 */
function canBucketDecide(headers: IncomingHttpHeaders, bucketEtag: string | null): boolean {
  if (headers.range !== undefined && headers.authorization !== undefined) return false;
  return (['if-match', 'if-none-match', 'if-range'] as const).every(
    (name) => headers[name] === undefined || headers[name] === bucketEtag,
  );
}

/** What has left this machine; for an answer that was broken off, rather too little than too much. */
function countSent(readBytes: number, { first, last }: ByteRange, connection: ServerResponse): number {
  if (connection.writableFinished) return last - first + 1;
  return Math.max(0, readBytes - Math.max(readAheadBytes, connection.writableLength));
}

/** The hash of the content: the same bytes always have the same tag, on every server and after every restart. */
function etagOf(download: DownloadRecord): string {
  return `"sha256-${download.sha256}"`;
}

function unchanged(download: DownloadRecord): FileAnswer {
  return {
    status: 304,
    headers: {
      etag: etagOf(download),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-transform',
      // The store only accepts names that need no further quoting (RFC 6266).
      'content-disposition': `attachment; filename="${download.file_name}"`,
      'repr-digest': `sha-256=:${Buffer.from(download.sha256, 'hex').toString('base64')}:`,
    },
  };
}

function headOf(download: DownloadRecord, { first, last, isPartial }: ByteRange & { isPartial: boolean }): FileAnswer {
  return {
    status: isPartial ? 206 : 200,
    headers: {
      ...unchanged(download).headers,
      'content-type': 'application/octet-stream',
      'content-length': last - first + 1,
      ...(isPartial && { 'content-range': `bytes ${first}-${last}/${download.size_bytes}` }),
    },
  };
}
