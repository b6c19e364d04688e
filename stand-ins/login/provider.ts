import type { DatabaseSync } from 'node:sqlite';
import { MailFolder } from '../mail-folder.ts';
import { openStore } from '../store.ts';
import { type Account, Accounts } from './accounts.ts';
import type { LoginConfig } from './config.ts';
import { type Faults, noFaults } from './faults.ts';
import { Invitations } from './invitations.ts';
import { type Keys, loadKeys } from './keys.ts';
import { MailedTokens } from './mailed-tokens.ts';
import { Organizations } from './organizations.ts';
import { Passwords } from './passwords.ts';
import { schemaSteps } from './schema.ts';
import { Seals } from './seals.ts';
import { type OpenSession, Sessions } from './sessions.ts';
import { authenticationAnswer } from './tokens.ts';

/** What the routes work with. */
export class Provider {
  readonly config: LoginConfig;
  readonly keys: Keys;
  readonly passwords: Passwords;
  readonly accounts: Accounts;
  readonly organizations: Organizations;
  readonly sessions: Sessions;
  readonly invitations: Invitations;
  readonly mailedTokens: MailedTokens;
  readonly mailFolder: MailFolder;
  readonly seals: Seals;
  faults: Faults = noFaults;
  readonly #database: DatabaseSync;

  constructor(config: LoginConfig, database: DatabaseSync, keys: Keys, now: () => number) {
    this.config = config;
    this.keys = keys;
    this.#database = database;
    this.passwords = new Passwords(config.passwordCost);
    this.accounts = new Accounts(database, this.passwords, now);
    this.organizations = new Organizations(database);
    this.sessions = new Sessions(database, keys.secret, now);
    this.invitations = new Invitations(database, this.organizations, now);
    this.mailedTokens = new MailedTokens(database, keys.secret, now);
    this.mailFolder = new MailFolder(config.mailFolder);
    this.seals = new Seals(keys.secret, now);
  }

  /** The tokens of a session, as they go over the wire. */
  answerFor(session: OpenSession) {
    const { accountId, organizationId } = session;
    return authenticationAnswer(this.config, this.keys, {
      session,
      account: this.accounts.get(accountId),
      membership: organizationId === null ? undefined : this.organizations.findMembership(accountId, organizationId),
      tokenSeconds: this.faults.tokenSeconds ?? this.config.tokenSeconds,
    });
  }

  /** Whether somebody has to confirm the address before the session begins. */
  demandsVerification({ emailVerified }: Account): boolean {
    return !emailVerified && (this.faults.emailVerification ?? this.config.emailVerification) === 'required';
  }

  close(): void {
    this.#database.close();
  }
}

/** Opens the folder of the provider; `now` answers milliseconds since 1970. Throws `FolderInUseError`. */
export async function openProvider(config: LoginConfig, now: () => number = Date.now): Promise<Provider> {
  const database = openStore({ folder: config.folder, owner: 'development login provider', steps: schemaSteps });
  try {
    return new Provider(config, database, await loadKeys(config.folder, database), now);
  } catch (error) {
    database.close();
    throw error;
  }
}
