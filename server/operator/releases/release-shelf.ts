import { type Manifest, readManifest, type SealedManifest, type SealTrust } from '../../delivery/releases/manifest.ts';

/** A file about to be published. */
export interface NewFile {
  platform: Manifest['platform'];
  version: string;
  fileName: string;
  sourcePath: string;
  sizeBytes: number;
  /** Whether the file may be linked instead of copied, where the store can. */
  mayLink: boolean;
  /** Receives every piece of the file once, in order. */
  onChunk: (chunk: Buffer) => void;
}

/** A file that is stored once under its hash, however many releases have it. */
interface FileToShare {
  sourcePath: string;
  sizeBytes: number;
  sha256: string;
}

/** Where the operator puts releases: a folder or a bucket. Nothing of a release is visible before its last step. */
export interface ReleaseShelf {
  /** A description for people. */
  place: string;
  /** Text of every manifest, by a name for people; or why it cannot be read. */
  manifests(): Promise<Map<string, string | Error>>;
  /** Brings the file in, invisibly. Rejects when the version already exists. */
  bring(file: NewFile): Promise<BroughtFile>;
  /** Replaces the manifest of the same platform and version with a changed one, in one step. */
  replace(manifest: SealedManifest, text: string): Promise<void>;
  /**
   * Stores a file that releases share, unless it is there, and returns what the manifest must contain of it. Rejects when its content
   * is no longer what was hashed. It is of no release before a manifest names it.
   */
  share(file: FileToShare): Promise<Pick<Manifest, 'storeEtag'>>;
  /** The file of a release from its first byte to its last. */
  read(manifest: SealedManifest): Promise<AsyncIterable<Buffer>>;
  /** A file that releases share, by its SHA-256. */
  readShared(sha256: string): Promise<AsyncIterable<Buffer>>;
}

export interface BroughtFile {
  /** Details of the file that the manifest must contain. */
  facts: Pick<Manifest, 'storeKey' | 'storeEtag'>;
  /** Reads the bytes once more, for what one pass cannot compute. */
  reread(): AsyncIterable<Buffer>;
  /** Turns it into a release: the one step after which it is visible. */
  publish(text: string): Promise<void>;
  /** Removes what was brought in. */
  discard(): Promise<void>;
}

/** One of the shelf, by its name for people. */
interface ShelvedRelease {
  name: string;
  /** What cannot be read has the reason instead. */
  manifest?: SealedManifest;
  fault?: string;
}

/** Those that can be read. */
export const readManifests = (shelved: readonly ShelvedRelease[]): SealedManifest[] =>
  shelved.flatMap(({ manifest }) => manifest ?? []);

/** Every release of the shelf, also those that the server skips. */
export async function readShelf(shelf: Pick<ReleaseShelf, 'manifests'>, trust: SealTrust): Promise<ShelvedRelease[]> {
  return [...(await shelf.manifests())].map(([name, text]) => {
    try {
      if (text instanceof Error) throw text;
      return { name, manifest: readManifest(text, trust) };
    } catch (error) {
      return { name, fault: error instanceof Error ? error.message : String(error) };
    }
  });
}
