import { createHmac } from 'node:crypto';

/** Enough for the addresses and users of some minutes; then they are computed anew. */
const keptMarks = 5_000;

/** Of these many characters two marks of a day are not the same by chance. */
const markLength = 12;

export type Mark = (what: 'address' | 'user', value: string) => string;

/**
 * Makes keyed marks, by which lines of the log belong together and which name nobody: whoever has not got the key cannot
 * tell an address or a user from one, nor try them all.
 */
export function createMark(key: Buffer): Mark {
  const kept = new Map<string, string>();
  return (what, value) => {
    const text = `log ${what} ${value}`;
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= keptMarks) kept.clear();
    const mark = createHmac('sha256', key).update(text).digest('base64url').slice(0, markLength);
    kept.set(text, mark);
    return mark;
  };
}
