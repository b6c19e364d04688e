import type { Atom } from './atoms.ts';
import { alone } from './match-values.ts';
import type { Token } from './tokens.ts';
import { matchPhrase, type Phrases, type Tongue } from './tongue.ts';

/** A word of one side, as the other is compared with it. */
export interface Item {
  token: Token;
  /** What it is compared by. */
  key: string;
  weight: number;
  kind: 'word' | 'value' | 'negation' | 'unit' | 'date' | 'filler' | 'marker' | 'mark';
  /** Of a value: which. */
  atom?: number;
  /** Takes back all that was said. */
  isRestart?: true;
  /** A negation that is also what one says to correct oneself. */
  isBoth?: true;
  /** A hesitation rather than a correction. */
  isSoft?: true;
}

const negationKey = '¬';
export const weights = { content: 3, light: 1, none: 0 } as const;
export const isContentWord = ({ weight }: Item): boolean => weight === weights.content;

/** The most parts of a compound, and its fewest letters. */
const compound = { parts: 5, minLetters: 5 } as const;

/** Words that stand apart here and together there, made one. */
export function joinCompounds(tokens: readonly Token[], others: ReadonlySet<string>): Token[] {
  if (!others.size) return [...tokens];
  const longest = [...others].reduce((most, { length }) => Math.max(most, length), 0);
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const first = tokens[at]!;
    let taken = 1;
    let { word } = first;
    let text = word;
    for (let count = 2; count <= compound.parts && at + count <= tokens.length; count++) {
      if (text.length >= longest) break;
      text += tokens[at + count - 1]!.word;
      if (text.length < compound.minLetters || !others.has(text)) continue;
      taken = count;
      word = text;
    }
    const place = { from: first.place.from, to: tokens[at + taken - 1]!.place.to };
    joined.push(taken > 1 ? { ...first, word, place, isDigits: false } : first);
    at += taken;
  }
  return joined;
}

/** What each word is to the check. Only what was said has markers and spoken marks. */
export function toItems(tokens: readonly Token[], atoms: readonly Atom[], tongue: Tongue, isSaid: boolean): Item[] {
  const items: Item[] = [];
  let next = 0;
  const find = (at: number, phrases: Phrases, isAsked = true) => (isAsked ? matchPhrase(tokens, at, phrases) : 0);
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!;
    const restart = find(at, tongue.restarts, isSaid);
    const marker = restart || find(at, tongue.markers, isSaid);
    const filler = find(at, tongue.fillers);
    const mark = find(at, tongue.marks, isSaid);
    const length = Math.max(marker, filler, mark);
    while (next < atoms.length && atoms[next]!.from < at) next += 1;
    const atom = atoms[next]?.from === at ? next : undefined;
    if (atom !== undefined && length <= 1) {
      for (const { to } = atoms[atom]!; at < to; at++)
        items.push({ token: tokens[at]!, key: '#', weight: 1, kind: 'value', atom });
    } else if (length === 1 && marker && tongue.negations.has(token.word)) {
      items.push({ token, key: negationKey, weight: weights.content, kind: 'negation', isBoth: true });
      at += 1;
    } else if (length) {
      const kind = marker && marker >= Math.max(filler, mark) ? 'marker' : filler >= mark ? 'filler' : 'mark';
      const isSoft = marker > 0 && !restart && isHesitation(tokens, at, marker, tongue);
      for (const each of tokens.slice(at, at + length))
        items.push({
          token: each,
          key: tongue.negations.has(each.word) ? negationKey : each.word,
          weight: isSaid ? weights.none : weights.light,
          kind,
          ...(restart && { isRestart: true }),
          ...(isSoft && { isSoft: true }),
        });
      at += length;
    } else {
      items.push(toItem(token, tongue));
      at += 1;
    }
  }
  return items;
}

function toItem(token: Token, tongue: Tongue): Item {
  const { word, raw } = token;
  const unit = tongue.units.get(word) ?? tongue.units.get(raw);
  if (unit) return { token, key: `=${unit}`, weight: weights.none, kind: 'unit' };
  if (tongue.negations.has(word)) return { token, key: negationKey, weight: weights.content, kind: 'negation' };
  if (tongue.dates.has(word)) return { token, key: word, weight: weights.content, kind: 'date' };
  const isLight = word.length < 3 || tongue.stops.has(word);
  return { token, key: word, weight: isLight ? weights.light : weights.content, kind: 'word' };
}

/** Words that correct only sometimes. */
const softWords = new Set(
  'just well actually rather hauptsachlich doch enfin plutot meme facciamo meglio ripeto eller eh oh ah um uh er erm aeh euh ø øh'.split(
    ' ',
  ),
);

function isHesitation(tokens: readonly Token[], at: number, length: number, tongue: Tongue): boolean {
  const isSoft = tokens.slice(at, at + length).every(({ word }) => softWords.has(word));
  return isSoft || matchPhrase(tokens, at, tongue.fillers) === length;
}

/** Makes a value that is on both sides an anchor like a word. */
export function keyValues(
  items: readonly Item[],
  atoms: readonly Atom[],
  match: readonly number[],
  side: string,
): void {
  for (const item of items) {
    if (item.atom === undefined) continue;
    const group = match[item.atom]!;
    item.key = group === alone ? `#${side}${item.atom}` : `#${group}`;
    item.weight = group === alone || atoms[item.atom]!.isWeak ? weights.none : weights.content;
  }
}
