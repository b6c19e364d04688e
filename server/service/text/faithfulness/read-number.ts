import type { Morph, NumberLists } from './number-words.ts';

/** A morph, and which token it stands in. */
export interface PlacedMorph extends Morph {
  token: number;
}

export interface ReadNumber {
  value: number;
  /** The morph after it. */
  next: number;
  /** Has millions, which are often written as a word. */
  isScaled: boolean;
}

/** The largest number that the morphs from `start` on can be, if they are one. */
export function readNumber(morphs: readonly PlacedMorph[], start: number, lists: NumberLists): ReadNumber | undefined {
  let total = 0;
  let current = 0;
  let hasAny = false;
  let isScaled = false;
  /** What may follow must be smaller than this. */
  let room = 0;
  let at = start;
  while (at < morphs.length) {
    const morph = morphs[at]!;
    if (at > start && morph.token - morphs[at - 1]!.token > 1) break;
    if (morph.kind === 'small') {
      const { value, used } = readSmall(morphs, at, lists);
      if (!hasAny) current = value;
      else if (value > 0 && value < room) current += value;
      else break;
      hasAny = true;
      room = roomAfter(value, used > 1 && lists.code === 'fr');
      at += used;
      if (morph.isOrdinal) break;
    } else if (morph.kind === 'hundred') {
      if (current >= 100) break;
      current = (hasAny && current ? current : 1) * 100;
      hasAny = true;
      room = 100;
      at += 1;
    } else if (morph.kind === 'thousand') {
      if ((total >= 1000 && total % 1e6 !== 0) || current > 999) break;
      total += (hasAny && current ? current : 1) * 1000;
      current = 0;
      hasAny = true;
      room = 1000;
      at += 1;
    } else if (morph.kind === 'million') {
      if (!hasAny || total) break;
      total = current * morph.value;
      current = 0;
      room = morph.value;
      isScaled = true;
      at += 1;
    } else {
      const next = nextTo(morphs, at, 1);
      if (!hasAny || !next || !mayFollowAnd(next, room, lists)) break;
      at += 1;
    }
  }
  return hasAny ? { value: total + current, next: at, isScaled } : undefined;
}

function mayFollowAnd({ kind, value }: Morph, room: number, { tensAnd }: NumberLists): boolean {
  if (kind === 'hundred') return room >= 1000;
  return kind === 'small' && value > 0 && value < room && (room >= 100 || (tensAnd === true && room === 10));
}

function roomAfter(value: number, isWhole: boolean): number {
  if (value >= 100 && value % 100 === 0) return 100;
  return value >= 20 && value < 100 && value % 10 === 0 && !isWhole ? 10 : 0;
}

/** The morph that stands so many further, if all of them belong together. */
function nextTo(morphs: readonly PlacedMorph[], at: number, more: number): PlacedMorph | undefined {
  const morph = morphs[at + more];
  if (more === 0) return morph;
  return morph && morph.token - morphs[at + more - 1]!.token <= 1 ? morph : undefined;
}

/** A number below a hundred, also where its parts stand in another order or are counted in twenties. */
function readSmall(morphs: readonly PlacedMorph[], at: number, { code, inverted }: NumberLists) {
  const { value } = morphs[at]!;
  const next = nextTo(morphs, at, 1);
  const after = next && nextTo(morphs, at, 2);
  const isUnit = value >= 1 && value <= 9;
  if (inverted && isUnit && next?.kind === 'and' && after?.kind === 'small' && isTens(after.value))
    return { value: value + after.value, used: 3 };
  return code === 'fr' ? readFrench(morphs, at) : { value, used: 1 };
}

const isTens = (value: number) => value >= 20 && value < 100 && value % 10 === 0;

/** soixante-dix, soixante et onze, quatre-vingts, quatre-vingt-dix-sept, dix-huit. */
function readFrench(morphs: readonly PlacedMorph[], at: number): { value: number; used: number } {
  const { value } = morphs[at]!;
  const small = (more: number) => {
    const morph = nextTo(morphs, at, more);
    return morph?.kind === 'small' ? morph.value : -1;
  };
  /** 10 to 19 from there on, where 17 is said as 10 and 7. */
  const teens = (more: number) => {
    const first = small(more);
    const unit = first === 10 ? small(more + 1) : -1;
    return unit >= 7 && unit <= 9 ? { value: first + unit, used: 2 } : { value: first, used: 1 };
  };
  if (value === 4 && small(1) === 20) {
    const rest = teens(2);
    const hasRest = rest.value >= 1 && rest.value <= 19;
    return hasRest ? { value: 80 + rest.value, used: 2 + rest.used } : { value: 80, used: 2 };
  }
  if (value === 60 && nextTo(morphs, at, 1)?.kind === 'and' && small(2) === 11) return { value: 71, used: 3 };
  if (value === 60 && small(1) >= 10 && small(1) <= 19) {
    const rest = teens(1);
    return { value: 60 + rest.value, used: 1 + rest.used };
  }
  return value === 10 ? teens(0) : { value, used: 1 };
}
