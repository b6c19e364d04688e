import { createHash, type Hash } from 'node:crypto';
import { ExplainedError } from '../explained-error.mjs';

/** Parts of this size can be checked and fetched again individually; a file of 28 GB has 418 of them. */
export const partSizeBytes = 64 * 1024 * 1024;

/** Everything that is published about the bytes of a file. */
export interface FileHashes {
  sizeBytes: number;
  /** Lower-case hexadecimal, like those of the parts. */
  sha256: string;
  partSha256: string[];
  /** Base64. */
  sha512: string;
  blake2b512: Buffer;
}

/** Takes the bytes of a file in order and hashes the whole and its parts in one pass. */
export class FileHasher {
  readonly #sha256 = createHash('sha256');
  readonly #sha512 = createHash('sha512');
  readonly #blake2b512 = createHash('blake2b512');
  readonly #parts: string[] = [];
  #part: Hash = createHash('sha256');
  #partBytes = 0;
  #sizeBytes = 0;

  update(chunk: Buffer): void {
    for (const hash of [this.#sha256, this.#sha512, this.#blake2b512]) hash.update(chunk);
    this.#sizeBytes += chunk.length;
    for (let rest = chunk; rest.length; ) {
      const taken = rest.subarray(0, partSizeBytes - this.#partBytes);
      this.#part.update(taken);
      this.#partBytes += taken.length;
      rest = rest.subarray(taken.length);
      if (this.#partBytes === partSizeBytes) this.#endPart();
    }
  }

  /** Call this once, at the end. */
  digest(): FileHashes {
    if (this.#partBytes) this.#endPart();
    return {
      sizeBytes: this.#sizeBytes,
      sha256: this.#sha256.digest('hex'),
      partSha256: this.#parts,
      sha512: this.#sha512.digest('base64'),
      blake2b512: this.#blake2b512.digest(),
    };
  }

  #endPart(): void {
    this.#parts.push(this.#part.digest('hex'));
    this.#part = createHash('sha256');
    this.#partBytes = 0;
  }
}

/** Takes the bytes of a file in order, and throws at their end unless they have this SHA-256. */
export function requireHash(file: string, sha256: string): { update: (chunk: Buffer) => void; end: () => void } {
  const hash = createHash('sha256');
  return {
    update: (chunk) => void hash.update(chunk),
    end() {
      if (hash.digest('hex') !== sha256) throw new ExplainedError(`${file} has changed while it was being published.`);
    },
  };
}
