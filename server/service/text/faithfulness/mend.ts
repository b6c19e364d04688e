import { areForms, pairedLoosely, unpaired } from './align.ts';
import { type Item, isContentWord } from './items.ts';
import type { Comparison, Side } from './sides.ts';
import { tokenize } from './tokens.ts';

/** Shares of letters that may be other ones: a word that was heard wrongly, and a term of the vocabulary. */
const mostChanged = { word: 0.3, term: 0.75 } as const;
/** So many said words may be one that was meant, not further away than this; no longer word is mended. */
const reach = { words: 4, distance: 24, letters: 40 } as const;
/** So many pairs of letters are compared in one text, and so many pairs of words: what is left is not mended. */
const mostCompared = { letters: 2_000_000, words: 200_000 } as const;

/** The words of the user's vocabulary, and each of its terms as one word. */
export function vocabularyOf({ request, tongue }: Comparison): { words: Set<string>; joined: Set<string> } {
  const terms = (request.vocabulary ?? []).map((term) => tokenize(term, tongue.code).map(({ word }) => word));
  return { words: new Set(terms.flat()), joined: new Set(terms.map((words) => words.join(''))) };
}

/** Pairs words that were heard wrongly with those that were meant. Dates and negations are never mended. */
export function mendWords(comparison: Comparison): void {
  const { said, written, tongue } = comparison;
  const { words, joined } = vocabularyOf(comparison);
  const after = partnersAfter(written, said.items.length);
  let before = -1;
  let lettersLeft: number = mostCompared.letters;
  for (const [index, item] of written.items.entries()) {
    before = Math.max(before, written.partners[index]!);
    if (written.partners[index] !== unpaired || item.atom !== undefined || lettersLeft < 0) continue;
    if (item.kind === 'negation' || item.kind === 'date') continue;
    const { word } = item.token;
    const isTerm = words.has(word) || joined.has(word);
    if ((!isContentWord(item) && !isTerm) || word.length > reach.letters) continue;
    const heard = findClosest(said, word, before, after[index]!);
    lettersLeft -= heard.letters;
    if (heard.to === 0) continue;
    const soundsAlike = soundOf(heard.word) === soundOf(word);
    // In German, every noun has a capital letter.
    const isName = item.token.isName && tongue.code !== 'de';
    const isAlike = isName ? soundsAlike : heard.share <= mostChanged.word || (heard.word.length > 3 && soundsAlike);
    if (isTerm ? heard.share > mostChanged.term : !isAlike) continue;
    said.partners.fill(pairedLoosely, heard.from, heard.to);
    written.partners[index] = pairedLoosely;
  }
}

/** Of each written item, the partner of the next one that has one; what is after all that was said where none has. */
function partnersAfter({ partners }: Side, length: number): Int32Array {
  const after = new Int32Array(partners.length).fill(length);
  for (let at = partners.length - 2; at >= 0; at--)
    after[at] = partners[at + 1]! >= 0 ? partners[at + 1]! : after[at + 1]!;
  return after;
}

/** The unpaired words between two places that have the most letters in common with a written one; none where `to` is 0. */
function findClosest(said: Side, word: string, before: number, after: number) {
  const end = Math.min(after, before + reach.distance);
  const best = { from: 0, to: 0, word: '', share: Number.POSITIVE_INFINITY, letters: 0 };
  for (let from = before + 1; from < end; from++) {
    let heard = '';
    for (let to = from + 1; to <= Math.min(after, from + reach.words); to++) {
      if (said.partners[to - 1] !== unpaired) break;
      heard += said.items[to - 1]!.token.word;
      if (heard.length > reach.letters) break;
      const longest = Math.max(heard.length, word.length);
      // Lengths alone say that it cannot be closer.
      if (Math.abs(heard.length - word.length) / longest >= best.share) continue;
      const share = distance(heard, word) / longest;
      best.letters += heard.length * word.length;
      if (share < best.share) Object.assign(best, { from, to, word: heard, share });
    }
  }
  return best;
}

/** How many letters have to be changed, put in or taken out. */
function distance(one: string, other: string): number {
  for (let j = 0; j <= other.length; j++) row[j] = j;
  for (let i = 1; i <= one.length; i++) {
    next[0] = i;
    for (let j = 1; j <= other.length; j++) {
      const exchanged = row[j - 1]! + (one.charCodeAt(i - 1) === other.charCodeAt(j - 1) ? 0 : 1);
      next[j] = Math.min(exchanged, row[j]! + 1, next[j - 1]! + 1);
    }
    [row, next] = [next, row];
  }
  return row[other.length]!;
}

let row = new Uint8Array(reach.letters + 1);
let next = new Uint8Array(reach.letters + 1);

/** What a name sounds like, roughly. */
const soundOf = (word: string) =>
  word
    .replace(/ph/g, 'f')
    .replace(/th/g, 't')
    .replace(/dt$/, 't')
    .replace(/ck|c|q|kh|ch/g, 'k')
    .replace(/y|ie|j/g, 'i')
    .replace(/v|w/g, 'f')
    .replace(/z|ss|s/g, 's')
    .replace(/h/g, '')
    .replace(/(.)\1/g, '$1')
    .replace(/e$/, '');

/** Pairs words that stand elsewhere in the other text. */
export function pairMovedWords({ said, written }: Comparison): void {
  const mayMove = ({ atom, kind }: Item) => atom === undefined && kind !== 'negation';
  const left = said.items.flatMap((item, index) => (said.partners[index] === unpaired && mayMove(item) ? [index] : []));
  const byBeginning = Map.groupBy(left, (index) => said.items[index]!.key.slice(0, 3));
  let wordsLeft: number = mostCompared.words;
  for (const [index, item] of written.items.entries()) {
    if (written.partners[index] !== unpaired || !mayMove(item)) continue;
    const candidates = byBeginning.get(item.key.slice(0, 3)) ?? [];
    wordsLeft -= candidates.length;
    if (wordsLeft < 0) break;
    const at = candidates.findIndex((other) => areForms(said.items[other]!.key, item.key));
    if (at < 0) continue;
    said.partners[candidates[at]!] = pairedLoosely;
    written.partners[index] = pairedLoosely;
    candidates.splice(at, 1);
  }
}
