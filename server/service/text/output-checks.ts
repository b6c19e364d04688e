import { promptLanguages } from '../../../content/prompts/versions.ts';
import type { TextPoint, TextRequest } from '../../../shared/api/text.ts';
import type { TextOperation } from '../../../shared/business/text-service.ts';
import type { Prompt } from './prompt.ts';

/** What is wrong with a text that a model wrote. */
export type OutputFault =
  | 'empty'
  | 'leaked-prompt'
  | 'wrong-language'
  | 'lost-words'
  | 'lost-part'
  | 'new-words'
  | 'answered-question'
  | 'no-points';

/** Shares of content words that have to survive, in the whole and in each fifth, and that may be new. */
const thresholds = {
  neutral: { survival: 0.6, survivalOfFifth: 0.4, added: 0.35 },
  formal: { survival: 0.4, survivalOfFifth: 0.25, added: 0.65 },
  friendly: { survival: 0.4, survivalOfFifth: 0.25, added: 0.65 },
} as const;

/** Shares say nothing of a few words: so many may go (taken back, mended) and come in any text. */
const freeWords = { lost: 3, added: 2 } as const;

/** So many letters and numbers that nobody said come in any text, in short words, other forms of words and numbers. */
const freeSigns = { any: 60, share: 0.1 } as const;

/** From so many content words on, each fifth of a text is looked at by itself. */
const wordsWithFifths = 40;

/** From so many characters on, a language is told reliably. */
const charactersWithLanguage = 40;

/** A line of the rules that is this long does not stand in a text by chance. */
const telltaleLineLength = 40;

/** The first fault of a text, which must be whole. */
export async function findFault(
  operation: TextOperation,
  request: TextRequest,
  prompt: Prompt,
  text: string,
): Promise<OutputFault | undefined> {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'empty';
  if (leaks(prompt, request.transcript, text)) return 'leaked-prompt';
  if (!(await isInLanguage(operation, request, text))) return 'wrong-language';
  if (operation === 'generate') return undefined;
  if (operation === 'structure' && !readPoints(text)) return 'no-points';
  if (operation === 'enhance' && request.transcript.includes('?') && !text.includes('?')) return 'answered-question';
  const { survival, survivalOfFifth, added } = thresholds[request.tone];
  const said = contentWords(request.transcript, request);
  const survived = measureSurvival(request.transcript, text, request);
  if (said.length * (1 - survived.whole) > Math.max(freeWords.lost, said.length * (1 - survival))) return 'lost-words';
  if (said.length >= wordsWithFifths && survived.fifths.some((share) => share < survivalOfFifth)) return 'lost-part';
  const written = contentWords(text, request).length;
  if (measureNewWords(request.transcript, text, request) * written > Math.max(freeWords.added, written * added))
    return 'new-words';
  return undefined;
}

function leaks({ instructions, tag }: Prompt, transcript: string, text: string): boolean {
  if (text.includes(tag)) return true;
  return instructions
    .split('\n')
    .some((line) => line.length >= telltaleLineLength && text.includes(line) && !transcript.includes(line));
}

/** Whoever dictates in another language than the one named gets that one back, unless a text is generated. */
async function isInLanguage(
  operation: TextOperation,
  { language, transcript }: TextRequest,
  text: string,
): Promise<boolean> {
  const found = await findLanguage(text);
  if (!found || promptLanguages[language].detected.includes(found)) return true;
  return operation !== 'generate' && found === (await findLanguage(transcript));
}

/** ISO 639-1; undefined where a text is too short to tell. */
export async function findLanguage(text: string): Promise<string | undefined> {
  if (text.trim().length < charactersWithLanguage) return undefined;
  // Loaded with the first text: it takes as long as half the server, and most processes are commands of operators.
  const { eld } = await import('eld/small');
  const detected = eld.detect(text);
  return detected.isReliable() ? detected.language : undefined;
}

/** The share of content words of `transcript` that stand in `text`, in the whole and in each fifth. */
export function measureSurvival(
  transcript: string,
  text: string,
  { language }: Pick<TextRequest, 'language'>,
): { whole: number; fifths: number[] } {
  const written = new WordBag(contentWords(text, { language }));
  // Each word that was written stands for one that was said.
  const survived = contentWords(transcript, { language }).map((word) => (written.take(word) ? 1 : 0));
  const share = (part: readonly number[]) =>
    part.length ? part.reduce((sum: number, each) => sum + each, 0) / part.length : 1;
  const fifths = [0, 1, 2, 3, 4].map((fifth) =>
    share(survived.slice((survived.length * fifth) / 5, (survived.length * (fifth + 1)) / 5)),
  );
  return { whole: share(survived), fifths };
}

/** The share of content words of `text` that stand neither in `transcript` nor in its vocabulary. */
export function measureNewWords(
  transcript: string,
  text: string,
  { language, vocabulary = [] }: Pick<TextRequest, 'language' | 'vocabulary'>,
): number {
  const known = new WordBag(contentWords([transcript, ...vocabulary].join(' '), { language }));
  const written = contentWords(text, { language });
  return written.length ? written.filter((word) => !known.has(word)).length / written.length : 0;
}

/** Counts, while a text grows, the words in it that nobody said. */
export class NewWords {
  readonly #request: TextRequest;
  readonly #known: WordBag;
  readonly #said: ReadonlySet<string>;
  /** The last word may go on. */
  #unfinished = '';
  #written = 0;
  #new = 0;
  /** How many more letters and numbers may come, and how many of words that were not said just so. */
  readonly #room: { any: number; unsaid: number };

  constructor(request: TextRequest, said: string) {
    this.#request = request;
    this.#known = new WordBag(contentWords(said, request));
    this.#said = new Set(allWords(said));
    const letters = allWords(request.transcript).join('').length;
    this.#room = { any: letters + freeSigns.any, unsaid: letters * freeSigns.share + freeSigns.any };
  }

  /**
   * So few that any text may have them: it is still what was said. Short words and forms of known words are not new; a text that
   * says something else by them has too many letters of those, or too many letters.
   */
  get areFew(): boolean {
    // Not every script has spaces: a word that does not end is not left out.
    const { length } = this.#unfinished;
    return this.#new <= freeWords.added && this.#room.any >= length && this.#room.unsaid >= length;
  }

  /** So many that a text with them fails. */
  get areTooMany(): boolean {
    return this.#new > Math.max(freeWords.added, this.#written * thresholds[this.#request.tone].added);
  }

  add(piece: string): void {
    const text = this.#unfinished + piece;
    const end = text.search(/[\p{L}\p{M}\p{N}]*$/u);
    this.#unfinished = text.slice(end);
    this.#count(text.slice(0, end));
  }

  finish(): void {
    this.#count(this.#unfinished);
    this.#unfinished = '';
  }

  #count(text: string): void {
    const words = contentWords(text, this.#request);
    this.#written += words.length;
    this.#new += words.filter((word) => !this.#known.has(word)).length;
    for (const word of allWords(text)) {
      this.#room.any -= word.length;
      if (!this.#said.has(word)) this.#room.unsaid -= word.length;
    }
  }
}

const allWords = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];

/** Words that carry a text: four letters or more, or a number, and no filler. */
function contentWords(text: string, { language }: Pick<TextRequest, 'language'>): string[] {
  const fillers = new Set(promptLanguages[language].fillers);
  return allWords(text).filter((word) => (word.length >= 4 || /\p{N}/u.test(word)) && !fillers.has(word));
}

/** Two words of the same beginning are forms of one word when they share so much of the longer one. */
const sharedStem = { letters: 4, share: 0.6 } as const;

/** Words, each of which can be found in any of its forms. */
class WordBag {
  readonly #byBeginning = new Map<string, string[]>();

  constructor(words: readonly string[]) {
    for (const word of words.map(withoutAccents)) {
      const known = this.#byBeginning.get(beginningOf(word));
      if (known) known.push(word);
      else this.#byBeginning.set(beginningOf(word), [word]);
    }
  }

  has(word: string): boolean {
    return this.#find(withoutAccents(word)) !== undefined;
  }

  take(word: string): boolean {
    const plain = withoutAccents(word);
    const found = this.#find(plain);
    if (!found) return false;
    found.words.splice(found.index, 1);
    return true;
  }

  #find(word: string): { words: string[]; index: number } | undefined {
    const words = this.#byBeginning.get(beginningOf(word)) ?? [];
    const same = words.indexOf(word);
    const index = same >= 0 ? same : words.findIndex((other) => areForms(word, other));
    return index >= 0 ? { words, index } : undefined;
  }
}

const beginningOf = (word: string) => word.slice(0, sharedStem.letters);

const withoutAccents = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');

function areForms(one: string, other: string): boolean {
  if (/\p{N}/u.test(one)) return false;
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= sharedStem.letters && shared >= sharedStem.share * Math.max(one.length, other.length);
}

/** Lines that begin with `- `, and lines below them with `  - `; undefined for any other text. */
export function readPoints(text: string): TextPoint[] | undefined {
  const points: TextPoint[] = [];
  for (const line of text.split('\n').filter((each) => each.trim())) {
    const [, indent, said] = /^( {2,4}|\t)?- +(\S.*)$/.exec(line.trimEnd()) ?? [];
    if (said === undefined) return undefined;
    if (indent === undefined) points.push({ text: said, points: [] });
    else if (points.length) points.at(-1)!.points.push(said);
    else return undefined;
  }
  return points.length ? points : undefined;
}
