import type { FileHandle } from 'node:fs/promises';
import type { ReadableStream } from 'node:stream/web';
import type { ReleaseNotes } from '../../../shared/api/releases.ts';
import type { Platform } from '../../../shared/business/product.ts';
import type { ByteRange } from '../../http/byte-range.ts';

/** A file of a release. */
export interface StoredFile {
  fileName: string;
  sizeBytes: number;
  /** Lower-case hexadecimal, like those of the parts. */
  sha256: string;
  parts: { sizeBytes: number; sha256: string[] };
  /** Base64, as electron-updater compares it. */
  sha512: string | null;
  /** Minisign signature of the file. */
  signature: string | null;
  /** Ed25519 signature of the file in base64, as Sparkle checks it. */
  sparkleSignature: string | null;
  /** What electron-updater reads to fetch only what has changed. */
  blockMap: SharedFile | null;
}

/** A file that is stored once under its hash, however many releases have it. */
interface SharedFile {
  sizeBytes: number;
  sha256: string;
}

/** What an installed app consists of: `app` itself, which update programs fetch, and what it fetches by itself. */
interface Component extends StoredFile {
  name: string;
}

/** The component that update programs fetch. */
export const appComponent = 'app';

/** A release whose file, the whole installer, can be downloaded. */
export interface StoredRelease extends StoredFile {
  platform: Platform;
  version: string;
  /** Empty for a release that is nothing but its installer. */
  components: Component[];
  /** The key that signed the release, as minisign writes it. */
  publicKey: string | null;
  minimumSystem: string | null;
  notes: ReleaseNotes | null;
  publishedAt: Date;
  /** Since when it can no longer be downloaded. */
  withdrawnAt: Date | null;
  /** Since when it is offered to nobody, though whoever has begun to fetch it can go on. */
  pausedAt: Date | null;
  /** To how many of a hundred apps it is offered; null for all. */
  stagingPercentage: number | null;
}

/** A file in a store of its own, which delivers it directly. */
export interface RemoteFile {
  /** The store's tag of this content, with its quotes; null where it is unknown. */
  etag: string | null;
  /** An address that is valid for some minutes; a new one each time. */
  address(): Promise<string>;
  /** These bytes, passed through this server. Rejects when the store does not have them. */
  read(range: ByteRange, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
}

/** Where releases are kept. */
export interface ReleaseStore {
  list(): Promise<StoredRelease[]>;
  /** Names of those that cannot be used, as far as it is known at once; an empty name stands for all of them. */
  faults(): Promise<string[]>;
  /** Opens the file for reading; rejects when it is missing or not the one that was published. */
  openFile(file: ReleaseFile): Promise<FileHandle>;
  /** Only for a store that delivers files directly. Rejects when it has no such file. */
  findRemote?(file: ReleaseFile): Promise<RemoteFile>;
}

/** What update programs are offered: the app alone where it is a component, otherwise the whole installer. */
export const updateFileOf = (release: StoredRelease): StoredFile =>
  release.components.find(({ name }) => name === appComponent) ?? release;

/** Those of its files that are stored under their hash. */
export const sharedFilesOf = ({ blockMap, components }: StoredRelease): (SharedFile & { fileName?: string })[] =>
  [blockMap, ...components.flatMap((each) => [each, each.blockMap])].flatMap((each) => each ?? []);

/** Whether the file with this hash is one of the release's. */
export const holdsFile = (release: StoredRelease, { platform, version, sha256 }: ReleaseFile): boolean =>
  release.platform === platform &&
  release.version === version &&
  [release, ...sharedFilesOf(release)].some((each) => each.sha256 === sha256);

/** Identifies one file among all that were ever issued. */
export type ReleaseFile = Pick<StoredRelease, 'platform' | 'version' | 'sha256'>;
