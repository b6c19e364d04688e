import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Passwords } from './passwords.ts';

export interface Account {
  id: string;
  email: string;
  emailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  /** Of the page on which they signed up. */
  locale: string | null;
  passwordHash: string;
  /** ISO 8601, like the other times. */
  lastSignInAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** What a new account is made of; `password` in clear, hashed before it is kept. */
export interface NewAccount {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  emailVerified?: boolean;
  locale?: string | undefined;
}

/** E-mail addresses are compared without regard to case and surrounding spaces. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

const columns = `id, email, email_verified AS emailVerified, first_name AS firstName, last_name AS lastName, locale,
  password_hash AS passwordHash, last_sign_in_at AS lastSignInAt, created_at AS createdAt, updated_at AS updatedAt`;

type Row = Omit<Account, 'emailVerified'> & { emailVerified: number };
const accountOf = (row: Row): Account => ({ ...row, emailVerified: row.emailVerified === 1 });

export class Accounts {
  readonly #database: DatabaseSync;
  readonly #passwords: Passwords;
  readonly #now: () => number;

  constructor(database: DatabaseSync, passwords: Passwords, now: () => number) {
    this.#database = database;
    this.#passwords = passwords;
    this.#now = now;
  }

  /** Answers `undefined` when the address has an account already. */
  async create({
    email,
    password,
    firstName,
    lastName,
    emailVerified,
    locale,
  }: NewAccount): Promise<Account | undefined> {
    const id = `user_${randomBytes(13).toString('hex')}`;
    const passwordHash = await this.#passwords.hash(password);
    const { changes } = this.#database
      .prepare(
        `INSERT INTO accounts (id, email, email_verified, first_name, last_name, locale, password_hash, created_at, updated_at)
         VALUES (:id, :email, :verified, :firstName, :lastName, :locale, :passwordHash, :at, :at) ON CONFLICT (email) DO NOTHING`,
      )
      .run({
        ...{ id, firstName, lastName, passwordHash, locale: locale ?? null },
        ...{ email: normalizeEmail(email), verified: emailVerified ? 1 : 0, at: this.#time() },
      });
    return changes ? this.get(id) : undefined;
  }

  findByEmail(email: string): Account | undefined {
    return this.#find('email', normalizeEmail(email));
  }

  find(id: string): Account | undefined {
    return this.#find('id', id);
  }

  get(id: string): Account {
    const account = this.find(id);
    if (!account) throw new Error(`There is no account ${id}.`);
    return account;
  }

  /** The newest first, after the one with the id `after` where it is given. */
  listNewest(limit: number, after?: string): Account[] {
    const rows = this.#database
      .prepare(
        `SELECT ${columns} FROM accounts
         WHERE :after IS NULL OR (created_at, rowid) < (SELECT created_at, rowid FROM accounts WHERE id = :after)
         ORDER BY created_at DESC, rowid DESC LIMIT :limit`,
      )
      .all({ limit, after: after ?? null });
    return (rows as unknown as Row[]).map(accountOf);
  }

  /** In the order in which they were made. */
  list(): Account[] {
    const rows = this.#database.prepare(`SELECT ${columns} FROM accounts ORDER BY created_at, rowid`).all();
    return (rows as unknown as Row[]).map(accountOf);
  }

  /** Somebody has shown that mail to the address arrives. */
  markVerified(id: string): void {
    this.#database
      .prepare('UPDATE accounts SET email_verified = 1, updated_at = ? WHERE id = ? AND email_verified = 0')
      .run(this.#time(), id);
  }

  setPasswordHash(id: string, passwordHash: string): void {
    this.#database
      .prepare('UPDATE accounts SET password_hash = ?, updated_at = ? WHERE id = ?')
      .run(passwordHash, this.#time(), id);
  }

  /** With its sessions and memberships; false when there was none. */
  remove(id: string): boolean {
    return this.#database.prepare('DELETE FROM accounts WHERE id = ?').run(id).changes > 0;
  }

  recordSignIn(id: string): void {
    this.#database.prepare('UPDATE accounts SET last_sign_in_at = ? WHERE id = ?').run(this.#time(), id);
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }

  #find(column: 'id' | 'email', value: string): Account | undefined {
    const row = this.#database.prepare(`SELECT ${columns} FROM accounts WHERE ${column} = ?`).get(value);
    return row && accountOf(row as unknown as Row);
  }
}

/** The account as it goes over the wire (specification 3, in the provider's snake case). */
export function userOnWire(account: Account) {
  return {
    object: 'user',
    id: account.id,
    email: account.email,
    email_verified: account.emailVerified,
    first_name: account.firstName,
    last_name: account.lastName,
    profile_picture_url: null,
    last_sign_in_at: account.lastSignInAt,
    external_id: null,
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  };
}
