import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../store.ts';
import { normalizeEmail } from './accounts.ts';
import type { TokenState } from './mailed-tokens.ts';
import type { Organizations } from './organizations.ts';

/** What somebody is invited to: an account, and with `organizationId` a place in an organization. */
export interface NewInvitation {
  email: string;
  organizationId: string | null;
  role: string;
  permissions: readonly string[];
  /** May be negative: expired when it is made. */
  lifeMs?: number;
}

export interface Invitation extends NewInvitation {
  id: string;
  state: TokenState;
  /** The account that came of it. */
  acceptedBy: string | null;
}

/** How long an invitation can be accepted. */
export const invitationLifeMs = 7 * 24 * 3600_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

interface InvitationRow {
  id: string;
  email: string;
  organizationId: string | null;
  role: string;
  permissions: string;
  expiresAtMs: number;
  acceptedBy: string | null;
}

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
  create({ email, organizationId, role, permissions, lifeMs = invitationLifeMs }: NewInvitation): {
    id: string;
    token: string;
  } {
    const id = `invitation_${randomBytes(13).toString('hex')}`;
    const token = randomBytes(24).toString('base64url');
    this.#database
      .prepare(
        `INSERT INTO invitations (id, hash, email, organization_id, role, permissions, expires_at_ms)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        id,
        hashOf(token),
        normalizeEmail(email),
        organizationId,
        role,
        JSON.stringify(permissions),
        this.#now() + lifeMs,
      );
    return { id, token };
  }

  find(token: string): Invitation | undefined {
    const row = this.#database
      .prepare(
        `SELECT id, email, organization_id AS organizationId, role, permissions, expires_at_ms AS expiresAtMs,
           accepted_by AS acceptedBy FROM invitations WHERE hash = ?`,
      )
      .get(hashOf(token)) as InvitationRow | undefined;
    if (!row) return undefined;
    const { expiresAtMs, ...rest } = row;
    const state = row.acceptedBy !== null ? 'used' : expiresAtMs <= this.#now() ? 'expired' : 'open';
    return { ...rest, permissions: JSON.parse(row.permissions), state };
  }

  /** Makes the account a member of what it is invited to. Once; a second time, by a double click, changes nothing. */
  accept({ id, organizationId, role, permissions }: Invitation, accountId: string): void {
    inTransaction(this.#database, () => {
      const { changes } = this.#database
        .prepare('UPDATE invitations SET accepted_by = ? WHERE id = ? AND accepted_by IS NULL')
        .run(accountId, id);
      if (changes && organizationId !== null)
        this.#organizations.setMember(accountId, organizationId, { role, permissions });
    });
  }
}
