import { promptLanguages } from '../../../content/prompts/versions.ts';
import type { TextRequest } from '../../../shared/api/text.ts';

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

export const allWords = (text: string): string[] =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];

/** Words that carry a text: four letters or more, or a number, and no filler. */
export function contentWords(text: string, { language }: Pick<TextRequest, 'language'>): string[] {
  const fillers = new Set(promptLanguages[language].fillers);
  return allWords(text).filter((word) => (word.length >= 4 || /\p{N}/u.test(word)) && !fillers.has(word));
}

/** Two words of the same beginning are forms of one word when they share so much of the longer one. */
const sharedStem = { letters: 4, share: 0.6 } as const;

/** Words, each of which can be found in any of its forms. */
export class WordBag {
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
