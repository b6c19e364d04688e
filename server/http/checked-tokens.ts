import { hash, type KeyObject } from 'node:crypto';
import type { Session } from './session.ts';

/** What is known of a token that was found valid. */
export interface CheckedToken {
  session: Session;
  keyId: string;
  /** The key that matched its signature. */
  key: KeyObject;
  /** Expiry according to the token, in seconds. */
  expiresAt: number;
}

/** One hour of ten thousand people; each takes about a kilobyte. */
const mostTokens = 10_000;

/**
 * Tokens that were found valid, by their hashes: a page asks several times with the same one, and checking a signature
 * takes longer than answering. Callers must still check that the key is valid and that the token has not expired.
 */
export class CheckedTokens {
  readonly #tokens = new Map<string, CheckedToken>();
  readonly #most: number;

  constructor(most = mostTokens) {
    this.#most = most;
  }

  find(token: string): CheckedToken | undefined {
    return this.#tokens.get(hashOf(token));
  }

  /** Forgets the oldest one when there are too many. */
  keep(token: string, checked: CheckedToken): void {
    if (this.#tokens.size >= this.#most) this.#tokens.delete(this.#tokens.keys().next().value!);
    this.#tokens.set(hashOf(token), checked);
  }

  forget(token: string): void {
    this.#tokens.delete(hashOf(token));
  }
}

/** The tokens themselves are not stored. */
const hashOf = (token: string) => hash('sha256', token, 'base64');
