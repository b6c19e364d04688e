import type { TextRequest } from '../../../shared/api/text.ts';
import type { TextOperation } from '../../../shared/business/text-service.ts';
import { GrownText } from './grown-text.ts';
import { NewWords } from './new-words.ts';
import type { Prompt } from './prompt.ts';

/** Characters of a text that are judged first, and how many times as many each time after that: few questions, early words. */
const windows = { first: 300, growth: 2 } as const;

/**
 * A text that grows, and how far it may be told meanwhile. What its user said was judged before; anything else is judged first,
 * in windows that grow, each with all that comes before it.
 */
export class ToldText {
  readonly #text = new GrownText();
  /** Undefined where a text is to be invented. */
  readonly #newWords: NewWords | undefined;
  readonly #judge: (text: string) => Promise<void>;
  #judged = 0;
  #nextWindow: number = windows.first;

  /** `judge` throws what is not allowed. */
  constructor(
    operation: TextOperation,
    request: TextRequest,
    { said }: Prompt,
    judge: (text: string) => Promise<void>,
  ) {
    this.#newWords = operation === 'generate' ? undefined : new NewWords(request, said.join(' '));
    this.#judge = judge;
  }

  get isEmpty(): boolean {
    return this.#text.isEmpty;
  }

  add(piece: string): void {
    this.#text.add(piece);
    this.#newWords?.add(piece);
  }

  toString(): string {
    return this.#text.toString();
  }

  /** Whether all of it may be told by now. */
  async mayBeTold(): Promise<boolean> {
    if (this.#newWords?.areFew) return true;
    // What would fail its checks in the end is not worth a question.
    if (this.#text.length < this.#nextWindow || this.#newWords?.areTooMany) return false;
    await this.#requireJudged();
    return true;
  }

  /** To be called once it is whole: judges what has not been judged yet. */
  async requireJudged(): Promise<void> {
    this.#newWords?.finish();
    if (!this.#newWords?.areFew) await this.#requireJudged();
  }

  async #requireJudged(): Promise<void> {
    const { length } = this.#text;
    if (length === this.#judged) return;
    await this.#judge(this.toString());
    this.#judged = length;
    this.#nextWindow = windows.growth * length;
  }
}
