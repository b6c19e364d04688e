import { areForms, pairedLoosely, unpaired } from './align.ts';
import { type Item, isContentWord } from './items.ts';
import type { Comparison } from './sides.ts';
import { tokenize } from './tokens.ts';

/** Shares of letters that may be other ones: a word that was heard wrongly, and a term of the vocabulary. */
const mostChanged = { word: 0.3, term: 0.75 } as const;
/** So many said words may be one that was meant, not further away than this; no longer word is mended. */
const reach = { words: 4, distance: 24, letters: 40 } as const;

/** The words of the user's vocabulary, and each of its terms as one word. */
export function vocabularyOf({ request, tongue }: Comparison): { words: Set<string>; joined: Set<string> } {
  const terms = (request.vocabulary ?? []).map((term) => tokenize(term, tongue.code).map(({ word }) => word));
  return { words: new Set(terms.flat()), joined: new Set(terms.map((words) => words.join(''))) };
}

/** Pairs words that were heard wrongly with those that were meant. Dates and negations are never mended. */
export function mendWords(comparison: Comparison): void {
  const { said, written, tongue } = comparison;
  const { words, joined } = vocabularyOf(comparison);
  for (const [index, item] of written.items.entries()) {
    if (written.partners[index] !== unpaired || item.atom !== undefined) continue;
    if (item.kind === 'negation' || item.kind === 'date') continue;
    const { word } = item.token;
    const isTerm = words.has(word) || joined.has(word);
    if ((!isContentWord(item) && !isTerm) || word.length > reach.letters) continue;
    const heard = findClosest(comparison, index);
    if (!heard) continue;
    const soundsAlike = soundOf(heard.word) === soundOf(word);
    // In German, every noun has a capital letter.
    const isName = item.token.isName && tongue.code !== 'de';
    const isAlike = isName ? soundsAlike : heard.share <= mostChanged.word || (heard.word.length > 3 && soundsAlike);
    if (isTerm ? heard.share > mostChanged.term : !isAlike) continue;
    said.partners.fill(pairedLoosely, heard.from, heard.to);
    written.partners[index] = pairedLoosely;
  }
}

/** The unpaired words at the place of a written one that have the most letters in common with it. */
function findClosest({ said, written }: Comparison, index: number) {
  const { word } = written.items[index]!.token;
  let before = -1;
  for (let at = index - 1; at >= 0 && before < 0; at--) before = Math.max(-1, written.partners[at]!);
  const next = written.partners.subarray(index + 1).find((partner) => partner >= 0);
  const end = Math.min(next ?? said.items.length, before + reach.distance);
  const after = next ?? said.items.length;
  let best: { from: number; to: number; word: string; share: number } | undefined;
  for (let from = before + 1; from < end; from++) {
    let heard = '';
    for (let to = from + 1; to <= Math.min(after, from + reach.words); to++) {
      if (said.partners[to - 1] !== unpaired) break;
      heard += said.items[to - 1]!.token.word;
      if (heard.length > reach.letters) break;
      const longest = Math.max(heard.length, word.length);
      // Lengths alone say that it cannot be closer.
      if (best && Math.abs(heard.length - word.length) / longest >= best.share) continue;
      const share = distance(heard, word) / longest;
      if (!best || share < best.share) best = { from, to, word: heard, share };
    }
  }
  return best;
}

/** How many letters have to be changed, put in or taken out. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1), row[j]! + 1, next[j - 1]! + 1));
    row = next;
  }
  return row[other.length]!;
}

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
  for (const [index, item] of written.items.entries()) {
    if (written.partners[index] !== unpaired || !mayMove(item)) continue;
    const candidates = byBeginning.get(item.key.slice(0, 3)) ?? [];
    const at = candidates.findIndex((other) => areForms(said.items[other]!.key, item.key));
    if (at < 0) continue;
    said.partners[candidates[at]!] = pairedLoosely;
    written.partners[index] = pairedLoosely;
    candidates.splice(at, 1);
  }
}
