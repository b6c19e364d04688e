import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { type SigningKey, signingKeyOf } from '../../features/releases/minisign.ts';
import { commandLine, OperatorMistake } from '../command.ts';

/**
 * The key that signs releases: an Ed25519 private key in PKCS #8, as `openssl genpkey -algorithm ed25519` makes it.
 * Without `file` it is kept in the data folder, and made there when `mayMake`. Throws `OperatorMistake`.
 */
export function readReleaseKey(config: Config, file: string | undefined, mayMake: boolean): SigningKey {
  const keyFile = file ?? path.join(config.dataDir, 'release-key.pem');
  if (!existsSync(keyFile)) {
    if (file || !mayMake)
      throw new OperatorMistake(`There is no key in ${keyFile}. Make one with: ${commandLine} release key`);
    makeKey(keyFile);
  }
  try {
    const privateKey = createPrivateKey(readFileSync(keyFile));
    if (privateKey.asymmetricKeyType === 'ed25519') return signingKeyOf(privateKey);
  } catch {
    // Told below, without the content of the file.
  }
  throw new OperatorMistake(`${keyFile} holds no Ed25519 private key in PEM.`);
}

/** Readable by its owner only, and linked into place: neither a crash nor a second process leaves half a key. */
function makeKey(keyFile: string): void {
  mkdirSync(path.dirname(keyFile), { recursive: true });
  const { privateKey } = generateKeyPairSync('ed25519');
  const draft = `${keyFile}.${process.pid}`;
  writeFileSync(draft, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flush: true });
  try {
    linkSync(draft, keyFile);
  } finally {
    rmSync(draft, { force: true });
  }
}
