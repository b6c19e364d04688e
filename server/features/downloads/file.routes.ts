import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { routePatterns } from '../../../shared/api-paths.ts';
import {
  maxTransfers,
  maxTransfersPerAccount,
  maxTransfersPerAddress,
  maxTransfersPerLink,
} from '../../../shared/business/transfer-limits.ts';
import type { Locale } from '../../../shared/locales.ts';
import type { ByteRange } from '../../http/byte-range.ts';
import { sendError } from '../../http/error-answers.ts';
import { decideFileAnswer } from '../../http/file-conditions.ts';
import { Problem } from '../../http/problem.ts';
import { requireActiveAccount } from '../accounts/accounts.ts';
import type { RemoteFile } from '../releases/releases.ts';
import { requireValidLink } from './download-link.ts';
import { DownloadProgressLog } from './download-progress.ts';
import { findDownload } from './downloads.queries.ts';
import type { DownloadRecord } from './downloads.tables.ts';
import type { DownloadsContext } from './downloads.ts';
import { sendProblemPage } from './problem-page.ts';
import { PartSender } from './send-part.ts';
import { TransferCount, type TransferShare } from './transfer-count.ts';

/** What may be between a bucket and the client: read, and not sent. */
const readAheadBytes = 256 * 1024;

const binary = { content: { 'application/octet-stream': { schema: z.unknown() } } };

/** A link without its signature is not malformed, it is just not one of ours. */
const signedQuery = z.object({ expires: z.catch(z.string(), ''), signature: z.catch(z.string(), '') });

/** What is known of a request whose link is good. */
interface FileTransfer {
  request: FastifyRequest;
  reply: FastifyReply;
  download: DownloadRecord;
}

/**
 * `GET` and `HEAD /downloads/{id}/{fileName}`: the file behind a signed link, resumable (RFC 9110). From a bucket it comes
 * by a redirect to an address that is signed anew each time; what the bucket could not decide goes through this server.
 */
export function fileRoute(app: FastifyInstance, context: DownloadsContext): void {
  const { config, database, clock, releases, problemTexts } = context;
  const transfers = new TransferCount(maxTransfers);
  const sender = new PartSender();
  const progress = new DownloadProgressLog(database, config.linkSecret, (error) =>
    app.log.error({ err: error }, 'the progress of a download cannot be written'),
  );
  app.addHook('onClose', () => {
    transfers.close();
    return progress.write();
  });
  const localeOf = new WeakMap<FastifyRequest, Locale>();

  async function requireDownload(request: FastifyRequest, link: Parameters<typeof requireValidLink>[1]) {
    requireValidLink([config.linkSecret, ...config.formerLinkSecrets], link, clock());
    const download = await findDownload(database.kysely, link.downloadId);
    if (!download) throw new Problem('not-found');
    localeOf.set(request, download.locale);
    await requireActiveAccount(database.kysely, download.account_id);
    if ((await releases.findWithdrawn([download])).size > 0) throw new Problem('release-withdrawn');
    return download;
  }

  function sharesOf({ request, download }: FileTransfer): TransferShare[] {
    const { rateLimitFactor } = config;
    return [
      { whose: 'link', id: download.id, max: maxTransfersPerLink },
      { whose: 'account', id: download.account_id, max: maxTransfersPerAccount * rateLimitFactor },
      { whose: 'address', id: normalizeIP(request.ip ?? ''), max: maxTransfersPerAddress * rateLimitFactor },
    ];
  }

  /** Adds what was sent to the download's progress once the answer is done or broken off. */
  function logSent({ request, reply, download }: FileTransfer, { first }: ByteRange, countSent: () => number): void {
    reply.raw.once('close', () =>
      progress.add({
        downloadId: download.id,
        sizeBytes: download.size_bytes,
        first,
        sentBytes: countSent(),
        ipAddress: request.ip,
        at: clock(),
      }),
    );
  }

  async function sendFromDisk(transfer: FileTransfer): Promise<FastifyReply> {
    const { request, reply, download } = transfer;
    const decision = decideFileAnswer(request, { etag: etagOf(download), sizeBytes: download.size_bytes });
    const isRead = decision !== 'not-modified' && request.method === 'GET';
    if (isRead) transfers.begin(sharesOf(transfer), reply.raw);
    const file = await sender.handleFile(() => releases.openFile(download)).catch(unavailable);
    try {
      describeFile(reply, download);
      if (decision === 'not-modified') return reply.code(304).send();
      describePart(reply, decision, download.size_bytes);
      if (!isRead) return reply.send();
      reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
      reply.hijack();
      let sentBytes = 0;
      logSent(transfer, decision, () => sentBytes);
      await sender.send(file, decision, reply.raw, (bytes) => {
        sentBytes += bytes;
      });
      return reply;
    } finally {
      // What cannot be closed has been sent all the same.
      await sender.handleFile(() => file.close()).catch(() => {});
    }
  }

  async function sendFromBucket(transfer: FileTransfer, file: RemoteFile): Promise<FastifyReply> {
    const { request, reply, download } = transfer;
    const known = { etag: etagOf(download), otherEtag: file.etag, sizeBytes: download.size_bytes };
    const decision = decideFileAnswer(request, known);
    if (decision === 'not-modified' || request.method === 'HEAD') {
      describeFile(reply, download);
      if (decision === 'not-modified') return reply.code(304).send();
      describePart(reply, decision, download.size_bytes);
      return reply.send();
    }
    const isRangeClear = request.headers.range === undefined || decision.isPartial;
    if (isRangeClear && canBucketDecide(request.headers, file.etag)) {
      logSent(transfer, decision, () => 0);
      const address = await file.address().catch(unavailable);
      return reply.code(302).headers({ location: address, 'cache-control': 'no-store' }).send();
    }
    transfers.begin(sharesOf(transfer), reply.raw);
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    if (reply.raw.destroyed) left.abort();
    const body = await file.read(decision, left.signal).catch(unavailable);
    describeFile(reply, download);
    describePart(reply, decision, download.size_bytes);
    let bytes = 0;
    const stream = Readable.fromWeb(body).on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    stream.pause();
    logSent(transfer, decision, () => countSent(bytes, decision, reply));
    return reply.send(stream);
  }

  app.withTypeProvider<ZodTypeProvider>().route({
    method: ['GET', 'HEAD'],
    url: routePatterns.downloadFile,
    schema: {
      summary: 'The file of a download, or a part of it',
      params: z.object({ id: z.uuid(), fileName: z.string() }),
      querystring: signedQuery,
      response: {
        200: { description: 'The file.', ...binary },
        206: { description: 'The part that `Range` asks for.', ...binary },
        302: { description: 'Where the file lies in a store of its own; signed anew for each request.', ...binary },
        304: { description: 'The client has the file.', ...binary },
      },
    },
    errorHandler: (error, request, reply) =>
      sendProblemPage(problemTexts, config.siteOrigin, { error, locale: localeOf.get(request) }, request, reply) ??
      sendError(error, request, reply),
    async handler(request, reply) {
      const { id, fileName } = request.params;
      const download = await requireDownload(request, { downloadId: id, fileName, ...request.query });
      const remote = await releases.findRemote(download).catch(unavailable);
      const transfer = { request, reply, download };
      return remote ? sendFromBucket(transfer, remote) : sendFromDisk(transfer);
    },
  });
}

function unavailable(cause: unknown): never {
  throw new Problem('service-unavailable', { detail: 'The file is not available at the moment.', cause });
}

/** A bucket knows our tag of the content as little as it knows `If-Range`; its own tag says the same to both. */
function canBucketDecide(headers: IncomingHttpHeaders, bucketEtag: string | null): boolean {
  return (['if-match', 'if-none-match', 'if-range'] as const).every(
    (name) => headers[name] === undefined || headers[name] === bucketEtag,
  );
}

/** What has left this machine; of an answer that was broken off rather too little than too much. */
function countSent(readBytes: number, { first, last }: ByteRange, { raw }: FastifyReply): number {
  if (raw.writableFinished) return last - first + 1;
  return Math.max(0, readBytes - Math.max(readAheadBytes, raw.writableLength));
}

/** The hash of the content: the same bytes always have the same tag, on every server and after every restart. */
function etagOf(download: DownloadRecord): string {
  return `"sha256-${download.sha256}"`;
}

function describeFile(reply: FastifyReply, download: DownloadRecord): void {
  reply.headers({
    etag: etagOf(download),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-transform',
    // The store admits only names that need no further quoting (RFC 6266).
    'content-disposition': `attachment; filename="${download.file_name}"`,
    'repr-digest': `sha-256=:${Buffer.from(download.sha256, 'hex').toString('base64')}:`,
  });
}

function describePart(reply: FastifyReply, part: ByteRange & { isPartial: boolean }, sizeBytes: number): void {
  reply.code(part.isPartial ? 206 : 200).headers({
    'content-type': 'application/octet-stream',
    'content-length': part.last - part.first + 1,
    ...(part.isPartial && { 'content-range': `bytes ${part.first}-${part.last}/${sizeBytes}` }),
  });
}
