import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export interface Organization {
  id: string;
  name: string;
  /** What is switched on for all of its members. */
  featureFlags: string[];
}

/** An account's place in an organization. */
export interface Membership {
  organization: Organization;
  role: string;
  permissions: string[];
}

/** The role of a member who was given none. */
export const standardRole = 'member';

interface MembershipRow {
  id: string;
  name: string;
  featureFlags: string;
  role: string;
  permissions: string;
}

const membershipOf = ({ id, name, featureFlags, role, permissions }: MembershipRow): Membership => ({
  organization: { id, name, featureFlags: JSON.parse(featureFlags) },
  role,
  permissions: JSON.parse(permissions),
});

/** Organizations and who belongs to them. An account may belong to several. */
export class Organizations {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Makes an organization, or changes the one with this id. */
  save({ id, name, featureFlags }: Omit<Organization, 'id'> & { id?: string | undefined }): Organization {
    const organization = { id: id ?? `org_${randomBytes(13).toString('hex')}`, name, featureFlags };
    this.#database
      .prepare(
        `INSERT INTO organizations (id, name, feature_flags) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, feature_flags = excluded.feature_flags`,
      )
      .run(organization.id, name, JSON.stringify(featureFlags));
    return organization;
  }

  find(id: string): Organization | undefined {
    return this.list().find((organization) => organization.id === id);
  }

  /** By name. */
  list(): Organization[] {
    const rows = this.#database
      .prepare('SELECT id, name, feature_flags AS featureFlags FROM organizations ORDER BY name, id')
      .all() as unknown as (Omit<Organization, 'featureFlags'> & { featureFlags: string })[];
    return rows.map((row) => ({ ...row, featureFlags: JSON.parse(row.featureFlags) }));
  }

  /** Makes the account a member, or gives the member another role and other permissions. Both must exist. */
  setMember(accountId: string, organizationId: string, rights: { role: string; permissions: readonly string[] }): void {
    this.#database
      .prepare(
        `INSERT INTO memberships (account_id, organization_id, role, permissions) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET role = excluded.role, permissions = excluded.permissions`,
      )
      .run(accountId, organizationId, rights.role, JSON.stringify(rights.permissions));
  }

  /** False when the account was not a member. */
  removeMember(accountId: string, organizationId: string): boolean {
    return (
      this.#database
        .prepare('DELETE FROM memberships WHERE account_id = ? AND organization_id = ?')
        .run(accountId, organizationId).changes > 0
    );
  }

  /** Those of one account, by the name of the organization. */
  membershipsOf(accountId: string): Membership[] {
    const rows = this.#database
      .prepare(
        `SELECT id, name, feature_flags AS featureFlags, role, permissions
         FROM memberships JOIN organizations ON id = organization_id WHERE account_id = ? ORDER BY name, id`,
      )
      .all(accountId) as unknown as MembershipRow[];
    return rows.map(membershipOf);
  }

  findMembership(accountId: string, organizationId: string): Membership | undefined {
    return this.membershipsOf(accountId).find(({ organization }) => organization.id === organizationId);
  }
}
