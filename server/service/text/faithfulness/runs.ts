import { unpaired } from './align.ts';
import { type Item, isContentWord } from './items.ts';
import { type Comparison, isAlone, isContent, type Side } from './sides.ts';

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
export function countOpposite(comparison: Comparison, of: 'said' | 'written', run: Run): number {
  const { isToned, said, written } = comparison;
  const [own, other] = of === 'said' ? [said, written] : [written, said];
  const [around, there] = [surroundingsOf(comparison, own), surroundingsOf(comparison, other)];
  const [begin, end] = isToned ? between(around, run) : rightAfter(around, run, there);
  return Math.max(0, there.alone[end]! - there.alone[begin]!);
}

/** From the partner of the last content word before the run to that of the first one after it. */
const between = ({ anchorBefore, anchorAfter }: Surroundings, { from, to }: Run) =>
  [anchorBefore[from]! + 1, anchorAfter[to]!] as const;

/** What follows the partner of the word before the run, up to the next word with one. */
function rightAfter({ before }: Surroundings, { from }: Run, { next }: Surroundings): readonly [number, number] {
  const begin = before[from]! + 1;
  return [begin, next[begin]!];
}

/** What stands before and after each item of a side, found once: a run may lie among thousands of words without a partner. */
interface Surroundings {
  /** The partner of the last item before it that has one, or -1. */
  before: Int32Array;
  /** The first one from it on that has a partner. */
  next: Int32Array;
  /** The partner of the last content word before it, and of the first one from it on; one from outside where there is none. */
  anchorBefore: Int32Array;
  anchorAfter: Int32Array;
  /** How many that something depends on have no partner before it. */
  alone: Int32Array;
}

const known = new WeakMap<Side, Surroundings>();

function surroundingsOf({ said, written }: Comparison, side: Side): Surroundings {
  const found = known.get(side);
  if (found) return found;
  const { items, partners } = side;
  const { length } = items;
  const [before, next, anchorBefore, anchorAfter, alone] = Array.from(
    { length: 5 },
    () => new Int32Array(length + 1),
  ) as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
  const counts = (item: Item) => (side === said ? isContent(said, item) : isContentWord(item));
  const isAnchor = (at: number) => partners[at]! >= 0 && isContentWord(items[at]!);
  before[0] = -1;
  anchorBefore[0] = -1;
  for (let at = 0; at < length; at++) {
    before[at + 1] = partners[at]! >= 0 ? partners[at]! : before[at]!;
    anchorBefore[at + 1] = isAnchor(at) ? partners[at]! : anchorBefore[at]!;
    alone[at + 1] = alone[at]! + (isAlone(side, at) && counts(items[at]!) ? 1 : 0);
  }
  next[length] = length;
  anchorAfter[length] = (side === said ? written : said).items.length;
  for (let at = length - 1; at >= 0; at--) {
    next[at] = partners[at]! >= 0 ? at : next[at + 1]!;
    anchorAfter[at] = isAnchor(at) ? partners[at]! : anchorAfter[at + 1]!;
  }
  const surroundings = { before, next, anchorBefore, anchorAfter, alone };
  known.set(side, surroundings);
  return surroundings;
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
