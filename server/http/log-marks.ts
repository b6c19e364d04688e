import { createHmac } from 'node:crypto';

/** Of each, enough for some minutes; then they are computed anew. */
const keptMarks = 5_000;

/** Of these many characters two marks of a day are not the same by chance. */
const markLength = 12;

export type Mark = (what: 'address' | 'user', value: string) => string;

/**
 * Makes keyed marks, by which lines of the log belong together and which name nobody: whoever has not got the key cannot
 * tell an address or a user from one, nor try them all.
 */
export function createMark(key: Buffer): Mark {
  const kept = { address: new Map<string, string>(), user: new Map<string, string>() };
  return (what, value) => {
    const marks = kept[what];
    const known = marks.get(value);
    if (known !== undefined) return known;
    if (marks.size >= keptMarks) marks.clear();
    const mark = createHmac('sha256', key).update(`log ${what} ${value}`).digest('base64url').slice(0, markLength);
    marks.set(value, mark);
    return mark;
  };
}
