import type { Manifest, SealedManifest } from '../../features/releases/manifest.ts';

/** A file that is to be published. */
export interface NewFile {
  platform: Manifest['platform'];
  version: string;
  fileName: string;
  sourcePath: string;
  sizeBytes: number;
  /** Whether the file may be linked instead of copied, where the store can. */
  mayLink: boolean;
  /** Told every piece of the file once, in order. */
  onChunk: (chunk: Buffer) => void;
}

/** Where the operator puts releases: a folder or a bucket. Nothing of a release can be seen before its last step. */
export interface ReleaseShelf {
  /** For people. */
  place: string;
  /** Text of every manifest, by a name for people. */
  manifests(): Promise<Map<string, string>>;
  /** Brings the file in, unseen. Rejects when the version is there already. */
  bring(file: NewFile): Promise<BroughtFile>;
  /** Puts a changed manifest in the place of the one of the same platform and version, in one step. */
  replace(manifest: SealedManifest, text: string): Promise<void>;
  /** The file of a release from its first byte to its last. */
  read(manifest: SealedManifest): Promise<AsyncIterable<Buffer>>;
}

export interface BroughtFile {
  /** What the store says of the file and the manifest has to hold. */
  facts: Pick<Manifest, 'storeKey' | 'storeEtag'>;
  /** The bytes once more, for what one pass cannot compute. */
  reread(): AsyncIterable<Buffer>;
  /** Makes it a release: the one step after which it can be seen. */
  publish(text: string): Promise<void>;
  /** Takes back what was brought. */
  discard(): Promise<void>;
}
