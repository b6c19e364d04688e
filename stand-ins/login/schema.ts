/**
 * How the database came to be, one step for each change of its shape. A step that has been released never changes;
 * `PRAGMA user_version` counts those that a file has taken. The first may meet tables from before they were counted.
 */
export const schemaSteps: readonly string[] = [
  `
  CREATE TABLE IF NOT EXISTS accounts (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    email_verified INTEGER NOT NULL,
    first_name TEXT,
    last_name TEXT,
    password_hash TEXT NOT NULL,
    organization_id TEXT,
    role TEXT,
    permissions TEXT,
    feature_flags TEXT,
    last_sign_in_at TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    started_at_ms INTEGER NOT NULL,
    refreshed_at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS sessions_of_account ON sessions (account_id);
  CREATE TABLE IF NOT EXISTS refresh_tokens (
    hash TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    issued_at_ms INTEGER NOT NULL,
    used_at_ms INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS refresh_tokens_of_session ON refresh_tokens (session_id);
  CREATE TABLE IF NOT EXISTS authorization_codes (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    code_challenge TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    session_id TEXT
  ) STRICT;
  `,
  // Organizations of their own, several for an account; impersonation; keys that follow the first one.
  `
  CREATE TABLE organizations (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    feature_flags TEXT NOT NULL
  ) STRICT;
  CREATE TABLE memberships (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    organization_id TEXT NOT NULL REFERENCES organizations ON DELETE CASCADE,
    role TEXT NOT NULL,
    permissions TEXT NOT NULL,
    PRIMARY KEY (account_id, organization_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX memberships_of_organization ON memberships (organization_id);
  ALTER TABLE sessions ADD COLUMN organization_id TEXT;
  ALTER TABLE sessions ADD COLUMN impersonator_email TEXT;
  ALTER TABLE sessions ADD COLUMN impersonator_reason TEXT;
  ALTER TABLE authorization_codes ADD COLUMN organization_id TEXT;
  ALTER TABLE authorization_codes ADD COLUMN impersonator_email TEXT;
  ALTER TABLE authorization_codes ADD COLUMN impersonator_reason TEXT;
  CREATE TABLE key_rotations (
    number INTEGER PRIMARY KEY,
    pem TEXT NOT NULL,
    keeps_older INTEGER NOT NULL
  ) STRICT;

  INSERT INTO organizations (id, name, feature_flags)
    SELECT organization_id, organization_id,
      (SELECT json_group_array(DISTINCT flag.value) FROM accounts AS member, json_each(member.feature_flags) AS flag
       WHERE member.organization_id = accounts.organization_id)
    FROM accounts WHERE organization_id IS NOT NULL GROUP BY organization_id;
  INSERT INTO memberships (account_id, organization_id, role, permissions)
    SELECT id, organization_id, coalesce(role, 'member'), coalesce(permissions, '[]')
    FROM accounts WHERE organization_id IS NOT NULL;
  UPDATE sessions SET organization_id = (SELECT organization_id FROM accounts WHERE id = account_id);
  UPDATE authorization_codes SET organization_id = (SELECT organization_id FROM accounts WHERE id = account_id);
  UPDATE accounts SET role = NULL, permissions = NULL, feature_flags = NULL WHERE organization_id IS NOT NULL;
  ALTER TABLE accounts DROP COLUMN organization_id;
  `,
  // What is mailed: confirmations of addresses, new passwords, invitations.
  `
  CREATE TABLE mailed_tokens (
    hash TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    code_hash TEXT,
    expires_at_ms INTEGER NOT NULL,
    used_at_ms INTEGER
  ) STRICT;
  CREATE INDEX mailed_tokens_of_account ON mailed_tokens (account_id, purpose);
  CREATE TABLE invitations (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    organization_id TEXT REFERENCES organizations ON DELETE CASCADE,
    role TEXT NOT NULL,
    permissions TEXT NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    accepted_by TEXT REFERENCES accounts ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX invitations_of_organization ON invitations (organization_id);
  CREATE INDEX invitations_of_account ON invitations (accepted_by);
  `,
  // A second client, the desktop app; whatever there was before belongs to the site.
  `
  ALTER TABLE sessions ADD COLUMN client_id TEXT NOT NULL DEFAULT 'client_writing_ant_development';
  ALTER TABLE authorization_codes ADD COLUMN client_id TEXT NOT NULL DEFAULT 'client_writing_ant_development';
  `,
  // Rights come with an organization only, and an invitation to one makes plain members.
  `
  ALTER TABLE accounts DROP COLUMN role;
  ALTER TABLE accounts DROP COLUMN permissions;
  ALTER TABLE accounts DROP COLUMN feature_flags;
  ALTER TABLE invitations DROP COLUMN role;
  ALTER TABLE invitations DROP COLUMN permissions;
  `,
  // The language of the page on which somebody signed up.
  `
  ALTER TABLE accounts ADD COLUMN locale TEXT;
  `,
];
