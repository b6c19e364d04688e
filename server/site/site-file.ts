import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentEncoding } from '../http/content-encoding.ts';

/** By file name extension: media type, and whether compression makes it smaller. */
const mediaTypes: Record<string, { type: string; compressible: boolean }> = {
  '.avif': { type: 'image/avif', compressible: false },
  '.css': { type: 'text/css; charset=utf-8', compressible: true },
  '.html': { type: 'text/html; charset=utf-8', compressible: true },
  '.ico': { type: 'image/x-icon', compressible: false },
  '.jpg': { type: 'image/jpeg', compressible: false },
  '.js': { type: 'text/javascript; charset=utf-8', compressible: true },
  '.json': { type: 'application/json', compressible: true },
  '.md': { type: 'text/markdown; charset=utf-8', compressible: true },
  '.mp4': { type: 'video/mp4', compressible: false },
  '.pdf': { type: 'application/pdf', compressible: false },
  '.png': { type: 'image/png', compressible: false },
  '.svg': { type: 'image/svg+xml', compressible: true },
  '.txt': { type: 'text/plain; charset=utf-8', compressible: true },
  '.vtt': { type: 'text/vtt; charset=utf-8', compressible: true },
  '.webm': { type: 'video/webm', compressible: false },
  '.webmanifest': { type: 'application/manifest+json', compressible: true },
  '.webp': { type: 'image/webp', compressible: false },
  '.woff2': { type: 'font/woff2', compressible: false },
  '.xml': { type: 'application/xml; charset=utf-8', compressible: true },
};

/** Good enough to be worth waiting for once: about 10 ms for a page, a few percent above the best. */
export const brotliQuality = 9;

/** A body that is ready to be sent. */
export interface Representation {
  body: Buffer;
  encoding: ContentEncoding;
  /** Strong, and different for each encoding (RFC 9110, section 8.8.3.3). */
  etag: string;
}

/** A file of the site, held in memory. Compressed ahead of time, or on first request and then cached. */
export class SiteFile implements ServedFile {
  readonly mediaType: string;
  readonly isCompressible: boolean;
  readonly #plain: Buffer;
  readonly #hash: string;
  readonly #encoded = new Map<ContentEncoding, Promise<Buffer>>();

  /** `fileName` decides the media type. Throws on an unknown extension. */
  constructor(fileName: string, plain: Buffer, ready: { br?: Buffer; gzip?: Buffer } = {}) {
    const extension = path.extname(fileName);
    const media = mediaTypes[extension];
    if (!media) throw new Error(`No media type is known for "${extension}" of ${fileName}.`);
    this.mediaType = media.type;
    this.isCompressible = media.compressible;
    this.#plain = plain;
    this.#hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    this.#encoded.set('identity', Promise.resolve(plain));
    if (ready.br) this.#encoded.set('br', Promise.resolve(ready.br));
    if (ready.gzip) this.#encoded.set('gzip', Promise.resolve(ready.gzip));
  }

  /** The same at any time. */
  at(): SiteFile {
    return this;
  }

  /** In the `wanted` encoding if the file is compressible, otherwise unchanged. */
  async represent(wanted: ContentEncoding): Promise<Representation> {
    const encoding = this.isCompressible ? wanted : 'identity';
    let body = this.#encoded.get(encoding);
    if (!body) {
      body = compress(this.#plain, encoding);
      this.#encoded.set(encoding, body);
    }
    return { body: await body, encoding, etag: `"${this.#hash}${encoding === 'identity' ? '' : `-${encoding}`}"` };
  }
}

function compress(plain: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'br')
    return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
  return promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION });
}

/** A file whose content depends on the time at which it is asked for. */
export interface ServedFile {
  /** As served at `now`. */
  at(now: Date): SiteFile;
}
