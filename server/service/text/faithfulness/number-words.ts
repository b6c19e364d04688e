import type { NumberWords } from '../../../../content/prompts/words/check-words.ts';
import { checkWords } from '../../../../content/prompts/words/words.ts';
import { plain, type TongueCode, wordsOf } from './tokens.ts';

/** What a number word is made of. */
export interface Morph {
  kind: 'small' | 'hundred' | 'thousand' | 'million' | 'and';
  value: number;
  isOrdinal?: boolean;
}

/** The number words of a language, ready to be asked. */
export interface NumberLists extends Pick<NumberWords, 'inverted' | 'tensAnd'> {
  code: TongueCode;
  weak: ReadonlySet<string>;
  and: ReadonlySet<string>;
  thousand: ReadonlySet<string>;
  half: ReadonlySet<string>;
  quarter: ReadonlySet<string>;
  halfBefore: ReadonlySet<string>;
  past: ReadonlySet<string>;
  to: ReadonlySet<string>;
  minus: ReadonlySet<string>;
  /** The parts of a word that is a number; undefined for any other. */
  morphsOf(word: string): readonly Morph[] | undefined;
}

const known = new Map<TongueCode, NumberLists>();

export function numbersOf(code: TongueCode): NumberLists {
  const prepared = known.get(code) ?? prepare(code);
  known.set(code, prepared);
  return prepared;
}

function prepare(code: TongueCode): NumberLists {
  const { numbers } = checkWords[code === 'en' ? 'en-GB' : code];
  const set = (list = '') => new Set(wordsOf(plain(list)));
  return {
    code,
    ...(numbers.inverted && { inverted: true }),
    ...(numbers.tensAnd && { tensAnd: true }),
    weak: set(numbers.weak),
    and: set(numbers.and),
    thousand: set(numbers.thousand),
    half: set(numbers.half),
    quarter: set(numbers.quarter),
    halfBefore: set(numbers.halfBefore),
    past: set(numbers.past),
    to: set(numbers.to),
    minus: set(numbers.minus),
    morphsOf: createSplitter(numbers, code),
  };
}

type Dictionary = ReadonlyMap<string, Morph>;

function createDictionary(numbers: NumberWords): Dictionary {
  const dictionary = new Map<string, Morph>();
  const add = (list: string, morphOf: (word: string, value: number) => Morph) => {
    for (const group of wordsOf(plain(list))) {
      const [words = '', value] = group.split('=');
      for (const word of words.split('/')) dictionary.set(word, morphOf(word, Number(value)));
    }
  };
  const scale = (word: string) => (/^mill?i?ard|^miliard|^billion$/.test(word) ? 1e9 : 1e6);
  add(numbers.ordinals, (_, value) => ({ kind: 'small', value, isOrdinal: true }));
  add(numbers.small, (_, value) => ({ kind: 'small', value }));
  add(numbers.hundred, () => ({ kind: 'hundred', value: 100 }));
  add(numbers.thousand, () => ({ kind: 'thousand', value: 1000 }));
  add(numbers.million, (word) => ({ kind: 'million', value: scale(word) }));
  add(numbers.and, () => ({ kind: 'and', value: 0 }));
  return dictionary;
}

/** Of so many different words it is known what they are made of. */
const rememberedWords = 20_000;
/** No number has a longer word. */
const longestNumberWord = 80;
const longestMorph = 20;

function createSplitter(numbers: NumberWords, code: TongueCode): NumberLists['morphsOf'] {
  const dictionary = createDictionary(numbers);
  const isGlued = numbers.glued === true;
  const ordinalEnds = wordsOf(numbers.ordinalEnds ?? '');
  if (code === 'da' || code === 'nb') ordinalEnds.unshift('de');
  const split = (stem: string): Morph[] | undefined => {
    const whole = dictionary.get(stem);
    const parts = isGlued ? splitGlued(stem, dictionary) : whole && [whole];
    const hasLooseAnd = parts?.some(({ kind }, at) => kind === 'and' && (at === 0 || at === parts.length - 1));
    return parts?.length && !hasLooseAnd ? parts : undefined;
  };
  const splitFirst = (...stems: string[]) => {
    for (const stem of stems) {
      const parts = split(stem);
      if (parts) return parts;
    }
    return undefined;
  };
  /** The stem of an ordinal may have lost its last vowel. */
  const stemsOf = (stem: string) => {
    if (code === 'it') return [stem, `${stem}e`, `${stem}i`, `${stem}a`, `${stem}o`];
    return code === 'da' || code === 'nb' ? [stem, `${stem}e`] : [stem];
  };
  const splitOrdinal = (word: string): Morph[] | undefined => {
    for (const end of ordinalEnds) {
      if (word.length <= end.length + 2 || !word.endsWith(end)) continue;
      const parts = splitFirst(...stemsOf(word.slice(0, -end.length)));
      if (parts) return [...parts.slice(0, -1), { ...parts.at(-1)!, isOrdinal: true }];
    }
    return undefined;
  };
  const read = (word: string): Morph[] | undefined => {
    const whole = dictionary.get(word);
    if (whole) return [whole];
    if (word.length > longestNumberWord) return undefined;
    if (code === 'en') return word.endsWith('ieth') ? split(`${word.slice(0, -4)}y`) : undefined;
    if (code === 'fr') {
      const stem = word.length > 6 && /iemes?$/.test(word) ? word.replace(/iemes?$/, '') : undefined;
      return stem === undefined ? undefined : splitFirst(stem, `${stem}e`);
    }
    if (!isGlued) return undefined;
    return (word.length > 5 ? split(word) : undefined) ?? splitOrdinal(word);
  };
  const remembered = new Map<string, Morph[] | undefined>();
  return (word) => {
    if (remembered.has(word)) return remembered.get(word);
    if (remembered.size > rememberedWords) remembered.clear();
    const morphs = read(word);
    remembered.set(word, morphs);
    return morphs;
  };
}

/** A compound by its longest parts; undefined if it is none. `deadEnds`: from where on it is none. */
function splitGlued(word: string, dictionary: Dictionary, deadEnds = new Set<number>()): Morph[] | undefined {
  if (!word) return [];
  if (deadEnds.has(word.length)) return undefined;
  for (let length = Math.min(word.length, longestMorph); length > 0; length--) {
    const head = dictionary.get(word.slice(0, length));
    const rest = head && splitGlued(word.slice(length), dictionary, deadEnds);
    if (rest) return [head, ...rest];
  }
  deadEnds.add(word.length);
  return undefined;
}
