import { hash, type KeyObject } from 'node:crypto';
import type { Session } from './authentication.ts';

/** What is known of a token that was found good. */
export interface CheckedToken {
  session: Session;
  keyId: string;
  /** The key that its signature fits. */
  key: KeyObject;
  /** As the token says, in seconds. */
  expiresAt: number;
}

/** An hour of ten thousand people; each takes about a kilobyte. */
const mostTokens = 10_000;

/**
 * Tokens that were found good, by their hashes, because a page asks several times with the same one and to check a signature
 * takes longer than to answer. Whoever finds one here still has to see whether its key is good and it has not expired.
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

/** The tokens themselves are kept nowhere. */
const hashOf = (token: string) => hash('sha256', token, 'base64');
