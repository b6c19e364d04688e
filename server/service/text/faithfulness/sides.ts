import type { TextRequest } from '../../../../shared/api/text.ts';
import type { TextOperation } from '../../../../shared/business/text-service.ts';
import { type Partners, unpaired } from './align.ts';
import type { Atom } from './atoms.ts';
import { type Item, isContentWord } from './items.ts';
import { join, type Place, type Token } from './tokens.ts';
import type { Tongue } from './tongue.ts';

/** What was said, or what was written of it. */
export interface Side {
  text: string;
  tokens: readonly Token[];
  atoms: readonly Atom[];
  /** Of each atom, which group of both sides is the same value. */
  match: number[];
  items: readonly Item[];
  /** Of each item, the index of its partner. */
  partners: Partners;
}

/** Both texts, word by word. */
export interface Comparison {
  operation: TextOperation;
  request: TextRequest;
  tongue: Tongue;
  /** Words may be replaced by others. */
  isToned: boolean;
  said: Side;
  written: Side;
  /** All words that were said. */
  saidWords: ReadonlySet<string>;
  /** The share of content words that stayed, before any is mended. */
  keptShare: number;
}

/** Whether something depends on the item: a word with a meaning, or a number that is certainly one. */
export function isContent({ atoms }: Side, item: Item): boolean {
  return isContentWord(item) || (item.atom !== undefined && !atoms[item.atom]!.isWeak);
}

export const isAlone = ({ partners }: Side, index: number): boolean => partners[index] === unpaired;

/** Where the items from one to before another stand in their text. */
export function placeOf({ items }: Side, from: number, to: number): Place {
  const [first, last] = [items[Math.max(0, from)]!, items[Math.min(items.length, to) - 1]!];
  return join(first.token.place, last.token.place);
}

/** The partner of the last item before `index` that has one; -1 where there is none. */
export function partnerBefore({ partners }: Side, index: number): number {
  for (let at = index - 1; at >= 0; at--) if (partners[at]! >= 0) return partners[at]!;
  return -1;
}
