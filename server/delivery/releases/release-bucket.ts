import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { Config } from '../../config/config.ts';
import { nameRelease, readManifest, type SealedManifest, type SealTrust, toStoredRelease } from './manifest.ts';
import { holdsFile, type ReleaseStore, type RemoteFile, type StoredRelease } from './release.ts';
import { type IndexCounter, readIndexText, requireIndexSignature, type SignedIndex } from './release-index.ts';

export type BucketSettings = NonNullable<Config['releases']['bucket']>;

/** The one object that says what is published: every manifest, as text. Written last, and replaced as a whole. */
export const indexKey = 'releases.json';

/** Where a file lies that releases share, by its SHA-256. */
export const sharedKey = (sha256: string): string => `files/${sha256}`;

/** How long a presigned address is valid; only the start of a transfer has to fall within it. */
const presignedSeconds = 15 * 60;

/** How long an index that was read counts as current. */
const indexLifeMs = 5_000;
const patienceMs = 10_000;

interface BucketFile {
  key: string;
  etag: string | undefined;
  fileName: string;
}

/** A bucket of an S3-compatible store, addressed by path, which every such store supports. */
export class Bucket {
  readonly #client: AwsClient;
  readonly #base: string;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey }: BucketSettings) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
    this.#base = `${endpoint}/${bucket}/`;
  }

  /** A signed request; `key` may carry a query. */
  request(key: string, init: RequestInit & { signal?: AbortSignal } = {}): Promise<Response> {
    return this.#client.fetch(this.#base + key, init as never);
  }

  /** An address that anybody can fetch for some minutes. The range is not signed, so any range may be requested. */
  async presign(key: string, fileName: string): Promise<string> {
    const url = new URL(this.#base + key);
    url.searchParams.set('X-Amz-Expires', String(presignedSeconds));
    url.searchParams.set('response-content-disposition', `attachment; filename="${fileName}"`);
    url.searchParams.set('response-content-type', 'application/octet-stream');
    return (await this.#client.sign(url.href, { method: 'GET', aws: { signQuery: true } })).url;
  }

  /** The current index and its entity tag. Without manifests while there is none. */
  async readIndex(): Promise<SignedIndex & { etag: string | undefined }> {
    const answer = await this.request(indexKey, { signal: AbortSignal.timeout(patienceMs) });
    if (answer.status === 404) {
      await answer.body?.cancel();
      return { counter: 0, manifests: [], etag: undefined };
    }
    if (!answer.ok) throw new Error(`The bucket answers ${answer.status} when asked for ${indexKey}.`);
    return { ...readIndexText(await answer.text()), etag: answer.headers.get('etag') ?? undefined };
  }
}

/**
 * Releases in a bucket, updated when the index changes. Where that cannot be read, the previous releases stay in use; a
 * release in it that cannot be used is skipped. Both are reported to `onFault` once.
 */
export async function openReleaseBucket(
  settings: BucketSettings,
  trust: SealTrust,
  counter: IndexCounter,
  onFault: (sentence: string) => void,
): Promise<ReleaseStore> {
  const bucket = new Bucket(settings);
  /** Files of each by their SHA-256. */
  let releases = new Map<StoredRelease, Map<string, BucketFile>>();
  let readAt = Number.NEGATIVE_INFINITY;
  /** What is wrong by the last look: sentences, by the name of a release, or by none for all of them. */
  let faults = new Map<string, string>();
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const next: typeof releases = new Map();
    const found = new Map<string, string>();
    const index = await bucket.readIndex();
    requireIndexSignature(index, trust);
    counter.requireNotBefore(index.counter);
    for (const text of index.manifests) {
      try {
        const manifest = readManifest(text, trust);
        next.set(toStoredRelease(manifest), listFiles(manifest));
      } catch (error) {
        const name = nameRelease(text);
        found.set(name, `The release ${name} in the bucket cannot be used: ${sentenceOf(error)}`);
      }
    }
    releases = next;
    counter.keep(index.counter);
    tell(found);
  }

  function tell(found: Map<string, string>): void {
    for (const [name, sentence] of found) if (faults.get(name) !== sentence) onFault(sentence);
    faults = found;
  }

  async function notice(): Promise<void> {
    if (performance.now() - readAt < indexLifeMs) return;
    reading ??= read()
      .catch((error: unknown) =>
        tell(new Map([['', `The releases in the bucket cannot be read: ${sentenceOf(error)}`]])),
      )
      .finally(() => {
        readAt = performance.now();
        reading = undefined;
      });
    await reading;
  }

  await notice();

  function describeFile({ key, etag, fileName }: BucketFile): RemoteFile {
    return {
      etag: etag ?? null,
      address: () => bucket.presign(key, fileName),
      async read({ first, last }, signal) {
        const headers = { range: `bytes=${first}-${last}`, ...(etag && { 'if-match': etag }) };
        const answer = await bucket.request(key, { headers, signal });
        if (answer.status === 206 && answer.body) return answer.body as ReadableStream<Uint8Array>;
        await answer.body?.cancel();
        throw new Error(`The bucket answers ${answer.status} when asked for ${key}.`);
      },
    };
  }

  return {
    async faults() {
      // A bucket may be slow to answer.
      void notice();
      return [...faults.keys()];
    },
    async list() {
      await notice();
      return [...releases.keys()];
    },
    async openFile({ platform, version }) {
      throw new Error(`Version ${version} for ${platform} lies in a bucket.`);
    },
    async findRemote(file) {
      await notice();
      const [, files] = [...releases].find(([release]) => holdsFile(release, file)) ?? [];
      const found = files?.get(file.sha256);
      if (!found) throw new Error(`Version ${file.version} for ${file.platform} is not in this bucket any more.`);
      return describeFile(found);
    },
  };
}

function listFiles(manifest: SealedManifest): Map<string, BucketFile> {
  const { storeKey, components = [] } = manifest;
  if (!storeKey) throw new Error('it names no file in the bucket.');
  const files = new Map<string, BucketFile>();
  const add = (sha256: string, key: string, fileName: string, etag: string | undefined) =>
    files.set(sha256, { key, etag, fileName });
  for (const { file, blockMap } of [manifest, ...components])
    if (blockMap) add(blockMap.sha256, sharedKey(blockMap.sha256), `${file}.blockmap`, blockMap.storeEtag);
  for (const { file, sha256, storeEtag } of components) add(sha256, sharedKey(sha256), file, storeEtag);
  add(manifest.sha256, storeKey, manifest.file, manifest.storeEtag);
  return files;
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
