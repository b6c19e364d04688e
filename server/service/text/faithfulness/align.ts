import { type Item, isContentWord, weights } from './items.ts';

/** Of each item of one side, the index of the same one on the other, or one of these. */
export type Partners = Int32Array;
export const unpaired = -1;
/** Paired with something that is not at the same place, or only similar. */
export const pairedLoosely = -2;

/** Above this many pairs of words, a text is cut at words that both sides have once, in the same order. */
const mostPairs = 200_000;
/** So many pairs are looked at in all, where hardly a word is once in both. */
const mostPairsInAll = 2_000_000;
/** Parts of parts of a text: words may be once in each of them. */
const deepestPart = 5;

interface Part {
  fromS: number;
  toS: number;
  fromW: number;
  toW: number;
}

/** Two forms of one word begin alike. */
export function areForms(one: string, other: string): boolean {
  if (one === other) return true;
  const longest = Math.max(one.length, other.length);
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= 4 ? shared >= 0.6 * longest : shared === 3 && longest <= 5 && shared >= longest - 2;
}

/** Pairs of equal words in the same order, such that as little weight as possible stays alone. */
export function align(said: readonly Item[], written: readonly Item[]): { said: Partners; written: Partners } {
  const aligner = new Aligner(said, written);
  aligner.align({ fromS: 0, toS: said.length, fromW: 0, toW: written.length });
  return { said: aligner.saidTo, written: aligner.writtenTo };
}

class Aligner {
  readonly saidTo: Partners;
  readonly writtenTo: Partners;
  readonly #said: readonly Item[];
  readonly #written: readonly Item[];
  #pairsLeft = mostPairsInAll;

  constructor(said: readonly Item[], written: readonly Item[]) {
    this.#said = said;
    this.#written = written;
    this.saidTo = new Int32Array(said.length).fill(unpaired);
    this.writtenTo = new Int32Array(written.length).fill(unpaired);
  }

  align(given: Part, depth = 0): void {
    const part = this.#withoutEqualEnds(given);
    const pairs = (part.toS - part.fromS) * (part.toW - part.fromW);
    if (pairs === 0) return;
    if (pairs > mostPairs && depth < deepestPart && this.#cut(part, pairs, depth + 1)) return;
    // Hardly a word of the one is in the other.
    if (pairs > this.#pairsLeft) return;
    this.#pairsLeft -= pairs;
    this.#alignWords(part);
  }

  #pair(s: number, w: number): void {
    this.saidTo[s] = w;
    this.writtenTo[w] = s;
  }

  #withoutEqualEnds({ fromS, toS, fromW, toW }: Part): Part {
    const part = { fromS, toS, fromW, toW };
    const isSame = (s: number, w: number) => this.#said[s]!.key === this.#written[w]!.key;
    while (part.fromS < toS && part.fromW < toW && isSame(part.fromS, part.fromW))
      this.#pair(part.fromS++, part.fromW++);
    while (part.toS > part.fromS && part.toW > part.fromW && isSame(part.toS - 1, part.toW - 1))
      this.#pair(--part.toS, --part.toW);
    return part;
  }

  /** Keeps each part small; false where nothing is on both sides. */
  #cut({ fromS, toS, fromW, toW }: Part, pairs: number, depth: number): boolean {
    const anchors = findAnchors(this.#said, this.#written, { fromS, toS, fromW, toW });
    if (!anchors.length) return false;
    const step = Math.max(1, Math.floor(anchors.length / Math.ceil((pairs / mostPairs) * 4)));
    let [s, w] = [fromS, fromW];
    for (let at = step - 1; at < anchors.length; at += step) {
      const [anchorS, anchorW] = anchors[at]!;
      this.align({ fromS: s, toS: anchorS, fromW: w, toW: anchorW }, depth);
      this.#pair(anchorS, anchorW);
      [s, w] = [anchorS + 1, anchorW + 1];
    }
    this.align({ fromS: s, toS, fromW: w, toW }, depth);
    return true;
  }

  #alignWords({ fromS, toS, fromW, toW }: Part): void {
    const [rows, columns] = [toS - fromS, toW - fromW];
    const { saidIds, writtenIds, likeness, count } = compareKeys(
      this.#said.slice(fromS, toS),
      this.#written.slice(fromW, toW),
    );
    const saidWeight = Uint8Array.from({ length: rows }, (_, i) => this.#said[fromS + i]!.weight * 2);
    const writtenWeight = Uint8Array.from({ length: columns }, (_, j) => this.#written[fromW + j]!.weight * 2);
    const width = columns + 1;
    const most = (rows + columns) * weights.content * 2;
    const cost = new (most > 0xffff ? Uint32Array : Uint16Array)((rows + 1) * width);
    for (let i = 1; i <= rows; i++) cost[i * width] = cost[(i - 1) * width]! + saidWeight[i - 1]!;
    for (let j = 1; j <= columns; j++) cost[j] = cost[j - 1]! + writtenWeight[j - 1]!;
    for (let i = 1; i <= rows; i++) {
      const ofKey = saidIds[i - 1]! * count;
      const weight = saidWeight[i - 1]!;
      for (let j = 1; j <= columns; j++) {
        const at = i * width + j;
        let best = cost[at - width]! + weight;
        const withoutWritten = cost[at - 1]! + writtenWeight[j - 1]!;
        if (withoutWritten < best) best = withoutWritten;
        const like = likeness[ofKey + writtenIds[j - 1]!]!;
        if (like) {
          const paired = cost[at - width - 1]! + 2 - like;
          if (paired < best) best = paired;
        }
        cost[at] = best;
      }
    }
    for (let i = rows, j = columns; i > 0 && j > 0; ) {
      const at = i * width + j;
      const like = likeness[saidIds[i - 1]! * count + writtenIds[j - 1]!]!;
      if (like && cost[at] === cost[at - width - 1]! + 2 - like) this.#pair(fromS + --i, fromW + --j);
      else if (cost[at] === cost[at - width]! + saidWeight[i - 1]!) i -= 1;
      else j -= 1;
    }
  }
}

/** How alike the words are: 2 the same, 1 forms of one word, 0 others. Asked for each pair of words, hence by number. */
function compareKeys(said: readonly Item[], written: readonly Item[]) {
  const saidKeys = numberKeys(said);
  const writtenKeys = numberKeys(written);
  const count = writtenKeys.idOf.size;
  const likeness = new Uint8Array(saidKeys.idOf.size * count);
  const byBeginning = Map.groupBy(writtenKeys.idOf, ([key]) => key.slice(0, 3));
  for (const [key, id] of saidKeys.idOf) {
    const same = writtenKeys.idOf.get(key);
    if (!/^[#=¬]/.test(key))
      for (const [other, otherId] of byBeginning.get(key.slice(0, 3)) ?? [])
        if (areForms(key, other)) likeness[id * count + otherId] = 1;
    if (same !== undefined) likeness[id * count + same] = 2;
  }
  return { saidIds: saidKeys.ids, writtenIds: writtenKeys.ids, likeness, count };
}

function numberKeys(items: readonly Item[]) {
  const idOf = new Map<string, number>();
  const ids = Int32Array.from(items, ({ key }) => {
    const id = idOf.get(key) ?? idOf.size;
    idOf.set(key, id);
    return id;
  });
  return { ids, idOf };
}

/** Words that both sides have once, as many as stand in the same order. */
function findAnchors(said: readonly Item[], written: readonly Item[], part: Part): [number, number][] {
  const inSaid = findOnce(said, part.fromS, part.toS);
  const inWritten = findOnce(written, part.fromW, part.toW);
  const pairs = [...inSaid].flatMap(([key, s]): [number, number][] => {
    const w = inWritten.get(key);
    return w === undefined ? [] : [[s, w]];
  });
  return longestRise(pairs.sort(([one], [other]) => one - other));
}

function findOnce(items: readonly Item[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  const often = new Set<string>();
  for (let at = from; at < to; at++) {
    const item = items[at]!;
    if (places.has(item.key) || !isContentWord(item)) often.add(item.key);
    else places.set(item.key, at);
  }
  for (const key of often) places.delete(key);
  return places;
}

/** The longest part of `pairs` whose second numbers rise. */
function longestRise(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, w]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < w) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[index] = tails[low - 1]!;
    tails[low] = index;
  }
  const chain: [number, number][] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]!) chain.push(pairs[at]!);
  return chain.reverse();
}
