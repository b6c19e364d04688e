import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../store.ts';

/** Somebody of the staff who sees what the owner of the account sees (specification 3). */
export interface Impersonator {
  email: string;
  reason: string | null;
}

/** Whose session it is. */
export interface SessionOwner {
  /** The client it belongs to: another one cannot refresh it. */
  clientId: string;
  accountId: string;
  /** The organization it acts for; a refresh may change it. */
  organizationId: string | null;
  /** Stays for the whole session. */
  impersonator: Impersonator | null;
}

/** A session together with the refresh token that is good for its next refresh. */
export interface OpenSession extends SessionOwner {
  id: string;
  refreshToken: string;
  /** When `refreshToken` was issued, and with it the access token. */
  issuedAtMs: number;
}

/** Why a code or a refresh token is not accepted. */
export interface Refusal {
  refused: string;
}

const codeMs = 10 * 60_000;

/** A used refresh token is answered once more with the same pair this long, because the first answer may be lost. */
const lostReplyGraceMs = 30_000;

/** A session that is not refreshed for this long is over. Also the life of the cookies. */
export const sessionIdleSeconds = 30 * 24 * 3600;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The columns that tell the owner, the same in both tables. */
const ownerColumns = `client_id AS clientId, account_id AS accountId, organization_id AS organizationId,
  impersonator_email AS impersonatorEmail, impersonator_reason AS impersonatorReason`;

interface OwnerRow {
  clientId: string;
  accountId: string;
  organizationId: string | null;
  impersonatorEmail: string | null;
  impersonatorReason: string | null;
}

const ownerOf = ({ impersonatorEmail, impersonatorReason, ...row }: OwnerRow): SessionOwner => ({
  clientId: row.clientId,
  accountId: row.accountId,
  organizationId: row.organizationId,
  impersonator: impersonatorEmail === null ? null : { email: impersonatorEmail, reason: impersonatorReason },
});

/** One-time codes, sessions and their refresh tokens. Tokens are kept only as hashes. */
export class Sessions {
  readonly #database: DatabaseSync;
  readonly #secret: Buffer;
  readonly #now: () => number;

  constructor(database: DatabaseSync, secret: Buffer, now: () => number) {
    this.#database = database;
    this.#secret = secret;
    this.#now = now;
    this.#deleteExpired();
  }

  /** A code for one exchange within ten minutes (RFC 6749, 4.1.2), bound to the PKCE challenge. */
  issueCode({ clientId, accountId, organizationId, impersonator }: SessionOwner, codeChallenge: string): string {
    const code = `code_${randomBytes(24).toString('base64url')}`;
    this.#database
      .prepare(
        `INSERT INTO authorization_codes (hash, client_id, account_id, organization_id, impersonator_email,
           impersonator_reason, code_challenge, expires_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        hashOf(code),
        clientId,
        accountId,
        organizationId,
        impersonator?.email ?? null,
        impersonator?.reason ?? null,
        codeChallenge,
        this.#now() + codeMs,
      );
    return code;
  }

  /**
   * Starts the session a code stands for. The first attempt uses the code up, whatever it brings; a second one ends the
   * session, because one of the two holders of the code is a thief (RFC 6749, 10.5).
   */
  exchangeCode(clientId: string, code: string, codeVerifier: string): OpenSession | Refusal {
    return inTransaction(this.#database, () => {
      const hash = hashOf(code);
      const row = this.#database
        .prepare(
          `SELECT ${ownerColumns}, code_challenge AS codeChallenge, expires_at_ms AS expiresAtMs,
             session_id AS sessionId FROM authorization_codes WHERE hash = ?`,
        )
        .get(hash) as (OwnerRow & { codeChallenge: string; expiresAtMs: number; sessionId: string | null }) | undefined;
      if (!row || row.expiresAtMs <= this.#now()) return { refused: 'The code has expired or is not known.' };
      if (row.sessionId !== null) {
        this.end(row.sessionId);
        return { refused: 'The code has been used before.' };
      }
      const isPresentedByOwner = row.clientId === clientId;
      const matches = isPresentedByOwner && isCodeVerifier(codeVerifier) && hashOf(codeVerifier) === row.codeChallenge;
      const session = matches ? this.#insert(ownerOf(row)) : undefined;
      this.#database
        .prepare('UPDATE authorization_codes SET session_id = ? WHERE hash = ?')
        .run(session?.id ?? 'none', hash);
      return session ?? { refused: 'The code verifier does not match the code challenge.' };
    });
  }

  /** A session without a code, for tests that need one quickly. */
  start(owner: SessionOwner): OpenSession {
    return inTransaction(this.#database, () => this.#insert(owner));
  }

  /** Looks at a refresh token without using it. */
  findOwner(refreshToken: string): SessionOwner | undefined {
    const row = this.#database
      .prepare(
        `SELECT ${ownerColumns} FROM sessions
         WHERE id = (SELECT session_id FROM refresh_tokens WHERE hash = ?) AND refreshed_at_ms > ?`,
      )
      .get(hashOf(refreshToken), this.#now() - sessionIdleSeconds * 1000) as OwnerRow | undefined;
    return row && ownerOf(row);
  }

  /**
   * Exchanges a refresh token for its successor. The successor follows from the token by the provider's secret, so that
   * a repeated request within the grace gets the same one, also after a restart. A later repetition ends the session
   * (RFC 9700, 4.14.2). The session acts for `organizationId` from now on.
   */
  rotate(refreshToken: string, organizationId: string | null): OpenSession | Refusal {
    return inTransaction(this.#database, () => {
      const owner = this.findOwner(refreshToken);
      const row = this.#findToken(refreshToken);
      if (!row || !owner) return { refused: 'The session has already ended.' };
      const successor = `rt_${createHmac('sha256', this.#secret).update(`successor of ${refreshToken}`).digest('base64url')}`;
      const session = { ...owner, organizationId, id: row.sessionId, refreshToken: successor };
      if (row.usedAtMs === null) {
        const issuedAtMs = this.#now();
        this.#database
          .prepare('UPDATE refresh_tokens SET used_at_ms = ? WHERE hash = ?')
          .run(issuedAtMs, hashOf(refreshToken));
        this.#database.prepare('UPDATE sessions SET refreshed_at_ms = ? WHERE id = ?').run(issuedAtMs, row.sessionId);
        this.#insertToken(row.sessionId, successor, issuedAtMs);
        this.#setOrganization(row.sessionId, organizationId);
        return { ...session, issuedAtMs };
      }
      if (this.#now() - row.usedAtMs <= lostReplyGraceMs) {
        this.#setOrganization(row.sessionId, organizationId);
        return { ...session, issuedAtMs: row.usedAtMs };
      }
      this.end(row.sessionId);
      return { refused: 'The refresh token has been used before; the session has ended.' };
    });
  }

  /** Ends a session; false when there was none. Access tokens already issued live on until they expire. */
  end(sessionId: string): boolean {
    return this.#database.prepare('DELETE FROM sessions WHERE id = ?').run(sessionId).changes > 0;
  }

  /** Ends all sessions of an account, and those that a code could still start. Answers how many there were. */
  endAllOf(accountId: string): number {
    this.#database.prepare('DELETE FROM authorization_codes WHERE account_id = ?').run(accountId);
    return Number(this.#database.prepare('DELETE FROM sessions WHERE account_id = ?').run(accountId).changes);
  }

  /** Sessions of the account that can still be refreshed, newest first. */
  listOf(accountId: string): { id: string; startedAtMs: number }[] {
    return this.#database
      .prepare(
        `SELECT id, started_at_ms AS startedAtMs FROM sessions WHERE account_id = ? AND refreshed_at_ms > ?
         ORDER BY started_at_ms DESC`,
      )
      .all(accountId, this.#now() - sessionIdleSeconds * 1000) as { id: string; startedAtMs: number }[];
  }

  /** How many sessions of the account can still be refreshed. */
  countOf(accountId: string): number {
    const { count } = this.#database
      .prepare('SELECT count(*) AS count FROM sessions WHERE account_id = ? AND refreshed_at_ms > ?')
      .get(accountId, this.#now() - sessionIdleSeconds * 1000) as { count: number };
    return count;
  }

  #setOrganization(sessionId: string, organizationId: string | null): void {
    this.#database.prepare('UPDATE sessions SET organization_id = ? WHERE id = ?').run(organizationId, sessionId);
  }

  #insert(owner: SessionOwner): OpenSession {
    const id = `session_${randomBytes(13).toString('hex')}`;
    const refreshToken = `rt_${randomBytes(32).toString('base64url')}`;
    const issuedAtMs = this.#now();
    this.#database
      .prepare(
        `INSERT INTO sessions (id, client_id, account_id, organization_id, impersonator_email, impersonator_reason,
           started_at_ms, refreshed_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        id,
        owner.clientId,
        owner.accountId,
        owner.organizationId,
        owner.impersonator?.email ?? null,
        owner.impersonator?.reason ?? null,
        issuedAtMs,
        issuedAtMs,
      );
    this.#insertToken(id, refreshToken, issuedAtMs);
    return { ...owner, id, refreshToken, issuedAtMs };
  }

  #insertToken(sessionId: string, refreshToken: string, issuedAtMs: number): void {
    this.#database
      .prepare('INSERT INTO refresh_tokens (hash, session_id, issued_at_ms) VALUES (?, ?, ?)')
      .run(hashOf(refreshToken), sessionId, issuedAtMs);
  }

  #findToken(refreshToken: string): { sessionId: string; usedAtMs: number | null } | undefined {
    return this.#database
      .prepare('SELECT session_id AS sessionId, used_at_ms AS usedAtMs FROM refresh_tokens WHERE hash = ?')
      .get(hashOf(refreshToken)) as { sessionId: string; usedAtMs: number | null } | undefined;
  }

  #deleteExpired(): void {
    this.#database.prepare('DELETE FROM authorization_codes WHERE expires_at_ms <= ?').run(this.#now());
    this.#database
      .prepare('DELETE FROM sessions WHERE refreshed_at_ms <= ?')
      .run(this.#now() - sessionIdleSeconds * 1000);
  }
}

/** RFC 7636, 4.1. */
function isCodeVerifier(text: string): boolean {
  return /^[\w.~-]{43,128}$/.test(text);
}
