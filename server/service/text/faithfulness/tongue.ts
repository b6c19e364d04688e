import { promptLanguages } from '../../../../content/prompts/versions.ts';
import type { CheckWords } from '../../../../content/prompts/words/check-words.ts';
import { checkWords } from '../../../../content/prompts/words/words.ts';
import type { TextRequest } from '../../../../shared/api/text.ts';
import { plain, type TongueCode, tokenize, wordsOf } from './tokens.ts';

export type Language = TextRequest['language'];

/** Phrases, the longest first, by the word they begin with. */
export type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

/** The word lists of a language, ready to be asked. */
export interface Tongue extends Pick<CheckWords, 'preambles' | 'closings'> {
  code: TongueCode;
  fillers: Phrases;
  markers: Phrases;
  restarts: Phrases;
  marks: Phrases;
  negations: ReadonlySet<string>;
  interjections: ReadonlySet<string>;
  meansNo: ReadonlySet<string>;
  interrogatives: ReadonlySet<string>;
  answers: ReadonlySet<string>;
  orders: ReadonlySet<string>;
  stops: ReadonlySet<string>;
  /** Weekdays and months. */
  dates: ReadonlySet<string>;
  months: readonly string[];
  dayparts: ReadonlySet<string>;
  units: ReadonlyMap<string, string>;
  /** Of each word that limits what is said, which of them it is. */
  reservations: ReadonlyMap<string, string>;
}

const known = new Map<Language, Tongue>();

export function tongueOf(language: Language): Tongue {
  const prepared = known.get(language) ?? prepare(language);
  known.set(language, prepared);
  return prepared;
}

export const codeOf = (language: Language): TongueCode => language.slice(0, 2) as TongueCode;

function prepare(language: Language): Tongue {
  const code = codeOf(language);
  const words = checkWords[language];
  const set = (list: string) => new Set(wordsOf(plain(list)));
  const phrases = (list: string) => preparePhrases(list, code);
  const months = wordsOf(plain(words.months));
  return {
    code,
    preambles: words.preambles,
    closings: words.closings,
    fillers: phrases(`${promptLanguages[language].fillers.join(', ')}, ${words.asides}`),
    markers: phrases(words.markers),
    restarts: phrases(words.restarts),
    marks: phrases(words.marks),
    negations: set(words.negations),
    interjections: set(words.interjections),
    meansNo: set(words.meansNo),
    interrogatives: set(words.interrogatives),
    answers: set(words.answers),
    orders: set(words.orders),
    stops: set(words.stops),
    // "May" and "march" are verbs more often than months.
    dates: new Set([...months, ...wordsOf(plain(words.weekdays))].filter((word) => !/^(?:may|march)$/.test(word))),
    months,
    dayparts: set(words.dayparts),
    units: prepareGroups(words.units, (group) => group.split('=')[1]!),
    reservations: prepareGroups(plain(words.reservations), (group) => group),
  };
}

function preparePhrases(list: string, code: TongueCode): Phrases {
  const byFirst = new Map<string, string[][]>();
  for (const phrase of list.normalize('NFC').split(',')) {
    const words = tokenize(phrase.trim(), code).map(({ word }) => word);
    const [first] = words;
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), words]);
  }
  for (const phrases of byFirst.values()) phrases.sort((one, other) => other.length - one.length);
  return byFirst;
}

/** Each word or sign of "euro/€=EUR", and what its group stands for. */
function prepareGroups(list: string, nameOf: (group: string) => string): Map<string, string> {
  return new Map(
    wordsOf(list).flatMap((group) =>
      group
        .split('=')[0]!
        .split('/')
        .map((word) => [plain(word), nameOf(group)] as const),
    ),
  );
}

/** How many tokens from `at` on are one of the phrases. */
export function matchPhrase(words: readonly { word: string }[], at: number, phrases: Phrases): number {
  const found = phrases.get(words[at]!.word);
  if (!found) return 0;
  for (const phrase of found) if (phrase.every((word, index) => words[at + index]?.word === word)) return phrase.length;
  return 0;
}
