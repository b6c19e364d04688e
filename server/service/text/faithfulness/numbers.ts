import { type Atom, type Numbers, withoutOverlaps } from './atoms.ts';
import { readTimes } from './clock-times.ts';
import { type NumberLists, numbersOf } from './number-words.ts';
import { type PlacedMorph, readNumber } from './read-number.ts';
import type { Token, TongueCode } from './tokens.ts';

/** All numbers of a text, in words and in figures. */
export function readNumbers(tokens: readonly Token[], code: TongueCode): Numbers {
  const lists = numbersOf(code);
  const atoms = withoutOverlaps([...readWords(tokens, lists), ...readFigures(tokens, lists)]);
  return readTimes(tokens, atoms, lists);
}

function readWords(tokens: readonly Token[], lists: NumberLists): Atom[] {
  const morphs: PlacedMorph[] = [];
  for (const [token, { word, isDigits }] of tokens.entries()) {
    const found = isDigits ? undefined : lists.morphsOf(word);
    if (found) for (const morph of found) morphs.push({ ...morph, token });
  }
  const atoms: Atom[] = [];
  for (let at = 0; at < morphs.length; ) {
    const read = morphs[at]!.kind === 'and' ? undefined : readWhole(morphs, at, lists);
    if (read?.strings) atoms.push(toAtom(tokens, morphs[at]!.token, read, lists));
    at = read ? read.next : at + 1;
  }
  return atoms;
}

interface WholeNumber {
  value: number;
  /** Undefined where the number ends inside a word that is none. */
  strings: string[] | undefined;
  /** The token and the morph after it. */
  to: number;
  next: number;
}

/** A number that ends inside a word is the beginning of a year: nittenåttisyv is 19 and 87. */
function readWhole(morphs: readonly PlacedMorph[], at: number, lists: NumberLists): WholeNumber | undefined {
  const read = readNumber(morphs, at, lists);
  if (!read) return undefined;
  let { next } = read;
  let to = morphs[next - 1]!.token + 1;
  let digits = String(read.value);
  while (next < morphs.length && morphs[next]!.token === to - 1) {
    const more = morphs[next]!.kind === 'and' ? undefined : readNumber(morphs, next, lists);
    if (!more) {
      while (next < morphs.length && morphs[next]!.token < to) next += 1;
      return { value: read.value, strings: undefined, to, next };
    }
    digits += String(more.value);
    next = more.next;
    to = morphs[next - 1]!.token + 1;
  }
  const strings = [digits, ...(read.isScaled ? [String(read.value / 1e6), String(read.value / 1e9)] : [])];
  return { value: read.value, strings, to, next };
}

const repeats = new Map([
  ['double', 2],
  ['triple', 3],
]);

function toAtom(tokens: readonly Token[], from: number, { value, strings = [], to }: WholeNumber, lists: NumberLists) {
  const { word, isName } = tokens[from]!;
  const times = lists.code === 'en' ? repeats.get(tokens[from - 1]?.word ?? '') : undefined;
  const isAlone = to - from === 1;
  const [first = '', ...more] = strings;
  return {
    from: times ? from - 1 : from,
    to,
    // Without accents, "åttende" and "attende" are one word.
    strings: [times ? String(value).repeat(times) : first, ...more, ...(word === 'attende' ? ['18'] : [])],
    isWeak: isAlone && (lists.weak.has(word) || (isName && value < 100)),
    isClock: false,
    value,
  };
}

const romans = new Map(
  ['II', 'III', 'IV', 'VI', 'VII', 'VIII', 'IX', 'XI', 'XII', 'XIII', 'XIV', 'XV', 'XVI'].map((roman, index) => [
    roman,
    index + 2 + (index > 2 ? 1 : 0) + (index > 6 ? 1 : 0),
  ]),
);
const oneAndAHalf = new Set(['anderthalb', 'eineinhalb', 'halvannen', 'halvanden', 'halvandet']);

function readFigures(tokens: readonly Token[], lists: NumberLists): Atom[] {
  const atoms: Atom[] = [];
  for (const [from, token] of tokens.entries()) {
    if (token.isDigits) {
      const { raw } = token;
      const isThousands = lists.thousand.has(tokens[from + 1]?.word ?? '');
      const strings = isThousands ? [raw, `${raw}000`] : [raw];
      atoms.push({ from, to: from + 1, isClock: false, strings, isWeak: false, value: Number(raw) });
      continue;
    }
    const strings = readWord(token, lists);
    if (strings) atoms.push({ from, to: from + 1, isClock: false, strings, isWeak: true });
  }
  return atoms;
}

/** "XIV", "anderthalb", "zweieinhalb". */
function readWord({ raw, word }: Token, lists: NumberLists): string[] | undefined {
  const roman = romans.get(raw);
  if (roman !== undefined) return [String(roman)];
  if (oneAndAHalf.has(word)) return ['15', '130'];
  if (lists.code !== 'de' || !word.endsWith('einhalb')) return undefined;
  const [base] = lists.morphsOf(word.slice(0, -'einhalb'.length)) ?? [];
  return base && [`${base.value}5`, `${base.value}30`];
}
