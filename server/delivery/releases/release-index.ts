import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { SealTrust } from './manifest.ts';
import { formatPublicKey, type SigningKey, signHash, verifyHash } from './minisign.ts';

/** What a bucket offers: every manifest, as text, and a number that grows with each change. */
const indexSchema = z.strictObject({
  counter: z.int().check(z.nonnegative()),
  manifests: z.array(z.string()),
  seal: z.optional(z.strictObject({ publicKey: z.string(), signature: z.string() })),
});
export type SignedIndex = z.infer<typeof indexSchema>;
type Index = Omit<SignedIndex, 'seal'>;

const indexComment = ({ counter }: Index) => `index ${counter}`;
const hashOf = ({ counter, manifests }: Index) =>
  createHash('blake2b512')
    .update(JSON.stringify([counter, manifests]))
    .digest();

/** The text of the index. Signed as a whole, so that a store can neither omit a release nor bring an old one back. */
export function signIndex(index: Index, key: SigningKey): string {
  const seal = { publicKey: formatPublicKey(key), signature: signHash(key, hashOf(index), indexComment(index)) };
  return JSON.stringify({ ...index, seal });
}

/** Throws when the text is not an index. */
export function readIndexText(text: string): SignedIndex {
  return z.parse(indexSchema, JSON.parse(text));
}

/** Throws a sentence unless the index is signed as `trust` requires; one without releases needs no signature. */
export function requireIndexSignature({ seal, ...index }: SignedIndex, trust: SealTrust): void {
  if (!seal) {
    if (trust.demandsSeal && index.counter > 0) throw new Error('The index of the bucket is not signed.');
    return;
  }
  if (trust.publicKeys.length && !trust.publicKeys.includes(seal.publicKey))
    throw new Error('The index of the bucket is signed with a key that RELEASES_PUBLIC_KEY does not name.');
  if (!verifyHash(seal.publicKey, hashOf(index), seal.signature, indexComment(index)))
    throw new Error('The index of the bucket is not as it was signed.');
}

/** Remembers the newest index that this server has seen. */
export interface IndexCounter {
  /** Throws a sentence when an index with this number is older than that. */
  requireNotBefore(counter: number): void;
  keep(counter: number): void;
}

/** Stored in the data folder: a restarted server still knows it, one with an empty folder trusts the first it sees. */
export function openIndexCounter(dataDir: string): IndexCounter {
  const file = path.join(dataDir, 'releases-index');
  let newest = fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, 'utf8'), 10) || 0 : 0;
  return {
    requireNotBefore(counter) {
      if (counter < newest)
        throw new Error(
          `The bucket shows its index number ${counter}, though number ${newest} has been seen: it was rolled back. ` +
            `If that is meant, delete ${file}.`,
        );
    },
    keep(counter) {
      if (counter === newest) return;
      newest = counter;
      fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      fs.writeFileSync(`${file}.${process.pid}`, String(counter), { mode: 0o600, flush: true });
      fs.renameSync(`${file}.${process.pid}`, file);
    },
  };
}
