import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../store.ts';
import { normalizeEmail } from './accounts.ts';
import type { TokenState } from './mailed-tokens.ts';
import { type Organizations, standardRole } from './organizations.ts';

/** What somebody is invited to: an account, and with `organizationId` a place in an organization. */
export interface NewInvitation {
  email: string;
  organizationId: string | null;
  lifeMs?: number;
}

export interface Invitation {
  id: string;
  email: string;
  organizationId: string | null;
  state: TokenState;
}

/** How long an invitation can be accepted. */
export const invitationLifeMs = 7 * 24 * 3600_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Invitations by e-mail. The token in the mail is kept only as a hash. */
export class Invitations {
  readonly #database: DatabaseSync;
  readonly #organizations: Organizations;
  readonly #now: () => number;

  constructor(database: DatabaseSync, organizations: Organizations, now: () => number) {
    this.#database = database;
    this.#organizations = organizations;
    this.#now = now;
  }

  /** Answers the token that the mail carries. */
  create({ email, organizationId, lifeMs = invitationLifeMs }: NewInvitation): { id: string; token: string } {
    const id = `invitation_${randomBytes(13).toString('hex')}`;
    const token = randomBytes(24).toString('base64url');
    this.#database
      .prepare('INSERT INTO invitations (id, hash, email, organization_id, expires_at_ms) VALUES (?, ?, ?, ?, ?)')
      .run(id, hashOf(token), normalizeEmail(email), organizationId, this.#now() + lifeMs);
    return { id, token };
  }

  find(token: string): Invitation | undefined {
    const row = this.#database
      .prepare(
        `SELECT id, email, organization_id AS organizationId,
           CASE WHEN accepted_by IS NOT NULL THEN 'used' WHEN expires_at_ms <= ? THEN 'expired' ELSE 'open' END AS state
         FROM invitations WHERE hash = ?`,
      )
      .get(this.#now(), hashOf(token));
    return row as Invitation | undefined;
  }

  /** Makes the account a member of what it is invited to. Once; a second time, by a double click, changes nothing. */
  accept({ id, organizationId }: Invitation, accountId: string): void {
    inTransaction(this.#database, () => {
      const { changes } = this.#database
        .prepare('UPDATE invitations SET accepted_by = ? WHERE id = ? AND accepted_by IS NULL')
        .run(accountId, id);
      if (changes && organizationId !== null)
        this.#organizations.setMember(accountId, organizationId, { role: standardRole, permissions: [] });
    });
  }
}
