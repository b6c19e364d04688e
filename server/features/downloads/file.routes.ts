import type { FileHandle } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { maxTransfersPerLink } from '../../../shared/business/limits.ts';
import type { DownloadRecord } from '../../database/schema.ts';
import type { ByteRange } from '../../http/byte-range.ts';
import { decideFileAnswer } from '../../http/file-conditions.ts';
import { Problem } from '../../http/problem.ts';
import type { Releases } from '../releases/releases.ts';
import { requireValidLink } from './download-link.ts';
import { findDownload } from './downloads.queries.ts';
import type { DownloadsContext } from './downloads.ts';
import { TransferCount } from './transfer-count.ts';

/** Read ahead of the client for each download; together with the socket's buffer all that a download holds in memory. */
const readAheadBytes = 256 * 1024;

const binary = { content: { 'application/octet-stream': { schema: z.unknown() } } };

/** A link without its signature is not malformed, it is just not one of ours. */
const signedQuery = z.object({ expires: z.catch(z.string(), ''), signature: z.catch(z.string(), '') });

/** `GET` and `HEAD /downloads/{id}/{fileName}`: the file behind a signed link, resumable (RFC 9110). */
export function fileRoute(app: FastifyInstance, { config, database, clock, releases }: DownloadsContext): void {
  const transfers = new TransferCount(maxTransfersPerLink);
  app.withTypeProvider<ZodTypeProvider>().route({
    method: ['GET', 'HEAD'],
    url: '/downloads/:id/:fileName',
    schema: {
      summary: 'The file of a download, or a part of it',
      params: z.object({ id: z.uuid(), fileName: z.string() }),
      querystring: signedQuery,
      response: {
        200: { description: 'The file.', ...binary },
        206: { description: 'The part that `Range` asks for.', ...binary },
        304: { description: 'The client has the file.', ...binary },
      },
    },
    async handler(request, reply) {
      const { id, fileName } = request.params;
      requireValidLink(config.linkSecret, { downloadId: id, fileName, ...request.query }, clock());
      const download = await findDownload(database.kysely, id);
      if (!download) throw new Problem('not-found');
      const decision = decideFileAnswer(request, { etag: etagOf(download), sizeBytes: download.size_bytes });
      const isRead = decision !== 'not-modified' && request.method === 'GET';
      if (isRead) transfers.begin(id, reply.raw);
      const file = await openFile(releases, download);
      if (!isRead) await file.close();
      describeFile(reply, download);
      if (decision === 'not-modified') return reply.code(304).send();
      describePart(reply, decision, download.size_bytes);
      return isRead ? reply.send(readPart(file, decision, reply)) : reply.send();
    },
  });
}

async function openFile(releases: Releases, download: DownloadRecord): Promise<FileHandle> {
  try {
    return await releases.openFile(download);
  } catch (cause) {
    throw new Problem('service-unavailable', { detail: 'The file is not available at the moment.', cause });
  }
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

function readPart(file: FileHandle, { first, last }: ByteRange, reply: FastifyReply): NodeJS.ReadableStream {
  const stream = file.createReadStream({ start: first, end: last, highWaterMark: readAheadBytes });
  // A file cut off while it is read: the client must see a broken transfer, not wait for the rest.
  stream.once('end', () => {
    if (stream.bytesRead < last - first + 1) reply.raw.destroy();
  });
  return stream;
}
