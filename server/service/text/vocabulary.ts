/** Letters and digits alone, without accents: what a term sounds like, roughly. */
const reduce = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Of this share of a term's letters, as many may be heard wrongly. */
const toleratedShare = 0.34;

/** Of a longer term only this many words are looked for: each number of words takes a pass over the transcript. */
const maxWords = 6;

/** One or more words of the transcript, written together. */
interface Span {
  text: string;
  letters: number;
}

/**
 * Those of `terms` that resemble something in the transcript, and that are therefore needed to write it; the others never
 * leave this server. A term may have been heard as one word more or less than it has.
 */
export function findResembling(terms: readonly string[], transcript: string): string[] {
  const words = transcript.split(/\s+/).map(reduce).filter(Boolean);
  const spans = new Map<number, Span[]>();
  return terms.filter((term) => {
    const sought = term.trim().split(/\s+/).slice(0, maxWords);
    const wanted = reduce(sought.join(''));
    const letters = lettersOf(wanted);
    const count = sought.length;
    const tolerated = Math.floor(wanted.length * toleratedShare);
    for (let length = Math.max(1, count - 1); length <= count + 1; length++)
      for (const span of spansOf(words, length, spans))
        if (canResemble(letters, span.letters, tolerated) && isWithin(wanted, span.text, tolerated)) return true;
    return false;
  });
}

function spansOf(words: readonly string[], length: number, known: Map<number, Span[]>): Span[] {
  const found = known.get(length);
  if (found) return found;
  const texts = new Set(words.map((_, index) => words.slice(index, index + length).join('')));
  const spans = [...texts].map((text) => ({ text, letters: lettersOf(text) }));
  known.set(length, spans);
  return spans;
}

/** Which letters occur, one bit each (those of other alphabets share bits). */
function lettersOf(text: string): number {
  let bits = 0;
  for (let index = 0; index < text.length; index++) bits |= 1 << (text.charCodeAt(index) & 31);
  return bits;
}

/** Each change of a letter touches two bits at most: most spans are told apart without looking at them closely. */
function canResemble(one: number, other: number, tolerated: number): boolean {
  let different = one ^ other;
  let left = 2 * tolerated;
  while (different) {
    different &= different - 1;
    if (--left < 0) return false;
  }
  return true;
}

let row = new Uint8Array(128);
let next = new Uint8Array(128);

/**
 * Whether at most `tolerated` letters have to be added, left out or exchanged (Levenshtein), looking only at places that
 * are no further apart.
 */
function isWithin(one: string, other: string, tolerated: number): boolean {
  if (Math.abs(one.length - other.length) > tolerated || other.length >= row.length) return false;
  const tooMany = tolerated + 1;
  for (let j = 0; j <= other.length; j++) row[j] = Math.min(j, tooMany);
  for (let i = 1; i <= one.length; i++) {
    const from = Math.max(1, i - tolerated);
    const to = Math.min(other.length, i + tolerated);
    next[from - 1] = from === 1 ? Math.min(i, tooMany) : tooMany;
    let least = next[from - 1]!;
    for (let j = from; j <= to; j++) {
      const exchanged = row[j - 1]! + (one.charCodeAt(i - 1) === other.charCodeAt(j - 1) ? 0 : 1);
      const value = Math.min(exchanged, row[j]! + 1, next[j - 1]! + 1, tooMany);
      next[j] = value;
      if (value < least) least = value;
    }
    if (to < other.length) next[to + 1] = tooMany;
    if (least > tolerated) return false;
    [row, next] = [next, row];
  }
  return row[other.length]! <= tolerated;
}
