import type { TextRequest } from '../../../shared/api/text.ts';
import { allWords, contentWords, WordBag } from './word-shares.ts';

/** The share of content words that may be new before a growing text is not asked about any more. */
const mostAdded = { neutral: 0.35, formal: 0.65, friendly: 0.65 } as const;

/** Shares say nothing of a few words: so many may come in any text. */
const freeWords = 2;

/** So many letters and numbers that nobody said come in any text, in short words, other forms of words and numbers. */
const freeSigns = { any: 60, share: 0.1 } as const;

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
    return this.#new <= freeWords && this.#room.any >= length && this.#room.unsaid >= length;
  }

  /** So many that a text with them fails. */
  get areTooMany(): boolean {
    return this.#new > Math.max(freeWords, this.#written * mostAdded[this.#request.tone]);
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
