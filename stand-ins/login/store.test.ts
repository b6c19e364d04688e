import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderTooNewError, openStore } from '../store.ts';
import { briefCost, Passwords } from './passwords.ts';
import { schemaSteps } from './schema.ts';
import { makeFolder, startTestProvider } from './testing/test-provider.ts';
import { ada, tokensOf, Visitor } from './testing/visitor.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The database as the version before numbered steps left it. */
function openOld(): DatabaseSync {
  mkdirSync(path.join(folder, 'login'));
  const database = new DatabaseSync(path.join(folder, 'login', 'login.db'));
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(schemaSteps[0] ?? '');
  return database;
}

it('accounts, organizations and sessions of the first version live on', async () => {
  const old = openOld();
  const passwordHash = await new Passwords(briefCost).hash(ada.password);
  const insert = old.prepare(
    `INSERT INTO accounts (id, email, email_verified, first_name, last_name, password_hash, organization_id, role,
       permissions, feature_flags, created_at, updated_at)
     VALUES (?, ?, 0, 'Ada', 'Lovelace', ?, ?, ?, ?, ?, '2025-08-01T00:00:00.000Z', '2025-08-01T00:00:00.000Z')`,
  );
  insert.run('user_1', 'plain@example.com', passwordHash, null, 'admin', '["a"]', '["x"]');
  insert.run('user_2', 'member@example.com', passwordHash, 'org_a', 'owner', '["b"]', '["y","z"]');
  insert.run('user_3', 'other@example.com', passwordHash, 'org_a', null, null, '["z"]');
  old.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?)').run('session_1', 'user_2', Date.now(), Date.now());
  // SHA-256 of "rt_of_the_old_version" in base64url.
  const hash = 'L6uhbrp3uAemL93oz5zrLFxbMDIXNXB3XaL8V4Cy00c';
  old.prepare('INSERT INTO refresh_tokens VALUES (?, ?, ?, NULL)').run(hash, 'session_1', Date.now());
  old.close();

  const provider = await startTestProvider({ DATA_DIR: folder });
  try {
    const visitor = new Visitor(provider);
    const claimsOf = async (tokens: Promise<{ access_token: string }>) => {
      const { org_id, role, permissions, feature_flags } = decodeJwt((await tokens).access_token);
      return { org_id, role, permissions, feature_flags: (feature_flags as string[] | undefined)?.sort() };
    };
    const signIn = async (email: string) => tokensOf(await visitor.exchange(await visitor.signIn({ ...ada, email })));
    expect(await claimsOf(signIn('plain@example.com'))).toEqual({
      org_id: undefined,
      role: undefined,
      permissions: undefined,
      feature_flags: undefined,
    });
    const inOrganization = { org_id: 'org_a', role: 'owner', permissions: ['b'], feature_flags: ['y', 'z'] };
    expect(await claimsOf(signIn('member@example.com'))).toEqual(inOrganization);
    expect(await claimsOf(visitor.refresh('rt_of_the_old_version').then((answer) => tokensOf(answer)))).toEqual(
      inOrganization,
    );
    expect(await claimsOf(signIn('other@example.com'))).toEqual({
      org_id: 'org_a',
      role: 'member',
      permissions: undefined,
      feature_flags: ['y', 'z'],
    });
  } finally {
    await provider.close();
  }
});

it('a folder of a later version is left alone', () => {
  const place = { folder: path.join(folder, 'login'), owner: 'provider', steps: schemaSteps };
  openStore(place).close();
  const later = new DatabaseSync(path.join(folder, 'login', 'login.db'));
  later.exec(`PRAGMA user_version = ${schemaSteps.length + 1}`);
  later.close();
  expect(() => openStore(place)).toThrow(FolderTooNewError);
});
