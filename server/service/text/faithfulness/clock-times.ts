import { type Atom, type Numbers, withoutOverlaps } from './atoms.ts';
import type { NumberLists } from './number-words.ts';
import type { Token } from './tokens.ts';

const minuteWords = new Set(['minuten', 'minutes', 'minuter', 'minutter', 'minutos', 'minuti', 'min', 'minute']);
const clockWords = new Set([
  'uhr',
  'heures',
  'heure',
  'h',
  'oclock',
  'horas',
  'ore',
  'klockan',
  'klokken',
  'klokka',
  'kl',
]);
const beforeHours = new Set([...clockWords, 'las', 'as']);
const articles = new Set(['a', 'o', 'un', 'um', 'en', 'ein', 'une', 'uno', 'et', 'eine']);

/** The hour in the morning and in the afternoon. */
function clockStrings(hour: number, minutes: number): string[] {
  const inDay = ((hour % 24) + 24) % 24 || 12;
  const written = String(minutes).padStart(2, '0');
  return [...new Set([`${inDay}${written}`, `${(inDay + 12) % 24}${written}`])];
}

/** Whether an atom is in one of the ranges of tokens. */
function isInside(ranges: readonly { from: number; to: number }[]): (atom: Atom) => boolean {
  const ends = new Map<number, number>();
  for (const { from, to } of ranges) for (let at = from; at < to; at++) ends.set(at, Math.max(to, ends.get(at) ?? to));
  return ({ from, to }) => to <= (ends.get(from) ?? -1);
}

/** Makes one atom of the words of a time of day, where that is what they are. */
export function readTimes(tokens: readonly Token[], given: Atom[], lists: NumberLists): Numbers {
  const reader = new TimeReader(tokens, given, lists);
  for (const index of tokens.keys()) reader.readAt(index);
  return reader.toNumbers();
}

class TimeReader {
  readonly #tokens: readonly Token[];
  readonly #given: Atom[];
  readonly #lists: NumberLists;
  /** By the token they begin with, and by the one after them. */
  readonly #byStart: readonly (Atom | undefined)[];
  readonly #byEnd: readonly (Atom | undefined)[];
  readonly #whole: Atom[] = [];
  readonly #parts: Atom[] = [];
  readonly #unsure: { first: Atom; last: Atom; strings: string[] }[] = [];
  readonly #dropped: { from: number; to: number }[] = [];

  constructor(tokens: readonly Token[], given: Atom[], lists: NumberLists) {
    this.#tokens = tokens;
    this.#given = given;
    this.#lists = lists;
    const byStart = new Array<Atom | undefined>(tokens.length + 1).fill(undefined);
    const byEnd = byStart.slice();
    for (const atom of given) {
      byStart[atom.from] = atom;
      byEnd[atom.to] = atom;
    }
    this.#byStart = byStart;
    this.#byEnd = byEnd;
  }

  readAt(index: number): void {
    if (this.#readHalfBefore(index) || this.#readQuarterTo(index)) return;
    this.#readMinutesTo(index);
    if (!this.#readMinus(index)) this.#readAndHalf(index);
  }

  toNumbers(): Numbers {
    if (!this.#whole.length && !this.#parts.length && !this.#unsure.length)
      return { atoms: this.#given, spans: new Map() };
    const isWhole = isInside(this.#whole);
    const isDropped = isInside(this.#dropped);
    const starts = new Set(this.#parts.map(({ from }) => from));
    const kept = this.#given.filter((atom) => !starts.has(atom.from) && !isDropped(atom));
    const outside = [...kept, ...this.#parts].filter((atom) => !isWhole(atom));
    const atoms = withoutOverlaps([...outside, ...this.#whole]);
    const indexOf = new Map(atoms.map((atom, index) => [atom, index]));
    const spans = this.#unsure.flatMap(({ first, last, strings }) => {
      const [from = -1, to = -1] = [indexOf.get(first), indexOf.get(last)];
      return from >= 0 && to > from ? [{ first: from, last: to, strings }] : [];
    });
    return { atoms, spans: Map.groupBy(spans, ({ first }) => first) };
  }

  #word(index: number): string {
    return this.#tokens[index]?.word ?? '';
  }

  #hourAt(index: number): Required<Atom> | undefined {
    let at = index;
    while (at < index + 2 && beforeHours.has(this.#word(at))) at += 1;
    const { value = 0 } = this.#byStart[at] ?? {};
    return value >= 1 && value <= 12 && this.#word(at) !== 'a' ? (this.#byStart[at] as Required<Atom>) : undefined;
  }

  /** The number before a place, with or without "minutes". */
  #minutesBefore(index: number): Atom | undefined {
    const end = minuteWords.has(this.#word(index - 1)) ? index - 1 : undefined;
    return this.#byEnd[index] ?? (end === undefined ? undefined : this.#byEnd[end]);
  }

  #addWhole(from: number, to: number, strings: string[]): void {
    this.#whole.push({ from, to, strings, isWeak: false, isClock: true });
  }

  /** "halb neun", "fem i halv sex", "fünf vor halb drei", "half nine", "half past nine". */
  #readHalfBefore(index: number): boolean {
    const { code, halfBefore, past, to } = this.#lists;
    if (!halfBefore.has(this.#word(index))) return false;
    const isEnglish = code === 'en';
    const hour = this.#hourAt(index + (isEnglish && past.has(this.#word(index + 1)) ? 2 : 1));
    if (!hour) return false;
    const base = isEnglish ? hour.value : hour.value - 1;
    const sign = this.#word(index - 1);
    const minutes = past.has(sign) || to.has(sign) ? this.#minutesBefore(index - 1) : undefined;
    if (!isEnglish && minutes?.value !== undefined && minutes.value < 15)
      this.#addWhole(
        minutes.from,
        hour.to,
        clockStrings(base, past.has(sign) ? 30 + minutes.value : 30 - minutes.value),
      );
    else this.#addWhole(index, hour.to, clockStrings(base, 30));
    return true;
  }

  /** "quarter past six", "kvart i sju", "um quarto para as três". */
  #readQuarterTo(index: number): boolean {
    const { code, quarter, past, to } = this.#lists;
    if (!quarter.has(this.#word(index))) return false;
    const sign = this.#word(index + 1);
    const isPast = past.has(sign);
    if (!isPast && !to.has(sign) && !(code === 'pt' && sign === 'para')) return false;
    const hour = this.#hourAt(index + 2);
    if (hour) this.#addWhole(index, hour.to, clockStrings(isPast ? hour.value : hour.value - 1, isPast ? 15 : 45));
    return true;
  }

  /** "ten to four" may be a time, or two numbers. */
  #readMinutesTo(index: number): void {
    const { code, past, to } = this.#lists;
    const sign = this.#word(index);
    const isPast = past.has(sign);
    if (!isPast && !to.has(sign) && !(code === 'pt' && sign === 'para')) return;
    const minutes = this.#minutesBefore(index);
    const hour = this.#hourAt(index + 1);
    if (!hour || !minutes?.value || minutes.value >= 30) return;
    const strings = isPast ? clockStrings(hour.value, minutes.value) : clockStrings(hour.value - 1, 60 - minutes.value);
    this.#unsure.push({ first: minutes, last: hour, strings });
  }

  /** "huit heures moins le quart", "las ocho menos diez". */
  #readMinus(index: number): boolean {
    const { minus, quarter } = this.#lists;
    if (!minus.has(this.#word(index))) return false;
    const hour = this.#byEnd[index] ?? (clockWords.has(this.#word(index - 1)) ? this.#byEnd[index - 1] : undefined);
    let at = index + 1;
    while (['le', 'un', 'um', 'une', 'uno'].includes(this.#word(at))) at += 1;
    const isQuarter = quarter.has(this.#word(at));
    const minutes = isQuarter ? 15 : this.#byStart[at]?.value;
    if (hour?.value !== undefined && hour.value <= 24 && minutes !== undefined && minutes < 60)
      this.#addWhole(hour.from, isQuarter ? at + 1 : this.#byStart[at]!.to, clockStrings(hour.value - 1, 60 - minutes));
    return true;
  }

  /** "et demie", "y cuarto", "e um quarto", "and a half". */
  #readAndHalf(index: number): void {
    const { and, half, quarter, minus } = this.#lists;
    const isHalf = half.has(this.#word(index));
    const isQuarter = minus.size > 0 && quarter.has(this.#word(index));
    if (!isQuarter && !(isHalf && !this.#byStart[index])) return;
    let at = index - 1;
    while (articles.has(this.#word(at)) && !and.has(this.#word(at))) at -= 1;
    if (!and.has(this.#word(at))) return;
    let hourEnd = at;
    while (clockWords.has(this.#word(hourEnd - 1))) hourEnd -= 1;
    if (!this.#byEnd[hourEnd]) return;
    this.#dropped.push({ from: at + 1, to: index });
    // After "heures" it is a part of the hour, otherwise perhaps of a whole.
    const [minutes, decimals] = isHalf ? ['30', '5'] : ['15', '25'];
    const strings = hourEnd < at ? [minutes!] : [minutes!, decimals!];
    this.#parts.push({ from: index, to: index + 1, strings, isWeak: true, isClock: minus.size > 0 });
  }
}
