import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A form may wait this long for the person, over a lunch or a night. */
const formLifeMs = 24 * 3600_000;

/** What a person has shown, like a password, counts this long for the questions that follow. */
const sealLifeMs = 3600_000;

/**
 * Proves that a form was served by this provider, for this request and to this browser: an HMAC over the time, a random
 * value, the query of the request and the value of a SameSite cookie. Nothing is stored, so a restart changes nothing.
 */
export class FormTransactions {
  readonly #secret: Buffer;
  readonly #now: () => number;

  constructor(secret: Buffer, now: () => number) {
    this.#secret = secret;
    this.#now = now;
  }

  issue(browser: string, query: string): string {
    const head = `${this.#now().toString(36)}.${randomBytes(12).toString('base64url')}`;
    return `${head}.${this.#sign(head, browser, query)}`;
  }

  isValid(transaction: string, browser: string | undefined, query: string, lifeMs = formLifeMs): boolean {
    const [, head = '', time = '', signature = ''] = /^((\w+)\.[\w-]+)\.([\w-]+)$/.exec(transaction) ?? [];
    if (!browser || !head) return false;
    const expected = Buffer.from(this.#sign(head, browser, query));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
    return this.#now() - Number.parseInt(time, 36) <= lifeMs;
  }

  /** Lets the browser carry a value to its next request; `subject` is what both requests must agree on. */
  seal(browser: string, subject: string, value: object): string {
    const text = Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${text}.${this.issue(browser, `${subject} ${text}`)}`;
  }

  /** The value of a seal of this provider, browser and subject within the hour, otherwise `undefined`. */
  unseal<Value extends object>(seal: string, browser: string | undefined, subject: string): Value | undefined {
    const [, text = '', transaction = ''] = /^([\w-]+)\.(.+)$/.exec(seal) ?? [];
    if (!this.isValid(transaction, browser, `${subject} ${text}`, sealLifeMs)) return undefined;
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  }

  #sign(head: string, browser: string, query: string): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify(['form', head, browser, query]))
      .digest('base64url');
  }
}
