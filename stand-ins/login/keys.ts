import { createPrivateKey, createPublicKey, generateKeyPair, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import { syncFolder } from '../store.ts';

interface SigningKey {
  id: string;
  key: KeyObject;
  /** The public half, as `/sso/jwks/` serves it. */
  jwk: JWK;
}

/**
 * The keys that sign access tokens (RS256). The first one is a file of the folder; those that follow it, by rotation,
 * are in the database, each with whether its predecessors are still published.
 */
export class Keys {
  /** For what only this provider has to recognise: forms and refresh tokens. It outlives every rotation. */
  readonly secret: Buffer;
  readonly #database: DatabaseSync;
  /** The newest, which signs, first. */
  #published: readonly [SigningKey, ...SigningKey[]];

  constructor(database: DatabaseSync, secret: Buffer, published: readonly [SigningKey, ...SigningKey[]]) {
    this.#database = database;
    this.secret = secret;
    this.#published = published;
  }

  get signing(): KeyObject {
    return this.#published[0].key;
  }

  get keyId(): string {
    return this.#published[0].id;
  }

  get publicJwks(): JWK[] {
    return this.#published.map(({ jwk }) => jwk);
  }

  /** Signs with a new key from now on; without `keepOld` the keys before it prove nothing any more. */
  async rotate({ keepOld }: { keepOld: boolean }): Promise<void> {
    const pem = await makePem();
    this.#database.prepare('INSERT INTO key_rotations (pem, keeps_older) VALUES (?, ?)').run(pem, keepOld ? 1 : 0);
    this.#published = [await readKey(pem), ...(keepOld ? this.#published : [])];
  }

  /** A set as it should be, except that its keys are others than the ones that sign under these ids. */
  async lyingJwks(): Promise<JWK[]> {
    const { jwk } = await readKey(await makePem());
    return this.#published.map(({ id }) => ({ ...jwk, kid: id }));
  }
}

/** Reads the keys of the folder, or makes the first. Needs the lock of the store, so that only one process makes one. */
export async function loadKeys(folder: string, database: DatabaseSync): Promise<Keys> {
  const file = path.join(folder, 'signing-key.pem');
  const first = await readKey(findText(file) ?? (await makeKeyFile(folder, file)));
  const der = first.key.export({ type: 'pkcs8', format: 'der' });
  const secret = Buffer.from(hkdfSync('sha256', der, '', 'forms and refresh tokens', 32));

  let published: [SigningKey, ...SigningKey[]] = [first];
  const rotations = database
    .prepare('SELECT pem, keeps_older AS keepsOlder FROM key_rotations ORDER BY number')
    .all() as unknown as { pem: string; keepsOlder: number }[];
  for (const { pem, keepsOlder } of rotations) published = [await readKey(pem), ...(keepsOlder ? published : [])];
  return new Keys(database, secret, published);
}

async function readKey(pem: string): Promise<SigningKey> {
  const key = createPrivateKey(pem);
  const jwk = await exportJWK(createPublicKey(key));
  const id = await calculateJwkThumbprint(jwk);
  return { id, key, jwk: { ...jwk, kid: id, alg: 'RS256', use: 'sig' } };
}

async function makePem(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

function findText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A file half written when the power fails must not become the key, hence the rename. */
async function makeKeyFile(folder: string, file: string): Promise<string> {
  const pem = await makePem();
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = openSync(unfinished, 'wx', 0o600);
  writeFileSync(handle, pem);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(unfinished, file);
  syncFolder(folder);
  return pem;
}
