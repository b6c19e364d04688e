/** How good a text is, each from 0 to 1. */
export interface Measures {
  /** Words to be changed, added or left out until it is the reference, as a share of the reference's words; 0 is best. */
  wordErrors: number;
  /** Content words of the reference that stand in it; 1 is best. */
  survival: number;
  /** Content words of it that were not said; 0 is best. */
  newWords: number;
  /** Numbers of the reference that stand in it, however they are grouped; undefined where there are none. */
  numbers: number | undefined;
  /** Whether it is in the language that was spoken; undefined where it is too short to tell. */
  isInLanguage: boolean | undefined;
}

const wordsOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu) ?? [];

/** Levenshtein distance in words, two rows at a time: texts of a thousand words are compared at once. */
export function measureWordErrors(reference: string, text: string): number {
  const [wanted, written] = [wordsOf(reference), wordsOf(text)];
  if (!wanted.length) return written.length ? 1 : 0;
  // What both begin and end with changes nothing, and is most of a long text.
  let start = 0;
  while (start < wanted.length && wanted[start] === written[start]) start += 1;
  let end = 0;
  const shorter = Math.min(wanted.length, written.length) - start;
  while (end < shorter && wanted.at(-1 - end) === written.at(-1 - end)) end += 1;
  const columns = written.slice(start, written.length - end);
  let above = Uint32Array.from({ length: columns.length + 1 }, (_, index) => index);
  let present = new Uint32Array(above.length);
  for (const [row, word] of wanted.slice(start, wanted.length - end).entries()) {
    present[0] = row + 1;
    for (let column = 0; column < columns.length; column += 1) {
      const changed = above[column]! + (word === columns[column] ? 0 : 1);
      present[column + 1] = Math.min(changed, above[column + 1]! + 1, present[column]! + 1);
    }
    [above, present] = [present, above];
  }
  return above.at(-1)! / wanted.length;
}

/** 1'200, 1.200, 1 200 and 1200 are one number. */
const numbersOf = (text: string) =>
  (text.normalize('NFKC').match(/\d(?:[\d.,:'’/\s-]*\d)?/g) ?? []).map((number) => number.replace(/\D/g, ''));

/** The share of the reference's numbers that stand in the text; one that was written in parts counts as well. */
export function measureNumbers(reference: string, text: string): number | undefined {
  const wanted = numbersOf(reference);
  if (!wanted.length) return undefined;
  const written = numbersOf(text).join(' ');
  return (
    wanted.filter((number) => ` ${written} `.includes(` ${number} `) || written.replaceAll(' ', '').includes(number))
      .length / wanted.length
  );
}
