import { createHmac } from 'node:crypto';

/** Enough of each kind for some minutes; after that they are computed anew. */
const keptMarks = 5_000;

/** With this many characters, two marks of one day do not collide by chance. */
const markLength = 12;

export type Mark = (what: 'address' | 'user', value: string) => string;

/**
 * Makes keyed marks that show which log lines belong together and name nobody: without the key, nobody can derive an
 * address or a user from one, or try them all.
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
