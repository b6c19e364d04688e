/** The bytes from `first` to `last`, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Reads a `Range` header for something of `sizeBytes` (RFC 9110, section 14). Undefined means the whole file: for no
 * header, an unknown unit, a malformed range and several ranges, all of which a server may ignore.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!from && !to) return undefined;
  if (!from) {
    const suffixBytes = Math.min(Number(to), sizeBytes);
    return suffixBytes ? { first: sizeBytes - suffixBytes, last: sizeBytes - 1 } : 'unsatisfiable';
  }
  const first = Number(from);
  if (to && Number(to) < first) return undefined;
  if (first >= sizeBytes) return 'unsatisfiable';
  return { first, last: to ? Math.min(Number(to), sizeBytes - 1) : sizeBytes - 1 };
}
