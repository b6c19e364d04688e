import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export type MailPurpose = 'email-verification' | 'password-reset';

/** How long a link in a mail works, in milliseconds. */
export const mailedTokenLifeMs: Readonly<Record<MailPurpose, number>> = {
  'email-verification': 24 * 3600_000,
  'password-reset': 3600_000,
};

/** What became of a link that is opened. */
export type TokenState = 'open' | 'used' | 'expired';

const codeDigits = 6;

/** A link is recognised, and said to be too old, this long after it has expired. */
const memoryMs = 30 * 24 * 3600_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** What a mail proves when it comes back: links, and codes to type instead. Kept only as hashes. */
export class MailedTokens {
  readonly #database: DatabaseSync;
  readonly #secret: Buffer;
  readonly #now: () => number;

  constructor(database: DatabaseSync, secret: Buffer, now: () => number) {
    this.#database = database;
    this.#secret = secret;
    this.#now = now;
    database.prepare('DELETE FROM mailed_tokens WHERE expires_at_ms <= ?').run(now() - memoryMs);
  }

  /** A token for a link, and a code of six digits for those who would rather type. */
  issue(purpose: MailPurpose, accountId: string): { token: string; code: string } {
    const token = randomBytes(24).toString('base64url');
    const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
    this.#database
      .prepare('INSERT INTO mailed_tokens (hash, purpose, account_id, code_hash, expires_at_ms) VALUES (?, ?, ?, ?, ?)')
      .run(
        hashOf(token),
        purpose,
        accountId,
        this.#codeHash(accountId, code),
        this.#now() + mailedTokenLifeMs[purpose],
      );
    return { token, code };
  }

  find(purpose: MailPurpose, token: string): { accountId: string; state: TokenState } | undefined {
    const row = this.#database
      .prepare(
        `SELECT account_id AS accountId, expires_at_ms AS expiresAtMs, used_at_ms AS usedAtMs
         FROM mailed_tokens WHERE hash = ? AND purpose = ?`,
      )
      .get(hashOf(token), purpose) as { accountId: string; expiresAtMs: number; usedAtMs: number | null } | undefined;
    if (!row) return undefined;
    const state = row.usedAtMs !== null ? 'used' : row.expiresAtMs <= this.#now() ? 'expired' : 'open';
    return { accountId: row.accountId, state };
  }

  /** Whether a mail that is still good brought this code to the account. */
  matchesCode(purpose: MailPurpose, accountId: string, code: string): boolean {
    const digits = code.replace(/\s/g, '');
    const found = this.#database
      .prepare(
        `SELECT 1 FROM mailed_tokens WHERE account_id = ? AND purpose = ? AND code_hash = ? AND used_at_ms IS NULL
           AND expires_at_ms > ?`,
      )
      .get(accountId, purpose, this.#codeHash(accountId, digits), this.#now());
    return found !== undefined;
  }

  /** Whether a mail to the account is still good. */
  hasOpen(purpose: MailPurpose, accountId: string): boolean {
    return (
      this.#database
        .prepare(
          'SELECT 1 FROM mailed_tokens WHERE account_id = ? AND purpose = ? AND used_at_ms IS NULL AND expires_at_ms > ?',
        )
        .get(accountId, purpose, this.#now()) !== undefined
    );
  }

  /** Spends everything mailed to the account for this purpose; false when none of it was good any more. */
  spendAll(purpose: MailPurpose, accountId: string): boolean {
    const at = this.#now();
    return (
      this.#database
        .prepare(
          `UPDATE mailed_tokens SET used_at_ms = ?
           WHERE account_id = ? AND purpose = ? AND used_at_ms IS NULL AND expires_at_ms > ?`,
        )
        .run(at, accountId, purpose, at).changes > 0
    );
  }

  /** With the secret, because a million codes are soon tried. */
  #codeHash(accountId: string, code: string): string {
    return createHmac('sha256', this.#secret).update(`code ${code} of ${accountId}`).digest('base64url');
  }
}
