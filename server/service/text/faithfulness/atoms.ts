/** One number as it was said or written; an amount or a time is one or several of them in a row. */
export interface Atom {
  /** Its tokens, from the first to before another. */
  from: number;
  to: number;
  /** What its digits may look like. */
  strings: string[];
  /** May be missing or come: "ein", "second". */
  isWeak: boolean;
  /** May be an hour of the afternoon. */
  isClock: boolean;
  /** Where it is one number: what a time is computed of. */
  value?: number;
}

export interface Numbers {
  atoms: Atom[];
  /** Other readings of some atoms in a row, such as "ten to four", by the first of them. */
  spans: ReadonlyMap<number, readonly Span[]>;
}

interface Span {
  first: number;
  last: number;
  strings: string[];
}

/** In their order; where two share a token, the first. */
export function withoutOverlaps(atoms: Atom[]): Atom[] {
  const inOrder = atoms.toSorted((one, other) => one.from - other.from);
  const isOverlapping = (index: number) => index > 0 && inOrder[index]!.from < inOrder[index - 1]!.to;
  return inOrder.some((_, index) => isOverlapping(index))
    ? inOrder.filter((_, index) => !isOverlapping(index))
    : inOrder;
}
