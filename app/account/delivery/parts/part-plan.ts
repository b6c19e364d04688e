/** A piece of a file that is fetched and verified on its own. */
export interface Part {
  index: number;
  /** Offset of its first byte. */
  first: number;
  lengthBytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

/** What a release's manifest says about its file. */
interface HashedFile {
  sizeBytes: number;
  parts: { sizeBytes: number; sha256: readonly string[] };
}

/** The parts of a file, in order. Throws `RangeError` when the hashes cannot belong to a file of this size. */
export function planParts({ sizeBytes, parts }: HashedFile): Part[] {
  if (!(sizeBytes > 0 && parts.sizeBytes > 0) || parts.sha256.length !== Math.ceil(sizeBytes / parts.sizeBytes))
    throw new RangeError(`${parts.sha256.length} hashes of ${parts.sizeBytes} bytes are not those of ${sizeBytes}.`);
  return parts.sha256.map((sha256, index) => {
    const first = index * parts.sizeBytes;
    return { index, first, lengthBytes: Math.min(parts.sizeBytes, sizeBytes - first), sha256 };
  });
}
