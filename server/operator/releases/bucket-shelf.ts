import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { OperatorMistake } from '../../contract/command.ts';
import { nameRelease } from '../../delivery/releases/manifest.ts';
import { formatPublicKey, type SigningKey } from '../../delivery/releases/minisign.ts';
import { Bucket, type BucketSettings, indexKey, sharedKey } from '../../delivery/releases/release-bucket.ts';
import { requireIndexSignature, type SignedIndex, signIndex } from '../../delivery/releases/release-index.ts';
import { sha256Hex } from '../../sha256.ts';
import { ExplainedError } from '../explained-error.mjs';
import { partSizeBytes, requireHash } from './file-hash.ts';
import type { NewFile, ReleaseShelf } from './release-shelf.ts';

/** Divides the size of a part. */
const chunkBytes = 4 * 1024 * 1024;

/**
 * Releases in a bucket. A file is uploaded in parts under a provisional name, and becomes visible once the index names
 * it. `publicKeys` are those whose index is believed beside that of `key`.
 */
export function openBucketShelf(
  settings: BucketSettings,
  publicKeys: readonly string[],
  key?: SigningKey,
): ReleaseShelf {
  const bucket = new Bucket(settings);

  /** Replaces the index that was read: if somebody else has changed it meanwhile, nothing happens. */
  async function writeIndex(change: (manifests: string[]) => string[]): Promise<void> {
    if (!key) throw new Error('The index of a bucket is only written by who can sign it.');
    const { etag, ...index } = await bucket.readIndex();
    requireOurs(index, [...publicKeys, formatPublicKey(key)]);
    const { manifests, counter } = index;
    const answer = await bucket.request(indexKey, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...(etag ? { 'if-match': etag } : { 'if-none-match': '*' }) },
      body: signIndex({ counter: counter + 1, manifests: change(manifests) }, key),
    });
    if (answer.status === 412)
      throw new ExplainedError('Somebody else has changed the releases meanwhile. Nothing was published; try again.');
    await requireOk(answer, `writing ${indexKey}`);
  }

  return {
    place: `${settings.endpoint}/${settings.bucket}`,
    async manifests() {
      const { manifests } = await bucket.readIndex();
      return new Map(manifests.map((text) => [nameRelease(text), text]));
    },
    async bring(file) {
      const name = `${file.platform}-${file.version}`;
      const { manifests } = await bucket.readIndex();
      if (manifests.some((text) => nameRelease(text) === name))
        throw new OperatorMistake(`Version ${file.version} for ${file.platform} is published already.`);
      const storeKey = `${name}/${randomUUID()}/${file.fileName}`;
      const facts = { storeKey, storeEtag: await upload(bucket, storeKey, file) };
      return {
        facts,
        // What people will get, rather than what the source contains by now.
        reread: () => readUploaded(bucket, facts),
        publish: (text) =>
          writeIndex((present) => {
            if (present.some((each) => nameRelease(each) === name))
              throw new OperatorMistake(`Version ${file.version} for ${file.platform} is published already.`);
            return [...present, text];
          }),
        async discard() {
          await bucket.request(facts.storeKey, { method: 'DELETE' });
        },
      };
    },
    async replace(manifest, text) {
      const name = `${manifest.platform}-${manifest.version}`;
      await writeIndex((present) => present.map((each) => (nameRelease(each) === name ? text : each)));
    },
    async share({ sourcePath, sizeBytes, sha256 }) {
      const key = sharedKey(sha256);
      const present = await bucket.request(key, { method: 'HEAD' });
      if (present.ok && Number(present.headers.get('content-length')) === sizeBytes)
        return { storeEtag: present.headers.get('etag') ?? '' };
      if (!present.ok && present.status !== 404) await requireOk(present, `asking for ${key}`);
      const { update, end } = requireHash(sourcePath, sha256);
      return { storeEtag: await upload(bucket, key, { sourcePath, sizeBytes, onChunk: update, onEnd: end }) };
    },
    async readShared(sha256) {
      const key = sharedKey(sha256);
      return readBuffers(await requireOk(await bucket.request(key), `reading ${key}`));
    },
    async read(manifest) {
      const key = manifest.storeKey ?? '';
      return readBuffers(await requireOk(await bucket.request(key), `reading ${key}`));
    },
  };
}

/** Or whoever can write to the bucket could leave releases out, or bring old ones back, and have that signed. */
function requireOurs(index: SignedIndex, publicKeys: readonly string[]): void {
  try {
    requireIndexSignature(index, { publicKeys, demandsSeal: true });
  } catch (error) {
    const { message } = error as Error;
    throw new ExplainedError(`${message} Nothing was changed: put ${indexKey} back as it was before.`);
  }
}

type FileToUpload = Pick<NewFile, 'sourcePath' | 'sizeBytes' | 'onChunk'> & {
  /** Throws when what was read must not be stored. */
  onEnd?: () => void;
};

/**
 * Uploads the file in parts, reading it once, and returns the tag that the bucket gives it. An interrupted upload is never visible; a
 * rule of the bucket removes its remains.
 */
async function upload(bucket: Bucket, storeKey: string, file: FileToUpload): Promise<string> {
  const begun = await requireOk(await bucket.request(`${storeKey}?uploads`, { method: 'POST' }), 'beginning an upload');
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(await begun.text())?.[1];
  if (!uploadId) throw new ExplainedError('The bucket has begun no upload.');
  const query = `uploadId=${encodeURIComponent(uploadId)}`;
  try {
    const etags: string[] = [];
    for await (const part of readParts(file)) {
      const sha256 = sha256Hex(part);
      const number = etags.length + 1;
      const answer = await bucket.request(`${storeKey}?partNumber=${number}&${query}`, {
        method: 'PUT',
        // The store refuses a part that was altered on its way.
        headers: { 'x-amz-content-sha256': sha256 },
        body: new Uint8Array(part),
      });
      await requireOk(answer, `uploading part ${number}`);
      etags.push(answer.headers.get('etag') ?? '');
    }
    file.onEnd?.();
    const parts = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const ended = await requireOk(await bucket.request(`${storeKey}?${query}`, { method: 'POST', body }), 'uploading');
    // Late errors arrive inside an answer that started as a success.
    if (!(await ended.text()).includes('CompleteMultipartUploadResult'))
      throw new ExplainedError('The bucket has not put the uploaded parts together.');
  } catch (error) {
    await bucket.request(`${storeKey}?${query}`, { method: 'DELETE' }).catch(() => {});
    throw error;
  }
  const head = await requireOk(await bucket.request(storeKey, { method: 'HEAD' }), `asking for ${storeKey}`);
  const size = Number(head.headers.get('content-length'));
  if (size !== file.sizeBytes) throw new ExplainedError(`The bucket holds ${size} bytes, not ${file.sizeBytes}.`);
  return head.headers.get('etag') ?? '';
}

/** Parts of the size that is published: up to 10,000 are allowed, and all but the last must be equally large. */
async function* readParts({ sourcePath, sizeBytes, onChunk }: FileToUpload): AsyncGenerator<Buffer> {
  const part = Buffer.alloc(Math.min(partSizeBytes, sizeBytes));
  let filled = 0;
  for await (const chunk of createReadStream(sourcePath, { highWaterMark: chunkBytes })) {
    onChunk(chunk);
    // A part's size is a multiple of a chunk's, so no chunk spans two parts.
    (chunk as Buffer).copy(part, filled);
    filled += chunk.length;
    if (filled < partSizeBytes) continue;
    yield part;
    filled = 0;
  }
  if (filled) yield part.subarray(0, filled);
}

async function* readUploaded(bucket: Bucket, { storeKey, storeEtag }: { storeKey: string; storeEtag: string }) {
  const headers = { 'if-match': storeEtag };
  yield* readBuffers(await requireOk(await bucket.request(storeKey, { headers }), `reading ${storeKey}`));
}

async function* readBuffers(answer: Response): AsyncGenerator<Buffer> {
  for await (const chunk of answer.body ?? []) yield Buffer.from(chunk);
}

/** Throws, quoting the store, when it refuses. */
async function requireOk(answer: Response, doing: string): Promise<Response> {
  if (answer.ok) return answer;
  const code = /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1];
  throw new ExplainedError(`The bucket answers ${answer.status}${code ? ` (${code})` : ''} at ${doing}.`);
}
