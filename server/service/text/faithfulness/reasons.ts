import { areForms } from './align.ts';
import type { Item } from './items.ts';
import { type Comparison, isAlone, isContent } from './sides.ts';

/** Words before and after a marker that it can take back. */
const markerReach = 12;
/** Content words that a correction takes back, and a hesitation. */
const mostWithdrawn = { correction: 7, hesitation: 3 } as const;
/** Words from a marker to what it takes back, or to another marker, with an aside between them. */
const longestAside = 8;
/** Words before a marker of which one at least is taken back by it. */
const whyReach = 4;
/** So far away from a word it may be said again. */
const repeatedWithin = 12;

/** Why words that were said may be gone. */
export class Reasons {
  /** Where words are taken back. */
  readonly markers: readonly number[];
  /** The end of the last phrase that takes back all before it; -1 where there is none. */
  readonly restart: number;
  readonly #comparison: Comparison;

  constructor(comparison: Comparison) {
    const { items } = comparison.said;
    this.#comparison = comparison;
    this.markers = items.flatMap(({ kind, isBoth }, index) => (kind === 'marker' || isBoth ? [index] : []));
    this.restart = items.findLastIndex(({ isRestart }) => isRestart);
  }

  /** How many content words from one item to before another can have been taken back. */
  withdrawable(from: number, to: number): number {
    if (this.restart >= 0 && to <= this.restart + 1) return Number.POSITIVE_INFINITY;
    const { said } = this.#comparison;
    let most = 0;
    for (const marker of this.#markersBetween(from - 2, to + markerReach)) {
      const { isBoth, isSoft } = said.items[marker]!;
      // "No" corrects only where it goes itself.
      if ((isBoth && !isAlone(said, marker)) || !this.#reaches(marker, from, to)) continue;
      most = Math.max(most, isSoft ? mostWithdrawn.hesitation : mostWithdrawn.correction);
    }
    return most;
  }

  /** It stands beside them, or everything between is gone, too. */
  #reaches(marker: number, from: number, to: number): boolean {
    if (marker >= from - 2 && marker <= to + 1) return true;
    if (marker < to || marker - to > markerReach) return false;
    const { said } = this.#comparison;
    return said.items.slice(to, marker).every((item, index) => isAlone(said, to + index) || !isContent(said, item));
  }

  /** Every content word that is gone is said again beside it, and stays there. */
  isRepeated(from: number, to: number): boolean {
    const { said } = this.#comparison;
    for (let at = from; at < to; at++) {
      const item = said.items[at]!;
      if (!isContent(said, item) || !isAlone(said, at)) continue;
      const begin = Math.max(0, at - repeatedWithin);
      const isThere = said.items.slice(begin, at + repeatedWithin).some((other, index) => {
        const place = begin + index;
        if (place === at) return false;
        if (!isAlone(said, place) && areForms(other.key, item.key)) return true;
        // A value may be given anew.
        const areValues = other.atom !== undefined && item.atom !== undefined && other.atom !== item.atom;
        return place > at && areValues;
      });
      if (!isThere) return false;
    }
    return true;
  }

  /** Whether a value from one item to before another was taken back. */
  excusesValue(from: number, to: number): boolean {
    if (this.restart >= 0 && to <= this.restart) return true;
    const { said } = this.#comparison;
    return this.#markersBetween(from - longestAside, to + markerReach).some((marker) => {
      // Another value, or other words, came in its place.
      if (marker >= to)
        return (
          marker - to <= markerReach &&
          (marker - to <= 4 ||
            said.items.slice(to, marker).every(({ weight }, index) => weight < 3 || said.partners[to + index]! < 0))
        );
      if (marker >= from) return false;
      // An aside between the marker and what is kept.
      return this.#markersBetween(to, to + longestAside).length > 0 || this.#saysWhy(marker, from, to);
    });
  }

  /** "Tuesday, or wait, Tuesday is the 17th, so Wednesday the 18th": what is taken back, why, and what comes in its place. */
  #saysWhy(marker: number, from: number, to: number): boolean {
    const { said } = this.#comparison;
    const { isSoft } = said.items[marker]!;
    /** Of the words with a meaning from one to before another: whether each is gone. */
    const areGone = (first: number, last: number) => {
      const begin = Math.max(0, first);
      return said.items
        .slice(begin, last)
        .flatMap((item, at) => (isContent(said, item) && item.kind !== 'marker' ? [isAlone(said, begin + at)] : []));
    };
    const isKeptValue = ({ atom, kind }: Item, at: number) =>
      (atom !== undefined || kind === 'date') && !isAlone(said, to + at);
    return (
      !isSoft &&
      isAlone(said, marker) &&
      areGone(marker - whyReach, marker).includes(true) &&
      areGone(marker, from).every(Boolean) &&
      said.items.slice(to, to + markerReach).some(isKeptValue)
    );
  }

  /** Both included; they are in order, and there may be thousands. */
  #markersBetween(first: number, last: number): number[] {
    let [low, high] = [0, this.markers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.markers[middle]! < first) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let at = low; at < this.markers.length && this.markers[at]! <= last; at++) found.push(this.markers[at]!);
    return found;
  }
}
