import { unpaired } from './align.ts';
import { type Item, isContentWord } from './items.ts';
import { type Comparison, isAlone, isContent, partnerBefore, type Side } from './sides.ts';

/** Items of one side from one to before another, of which those without a partner are meant. */
export interface Run {
  from: number;
  to: number;
}

/** So many words with a partner may stand in a run, if they carry little. */
const longestGap = 3;

/** The run that begins at a word without a partner. */
export function runFrom(side: Side, from: number, endsAt: (item: Item) => boolean): Run {
  let to = from;
  for (let at = from; at < side.items.length && at - to < longestGap; at++) {
    if (isAlone(side, at)) to = at + 1;
    else if (endsAt(side.items[at]!)) break;
  }
  return { from, to };
}

/** The content words without a partner on the other side, at the place of a run. */
export function countOpposite({ isToned, said, written }: Comparison, of: 'said' | 'written', run: Run): number {
  const [own, other] = of === 'said' ? [said, written] : [written, said];
  const counts = (item: Item) => (of === 'said' ? isContentWord(item) : isContent(said, item));
  const isCounted = (at: number) => isAlone(other, at) && counts(other.items[at]!);
  const [begin, end] = isToned ? between(own, other, run) : rightAfter(own, other, run);
  let count = 0;
  for (let at = begin; at < end; at++) if (isCounted(at)) count += 1;
  return count;
}

/** From the partner of the last content word before the run to that of the first one after it. */
function between(own: Side, other: Side, { from, to }: Run): [number, number] {
  const isAnchor = (at: number) => own.partners[at]! >= 0 && isContentWord(own.items[at]!);
  let [left, right] = [from - 1, to];
  while (left >= 0 && !isAnchor(left)) left -= 1;
  while (right < own.items.length && !isAnchor(right)) right += 1;
  return [left < 0 ? 0 : own.partners[left]! + 1, right < own.items.length ? own.partners[right]! : other.items.length];
}

/** What follows the partner of the word before the run, up to the next word with one. */
function rightAfter(own: Side, other: Side, { from }: Run): [number, number] {
  const begin = partnerBefore(own, from) + 1;
  let end = begin;
  while (end < other.items.length && other.partners[end]! < 0) end += 1;
  return [begin, end];
}

/** "no … nada", "non … niente": one of two is enough. */
export function isDoubled(code: string, { items, partners }: Side, at: number): boolean {
  if (!['es', 'it', 'pt', 'fr'].includes(code)) return false;
  return items
    .slice(Math.max(0, at - 4), at + 5)
    .some(
      ({ key, token }, index) =>
        key === '¬' && partners[Math.max(0, at - 4) + index] !== unpaired && token.word !== items[at]!.token.word,
    );
}

/** A French "ne" that stands alone says nothing. */
export const isNeAlone = (code: string, { token }: Item): boolean => code === 'fr' && token.word === 'ne';

/** Whether one of the words beside it is on both sides. */
export function isKeptAround({ items, partners }: Side, at: number): boolean {
  const begin = Math.max(0, at - 3);
  return items
    .slice(begin, at + 4)
    .some(
      (item, index) =>
        begin + index !== at && isContentWord(item) && item.key !== '¬' && partners[begin + index] !== unpaired,
    );
}
