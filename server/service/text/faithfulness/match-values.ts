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

/** Which values of one side are which of the other, in their order; the rest is lost or new. */
export function matchValues(said: ValueSide, written: ValueSide, tongue: Tongue, mayMove: boolean): ValueMatch {
  const most = Math.max(said.numbers.atoms.length, written.numbers.atoms.length);
  const longest = longestRow.find(({ atoms }) => most <= atoms)!;
  const isAfternoon = ({ from, to }: Atom, index: number) =>
    said.tokens.slice(Math.max(0, from - 4), to + 5).some(({ word }) => tongue.dayparts.has(word)) ||
    endsAfterNoon(said, index);
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
type Rows = readonly (readonly ReadonlySet<string>[])[];

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
    const gap = tokens.slice(one.to, next.from);
    return (
      gap.length <= 2 &&
      gap.every(({ word, raw }) => connectors.has(word) || tongue.units.has(word) || /^[€$£%]$/.test(raw))
    );
  };
  return atoms.map((atom, first) => {
    const isLate = isAfternoon?.(atom, first) ?? false;
    const rows = [readRow(numbers, first, first, isLate)];
    for (let last = first + 1; last < atoms.length && last - first < most; last++) {
      if (!belongTogether(atoms[last - 1]!, atoms[last]!)) break;
      rows.push(readRow(numbers, first, last, isLate));
    }
    return rows;
  });
}

function readRow({ atoms, spans }: Numbers, first: number, last: number, isLate: boolean): Set<string> {
  const parts = atoms.slice(first, last + 1);
  const strings = combine(parts);
  for (const span of spans.get(first) ?? []) if (span.last === last) strings.push(...span.strings);
  const more = parts.length > 1 && parts.at(-1)!.strings.includes('00') ? combine(parts.slice(0, -1)) : [];
  if (isLate || parts.some(({ isClock }) => isClock)) more.push(...strings.flatMap(halfADayLater));
  return new Set([...strings, ...more].map(withoutZeros));
}

function combine(parts: readonly Atom[]): string[] {
  let all = [''];
  for (const { strings } of parts)
    all = all.flatMap((start) => strings.map((each) => start + each)).slice(0, mostReadings);
  return all;
}

const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '');

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
  const firstOf = (i: number) => Math.max(0, Math.ceil((i * m) / Math.max(1, n) - band));
  const placeOf = (i: number, j: number) => {
    const offset = j - firstOf(i);
    return offset >= 0 && offset < width && j <= m ? i * width + offset : -1;
  };
  const cost = new Float64Array((n + 1) * width).fill(Number.POSITIVE_INFINITY);
  const cameFrom = new Int32Array((n + 1) * width).fill(-1);
  const edgesOf = findEdges(writtenRows);
  const relax = (from: number, i: number, j: number, more: number) => {
    const to = placeOf(i, j);
    const total = cost[from]! + more;
    if (to < 0 || total >= cost[to]!) return;
    cost[to] = total;
    cameFrom[to] = from;
  };
  const priceOf = ({ isWeak }: Atom) => (isWeak ? price.weak : price.other);
  cost[0] = 0;
  for (let i = 0; i <= n; i++) {
    const spans = (said.numbers.spans.get(i) ?? []).map(({ last, strings }) => ({
      last,
      readings: new Set(strings.map(withoutZeros)),
    }));
    const [first, last] = [firstOf(i), Math.min(m, firstOf(i) + width - 1)];
    const edges = i < n ? edgesOf(saidRows[i]!, first, last) : undefined;
    for (let j = first; j <= last; j++) {
      const at = placeOf(i, j);
      if (i < n) relax(at, i + 1, j, priceOf(saidAtoms[i]!));
      if (j < m) relax(at, i, j + 1, priceOf(writtenAtoms[j]!));
      if (i === n || j === m) continue;
      for (const [a, b] of edges?.get(j) ?? []) relax(at, i + a + 1, j + b + 1, 0);
      for (const { readings, last } of spans) {
        for (const [b, row] of writtenRows[j]!.entries()) if (share(readings, row)) relax(at, last + 1, j + b + 1, 0);
        for (const other of written.numbers.spans.get(j) ?? [])
          if (other.strings.some((each) => readings.has(withoutZeros(each)))) relax(at, last + 1, other.last + 1, 0);
      }
    }
  }
  const wayOf = (place: number): [number, number] => {
    const i = Math.floor(place / width);
    return [i, firstOf(i) + (place % width)];
  };
  return groupsOf((i, j) => wayOf(cameFrom[placeOf(i, j)]!), n, m);
}

/** From a said atom, by the written ones between two: how long the rows from there are that are one value. */
function findEdges(writtenRows: Rows) {
  const byString = placesByString(writtenRows);
  return (rows: Rows[number], first: number, last: number) => {
    const found = new Map<number, [number, number][]>();
    for (const [a, strings] of rows.entries())
      for (const each of strings) {
        const places = byString.get(each) ?? [];
        for (let at = firstFrom(places, first); at < places.length && places[at]![0] <= last; at++)
          collect(found, places[at]![0], [a, places[at]![1]]);
      }
    return found;
  };
}

/** Where each string is read: the atom, and how many more after it; in order. */
function placesByString(allRows: Rows): ReadonlyMap<string, readonly (readonly [number, number])[]> {
  const places = new Map<string, [number, number][]>();
  for (const [atom, rows] of allRows.entries())
    for (const [more, strings] of rows.entries()) for (const each of strings) collect(places, each, [atom, more]);
  return places;
}

/** Where in the places, which are in order, the first one from an atom on stands. */
function firstFrom(places: readonly (readonly [number, number])[], atom: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]![0] < atom) low = middle + 1;
    else high = middle;
  }
  return low;
}

function share(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const each of one) if (other.has(each)) return true;
  return false;
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
    while (at < places.length && said[places[at]![0]] !== alone) at += 1;
    next.set(string, at);
    return places[at];
  };
  for (const [j, rows] of writtenRows.entries()) {
    if (written[j] !== alone) continue;
    let best: { i: number; a: number; b: number } | undefined;
    for (const [b, strings] of rows.entries())
      for (const each of strings) {
        const [i, a] = firstFree(each) ?? [];
        if (i === undefined || a === undefined) continue;
        if (!best || i < best.i || (i === best.i && a < best.a)) best = { i, a, b };
      }
    if (!best) continue;
    said.fill(group, best.i, best.i + best.a + 1);
    written.fill(group, j, j + best.b + 1);
    group += 1;
  }
}
