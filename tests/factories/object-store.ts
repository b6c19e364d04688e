import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignatureV4 } from '@smithy/signature-v4';

const region = 'zrh';
const credentials = { accessKeyId: 'TESTKEY', secretAccessKey: 'test-secret-of-the-store' };

/** A store that speaks as much S3 as is used here, and only accepts what its vendor's own signer would have signed. */
export interface ObjectStore {
  /** As in the environment. */
  settings: Record<string, string>;
  objects: Map<string, Buffer>;
  /** Method, path and status of every request so far. */
  requests: string[];
  /** While set, cuts answers off after this many bytes. */
  fault: { cutAfterBytes?: number };
  /** The store's present time, in milliseconds from the real one. */
  time: { aheadMs: number };
  close(): Promise<void>;
}

const payloadHeader = 'x-amz-content-sha256';

/** The hash function that the vendor's signer needs, from Node. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = secret === undefined ? undefined : typeof secret === 'string' ? secret : toBuffer(secret);
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(typeof data === 'string' ? data : toBuffer(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

function toBuffer(data: ArrayBuffer | ArrayBufferView): Buffer {
  return ArrayBuffer.isView(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.from(data);
}

export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();
  const requests: string[] = [];
  const fault: ObjectStore['fault'] = {};
  const time = { aheadMs: 0 };
  const signer = new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const body = Buffer.concat(chunks);
    response.on('close', () => requests.push(`${request.method} ${url.pathname} ${response.statusCode}`));
    if (!(await isSigned(signer, request, url, Date.now() + time.aheadMs)))
      return fail(response, 403, 'SignatureDoesNotMatch');
    const stated = request.headers['x-amz-content-sha256'];
    if (/^[0-9a-f]{64}$/.test(String(stated)) && stated !== createHash('sha256').update(body).digest('hex'))
      return fail(response, 400, 'XAmzContentSHA256Mismatch');
    const key = decodeURIComponent(url.pathname.replace(/^\/releases\//, ''));
    const uploadId = url.searchParams.get('uploadId');
    if (request.method === 'POST' && url.searchParams.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, []);
      response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    } else if (request.method === 'PUT' && uploadId) {
      uploads.get(uploadId)![Number(url.searchParams.get('partNumber')) - 1] = body;
      response.setHeader('etag', etagOf(body)).end();
    } else if (request.method === 'POST' && uploadId) {
      objects.set(key, Buffer.concat(uploads.get(uploadId)!));
      uploads.delete(uploadId);
      response.end('<CompleteMultipartUploadResult/>');
    } else if (request.method === 'PUT') {
      const present = objects.get(key);
      const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
      if ((ifMatch && (!present || ifMatch !== etagOf(present))) || (ifNoneMatch === '*' && present))
        return fail(response, 412, 'PreconditionFailed');
      objects.set(key, body);
      response.setHeader('etag', etagOf(body)).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else sendObject(objects.get(key), url, request, response, fault);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      RELEASES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      RELEASES_S3_BUCKET: 'releases',
      RELEASES_S3_REGION: region,
      RELEASES_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      RELEASES_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    objects,
    requests,
    fault,
    time,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As S3 answers: single ranges, and its own entity tag; it does not know `If-Range`. */
function sendObject(
  object: Buffer | undefined,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  { cutAfterBytes }: ObjectStore['fault'],
): void {
  if (!object) {
    fail(response, 404, 'NoSuchKey');
    return;
  }
  const etag = etagOf(object);
  if (request.headers['if-match'] && request.headers['if-match'] !== etag) {
    fail(response, 412, 'PreconditionFailed');
    return;
  }
  const disposition = url.searchParams.get('response-content-disposition');
  if (disposition) response.setHeader('content-disposition', disposition);
  response.setHeader('etag', etag).setHeader('accept-ranges', 'bytes');
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const first = from ? Number(from) : to ? Math.max(0, object.length - Number(to)) : 0;
  const last = from && to ? Math.min(Number(to), object.length - 1) : object.length - 1;
  const bytes = object.subarray(first, last + 1);
  response.setHeader('content-length', bytes.length);
  if (from || to) response.writeHead(206, { 'content-range': `bytes ${first}-${last}/${object.length}` });

  if (request.method === 'HEAD') response.end();
  else if (cutAfterBytes === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, cutAfterBytes), () => response.destroy());
}

/** Signs the request again with the vendor's signer, as of its own date, and compares. */
async function isSigned(signer: SignatureV4, request: IncomingMessage, url: URL, nowMs: number): Promise<boolean> {
  const query = Object.fromEntries(url.searchParams);
  const presigned = 'X-Amz-Signature' in query;
  const date = parseDate(presigned ? query['X-Amz-Date'] : request.headers['x-amz-date']);
  if (Number.isNaN(date.getTime())) return false;
  const given = presigned
    ? query['X-Amz-Signature']
    : /Signature=([0-9a-f]{64})/.exec(request.headers.authorization ?? '')?.[1];
  const names = presigned
    ? query['X-Amz-SignedHeaders']
    : /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1];
  const headers = Object.fromEntries((names ?? '').split(';').map((name) => [name, String(request.headers[name])]));
  if (presigned) {
    if (nowMs > date.getTime() + Number(query['X-Amz-Expires']) * 1000) return false;
    for (const name of Object.keys(query))
      if (/^X-Amz-(Signature|Credential|Date|Expires|SignedHeaders|Algorithm)$/.test(name)) delete query[name];
  }
  const { protocol, hostname, port, pathname: path } = url;
  const unsigned = { method: request.method ?? '', protocol, hostname, port: Number(port), path, query, headers };
  if (presigned) {
    const expiresIn = Number(url.searchParams.get('X-Amz-Expires'));
    // Like the vendor's presigner for S3: the body is not part of it, and the header that says so is not sent.
    const unsent = new Set([payloadHeader]);
    const signed = await signer.presign(
      { ...unsigned, headers: { host: url.host, [payloadHeader]: 'UNSIGNED-PAYLOAD' } },
      { signingDate: date, expiresIn, unhoistableHeaders: unsent, unsignableHeaders: unsent },
    );
    return signed.query?.['X-Amz-Signature'] === given;
  }
  const signed = await signer.sign(unsigned, {
    signingDate: date,
    signableHeaders: new Set(Object.keys(headers)),
    unsignableHeaders: new Set(),
  });
  return signed.headers.authorization?.endsWith(`Signature=${given}`) ?? false;
}

function parseDate(text: unknown): Date {
  return new Date(String(text).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function etagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
}
