import type { Atom, Numbers } from './atoms.ts';
import { type Token, wordsOf } from './tokens.ts';
import type { Tongue } from './tongue.ts';

/** What stands between the parts of one amount, number or time. */
const connectors = new Set(
  wordsOf(`
    und and et e y og och a o clock oclock uhr h heures heure horas hora ore komma virgule virgola coma virgula point com
    con le de um un uno une ein en ett kl klockan klokka klokken franken francs franc euro euros dollars dollar pounds
    pound kronor kroner krone cents cent rappen chf eur kr fr`),
);

/** Before the first of two hours. */
const rangeOpeners = new Set(
  wordsOf('between from zwischen von entre de tra fra dalle mellan från mellem mellom das desde las'),
);
const rangeLinks = new Set(wordsOf('and to und bis et à a e y och till og til alle'));

/** One side of the comparison: its words, and the numbers among them. */
export interface ValueSide {
  tokens: readonly Token[];
  numbers: Numbers;
}

/** Of each atom, the group of atoms on both sides that are one value; `alone` where there is none. */
export interface ValueMatch {
  said: number[];
  written: number[];
}

export const alone = -1;

/** So many atoms in a row are one value at most; fewer where there are many atoms, so that a text of numbers is cheap. */
const longestRow = [
  { atoms: 150, said: 14, written: 8 },
  { atoms: 600, said: 5, written: 4 },
  { atoms: Number.POSITIVE_INFINITY, said: 2, written: 2 },
] as const;
/** So many readings of one row are looked at. */
const mostReadings = 48;
/**
 * So far from its share of the other side a value is looked for; less far where there are as many numbers as in no speech, or a
 * text of nothing else would take seconds. The bands of two neighbours always meet.
 */
function bandOf(n: number, m: number): number {
  const most = Math.max(n, m);
  const usual = Math.max(120, Math.abs(n - m));
  return Math.max(most > 2_000 ? 6 : most > 600 ? 20 : usual, Math.ceil(m / Math.max(1, n)));
}
const price = { weak: 1, other: 10 } as const;
/** More than any way costs. */
const unreached = 1_000_000_000;

/** Which values of one side are which of the other, in their order; the rest is lost or new. */
export function matchValues(said: ValueSide, written: ValueSide, tongue: Tongue, mayMove: boolean): ValueMatch {
  const most = Math.max(said.numbers.atoms.length, written.numbers.atoms.length);
  const longest = longestRow.find(({ atoms }) => most <= atoms)!;
  const isAfternoon = ({ from, to }: Atom, index: number) => {
    for (let at = Math.max(0, from - 4); at < to + 5 && at < said.tokens.length; at++)
      if (tongue.dayparts.has(said.tokens[at]!.word)) return true;
    return endsAfterNoon(said, index);
  };
  const saidRows = rowsOf(said, tongue, longest.said, isAfternoon);
  const writtenRows = rowsOf(written, tongue, longest.written, undefined);
  const match = matchInOrder(said, written, saidRows, writtenRows);
  if (mayMove) matchMoved(match, saidRows, writtenRows);
  return match;
}

/** "Between eight and four": an hour that is lower than the one from which it goes is one of the afternoon. */
function endsAfterNoon({ tokens, numbers }: ValueSide, index: number): boolean {
  const [begin, end] = [numbers.atoms[index - 1], numbers.atoms[index]!];
  if (!begin || end.from - begin.to !== 1 || !rangeLinks.has(tokens[begin.to]!.word)) return false;
  const [from, to] = [Number(begin.strings[0]), Number(end.strings[0])];
  return to >= 1 && to < from && from <= 12 && rangeOpeners.has(tokens[begin.from - 1]?.word ?? '');
}

/** What the atoms from one on may look like as one number: the first alone, the first two, and so on. */
type Rows = readonly (readonly (readonly string[])[])[];

/** `isAfternoon` is asked for the said side only: there, 8 may be 20. */
function rowsOf(
  side: ValueSide,
  tongue: Tongue,
  most: number,
  isAfternoon?: (atom: Atom, index: number) => boolean,
): Rows {
  const { tokens, numbers } = side;
  const { atoms } = numbers;
  const belongTogether = (one: Atom, next: Atom) => {
    if (next.from === one.to) return true;
    const gap = tokens.slice(one.to, next.from);
    return (
      gap.length <= 2 &&
      gap.every(({ word, raw }) => connectors.has(word) || tongue.units.has(word) || /^[€$£%]$/.test(raw))
    );
  };
  return atoms.map((atom, first) => {
    const isLate = isAfternoon?.(atom, first) ?? false;
    let to = first + 1;
    while (to < atoms.length && to - first < most && belongTogether(atoms[to - 1]!, atoms[to]!)) to += 1;
    return Array.from({ length: to - first }, (_, more) => readRow(numbers, first, first + more, isLate));
  });
}

function readRow(numbers: Numbers, first: number, last: number, isLate: boolean): readonly string[] {
  const { atoms, spans } = numbers;
  if (isPlain(numbers, first, last) && !isLate) return [joinDigits(atoms, first, last)];
  const ofSpans = (spans.get(first) ?? []).flatMap((span) => (span.last === last ? span.strings : []));
  const strings = [...combine(atoms, first, last), ...ofSpans];
  const more = last > first && atoms[last]!.strings.includes('00') ? combine(atoms, first, last - 1) : [];
  const later = isLate || hasClock(atoms, first, last) ? strings.flatMap(halfADayLater) : [];
  return [...new Set([...strings, ...more, ...later].map(withoutZeros))];
}

/** Whether the atoms have one reading each, as nearly all have. */
function isPlain({ atoms, spans }: Numbers, first: number, last: number): boolean {
  if (spans.has(first) || (last > first && atoms[last]!.strings[0] === '00')) return false;
  for (let at = first; at <= last; at++) if (atoms[at]!.strings.length > 1 || atoms[at]!.isClock) return false;
  return true;
}

function joinDigits(atoms: readonly Atom[], first: number, last: number): string {
  let digits = '';
  for (let at = first; at <= last; at++) digits += atoms[at]!.strings[0]!;
  return withoutZeros(digits);
}

function hasClock(atoms: readonly Atom[], first: number, last: number): boolean {
  for (let at = first; at <= last; at++) if (atoms[at]!.isClock) return true;
  return false;
}

/** The digits of the atoms from one to another in a row, in each of their readings. */
function combine(atoms: readonly Atom[], first: number, last: number): readonly string[] {
  let all: readonly string[] = atoms[first]!.strings;
  for (let at = first + 1; at <= last; at++) {
    const { strings } = atoms[at]!;
    all = all.flatMap((start) => strings.map((each) => start + each)).slice(0, mostReadings);
  }
  return all;
}

const withoutZeros = (digits: string) => (digits.startsWith('0') ? digits.replace(/^0+(?=\d)/, '') : digits);

function halfADayLater(digits: string): string[] {
  const time = withoutZeros(digits);
  if (time.length > 4) return [];
  const [hour, minutes] = time.length <= 2 ? [Number(time), ''] : [Number(time.slice(0, -2)), time.slice(-2)];
  return hour >= 1 && hour <= 12 ? [`${(hour + 12) % 24}${minutes}`] : [];
}

/** The cheapest way through both sides, where a value that stays alone costs. */
function matchInOrder(said: ValueSide, written: ValueSide, saidRows: Rows, writtenRows: Rows): ValueMatch {
  const [saidAtoms, writtenAtoms] = [said.numbers.atoms, written.numbers.atoms];
  const [n, m] = [saidAtoms.length, writtenAtoms.length];
  const band = bandOf(n, m);
  const width = 2 * band + 1;
  // What is further away than the band is not kept: the way leads along the diagonal.
  const firsts = Int32Array.from({ length: n + 1 }, (_, i) => Math.max(0, Math.ceil((i * m) / Math.max(1, n) - band)));
  const cost = new Int32Array((n + 1) * width).fill(unreached);
  const cameFrom = new Int32Array((n + 1) * width).fill(-1);
  /** Of two ways that cost the same, the one that comes from further before is taken. */
  const relax = (from: number, i: number, j: number, more: number) => {
    const offset = j - firsts[i]!;
    if (offset < 0 || offset >= width) return;
    const to = i * width + offset;
    const total = cost[from]! + more;
    if (total > cost[to]! || (total === cost[to]! && from >= cameFrom[to]!)) return;
    cost[to] = total;
    cameFrom[to] = from;
  };
  const priceOf = ({ isWeak }: Atom) => (isWeak ? price.weak : price.other);
  const byString = placesByString(writtenRows);
  /** From a said atom to before another, by the written ones of the band that are read the same. */
  const relaxReading = (i: number, reading: string, to: number) => {
    const places = byString.get(reading);
    if (!places) return;
    const first = firsts[i]!;
    const end = first + Math.min(width, m - first + 1);
    for (let at = firstFrom(places, first); at < places.length; at++) {
      const j = atomOf(places[at]!);
      if (j >= end) break;
      relax(i * width + j - first, to, j + moreOf(places[at]!) + 1, 0);
    }
  };
  cost[0] = 0;
  for (let i = 0; i <= n; i++) {
    const first = firsts[i]!;
    const last = Math.min(m, first + width - 1);
    const start = i * width - first;
    for (let j = first; j < last; j++) relax(start + j, i, j + 1, priceOf(writtenAtoms[j]!));
    if (i === n) break;
    const saidPrice = priceOf(saidAtoms[i]!);
    for (let j = first; j <= last; j++) relax(start + j, i + 1, j, saidPrice);
    const rows = saidRows[i]!;
    for (let a = 0; a < rows.length; a++) for (const each of rows[a]!) relaxReading(i, each, i + a + 1);
    for (const span of said.numbers.spans.get(i) ?? []) {
      const readings = span.strings.map(withoutZeros);
      for (const each of readings) relaxReading(i, each, span.last + 1);
      for (let j = first; j <= last; j++)
        for (const other of written.numbers.spans.get(j) ?? [])
          if (other.strings.some((each) => readings.includes(withoutZeros(each))))
            relax(start + j, span.last + 1, other.last + 1, 0);
    }
  }
  const wayOf = (place: number): [number, number] => {
    const i = Math.floor(place / width);
    return [i, firsts[i]! + (place % width)];
  };
  return groupsOf((i, j) => wayOf(cameFrom[i * width + j - firsts[i]!]!), n, m);
}

/** No row is longer. */
const placesOfAtom = 16;
/** An atom, and how many more after it are read with it, in one number. */
const placeOf = (atom: number, more: number) => atom * placesOfAtom + more;
const atomOf = (place: number) => Math.floor(place / placesOfAtom);
const moreOf = (place: number) => place % placesOfAtom;

/** Where each string is read, in order. */
function placesByString(allRows: Rows): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (let atom = 0; atom < allRows.length; atom++) {
    const rows = allRows[atom]!;
    for (let more = 0; more < rows.length; more++)
      for (const each of rows[more]!) collect(places, each, placeOf(atom, more));
  }
  return places;
}

/** Where in the places, which are in order, the first one from an atom on stands. */
function firstFrom(places: readonly number[], atom: number): number {
  const place = placeOf(atom, 0);
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function collect<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function groupsOf(before: (i: number, j: number) => [number, number], n: number, m: number): ValueMatch {
  const said = new Array<number>(n).fill(alone);
  const written = new Array<number>(m).fill(alone);
  let group = 0;
  for (let i = n, j = m; i > 0 || j > 0; ) {
    const [beforeI, beforeJ] = before(i, j);
    if (beforeI < i && beforeJ < j) {
      said.fill(group, beforeI, i);
      written.fill(group, beforeJ, j);
      group += 1;
    }
    [i, j] = [beforeI, beforeJ];
  }
  return { said, written };
}

/** Points may stand in another order, and sentences in another tone: the first value that is free is taken. */
function matchMoved({ said, written }: ValueMatch, saidRows: Rows, writtenRows: Rows): void {
  let group = Math.max(alone, ...said) + 1;
  const byString = placesByString(saidRows);
  const next = new Map<string, number>();
  const firstFree = (string: string) => {
    const places = byString.get(string) ?? [];
    let at = next.get(string) ?? 0;
    while (at < places.length && said[atomOf(places[at]!)] !== alone) at += 1;
    next.set(string, at);
    return places[at];
  };
  for (const [j, rows] of writtenRows.entries()) {
    if (written[j] !== alone) continue;
    let best: { place: number; b: number } | undefined;
    for (const [b, strings] of rows.entries())
      for (const each of strings) {
        const place = firstFree(each);
        if (place !== undefined && (!best || place < best.place)) best = { place, b };
      }
    if (!best) continue;
    const i = atomOf(best.place);
    said.fill(group, i, i + moreOf(best.place) + 1);
    written.fill(group, j, j + best.b + 1);
    group += 1;
  }
}
