import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { commandLine, OperatorMistake } from '../../contract/command.ts';
import { type ReleaseKeys, releaseKeysOf } from '../../delivery/releases/minisign.ts';
import { askHidden } from '../ask-hidden.ts';

/** Options of every command that signs. */
export const keyOptions = { key: { type: 'string' }, 'passphrase-file': { type: 'string' } } as const;
export const keyUsage = '[--key <file>] [--passphrase-file <file>]';

interface KeyPlace {
  key?: string | undefined;
  /** Its first line is the passphrase; without it, the passphrase is asked for at the terminal if the key has one. */
  'passphrase-file'?: string | undefined;
}

const cipher = 'aes-256-cbc';
const shortestPassphrase = 12;

/** Mode bits that grant access to anybody but the owner. */
const foreignBits = 0o077;

/**
 * The keys that sign releases, from an Ed25519 private key in PKCS #8, as `openssl genpkey -algorithm ed25519` makes
 * it, with or without a passphrase. On one machine it is stored in the data folder; a public site's key is stored
 * elsewhere, because backups copy the whole data folder. A missing key is generated when `mayMake`. Throws
 * `OperatorMistake`.
 */
export async function readReleaseKeys(
  config: Pick<Config, 'isPublic' | 'dataDir'>,
  place: KeyPlace,
  mayMake: boolean,
): Promise<ReleaseKeys> {
  const keyFile = requirePlace(config, place.key);
  if (!existsSync(keyFile)) {
    if (!mayMake)
      throw new OperatorMistake(`There is no key in ${keyFile}. Make one with: ${commandLine} release key ${keyUsage}`);
    makeKey(keyFile, place['passphrase-file'] ? readPassphrase(place['passphrase-file']) : undefined);
  }
  if (process.platform !== 'win32' && statSync(keyFile).mode & foreignBits)
    throw new OperatorMistake(
      `${keyFile} can be read by others: chmod 600 it, and if others may have, make a new one.`,
    );
  const key = await openKey(keyFile, place['passphrase-file']);
  if (key?.asymmetricKeyType === 'ed25519') return releaseKeysOf(key);
  throw new OperatorMistake(`${keyFile} holds no Ed25519 private key in PEM, or the passphrase is another one.`);
}

function requirePlace({ isPublic, dataDir }: Pick<Config, 'isPublic' | 'dataDir'>, file: string | undefined): string {
  if (!isPublic) return file ?? path.join(dataDir, 'release-key.pem');
  if (file === undefined) throw new OperatorMistake('Say with --key where the key is, outside of DATA_DIR.');
  if (!path.relative(dataDir, path.resolve(file)).startsWith('..'))
    throw new OperatorMistake('The key must not lie in DATA_DIR: backups copy that folder whole.');
  return file;
}

/** Undefined when the file contains no key that can be opened; its content is never shown. */
async function openKey(keyFile: string, passphraseFile: string | undefined): Promise<KeyObject | undefined> {
  const key = readFileSync(keyFile, 'utf8');
  try {
    if (!key.includes('ENCRYPTED')) return createPrivateKey(key);
    const passphrase = passphraseFile ? readPassphrase(passphraseFile) : await askPassphrase(keyFile);
    return createPrivateKey({ key, passphrase });
  } catch (error) {
    if (error instanceof OperatorMistake) throw error;
    return undefined;
  }
}

function readPassphrase(file: string): string {
  const [passphrase = ''] = readFileSync(file, 'utf8').split(/\r?\n/);
  if (passphrase.length >= shortestPassphrase) return passphrase;
  throw new OperatorMistake(
    `The first line of ${file} must hold a passphrase of ${shortestPassphrase} characters or more.`,
  );
}

async function askPassphrase(keyFile: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new OperatorMistake(`${keyFile} has a passphrase: name its file with --passphrase-file.`);
  return askHidden(`Passphrase of ${keyFile}: `);
}

/** Readable only by its owner, and linked into place: neither a crash nor a second process leaves half a key. */
function makeKey(keyFile: string, passphrase: string | undefined): void {
  mkdirSync(path.dirname(keyFile), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  const draft = `${keyFile}.${process.pid}`;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', ...(passphrase && { cipher, passphrase }) });
  writeFileSync(draft, pem, { mode: 0o600, flush: true });
  try {
    linkSync(draft, keyFile);
  } finally {
    rmSync(draft, { force: true });
  }
}
