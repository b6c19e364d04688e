/** Bytes of a file that were sent: pairs of the first byte and the one after the last, disjoint and in order. */
export type SentRanges = [first: number, end: number][];

/** Further pieces are forgotten: no honest client fetches a file in more pieces at a time. */
const maxRanges = 1000;

/** The union of both. */
export function mergeRanges(one: SentRanges, other: SentRanges): SentRanges {
  const merged: SentRanges = [];
  for (const [first, end] of [...one, ...other].toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && first <= last[1]) last[1] = Math.max(last[1], end);
    else if (end > first) merged.push([first, end]);
  }
  return merged.slice(0, maxRanges);
}

/** True when every byte of a file of this size has been sent. */
export function coversFile([range, ...others]: SentRanges, sizeBytes: number): boolean {
  return others.length === 0 && range !== undefined && range[0] === 0 && range[1] >= sizeBytes;
}
