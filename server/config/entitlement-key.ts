import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensurePrivateFolder } from '../private-folder.ts';
import type { SettingsReader } from './settings-reader.ts';

const howTo = 'openssl genpkey -algorithm ed25519 -outform DER | base64 -w0';

/**
 * ENTITLEMENT_SIGNING_KEY: what the desktop app may do offline is signed with the first; of the others, separated by commas, only
 * the public half is told, so that entitlements of a former key stay good until they end.
 */
export function readEntitlementKeys(settings: SettingsReader, isRequired: boolean): KeyObject[] {
  const name = 'ENTITLEMENT_SIGNING_KEY';
  const texts = settings.list(name);
  if (!texts.length && isRequired)
    settings.fault(name, `needed for a public address with LOGIN_DESKTOP_CLIENT_ID, from: ${howTo}`);
  return texts.flatMap((text) => {
    const key = readKey(text);
    if (!key) settings.fault(name, `each must be an Ed25519 key (PKCS #8, DER) in base64, from: ${howTo}`);
    return key ?? [];
  });
}

function readKey(text: string): KeyObject | undefined {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyType === 'ed25519' ? key : undefined;
  } catch {
    return undefined;
  }
}

export const makeEntitlementKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

/** The key stored in `dataDir`, made on first use, so that entitlements survive a restart. Throws when it is damaged. */
export function keepEntitlementKey(dataDir: string): KeyObject {
  const file = path.join(dataDir, 'entitlement-key');
  ensurePrivateFolder(dataDir);
  // Written whole and linked into place, as the link secret is.
  const draft = `${file}.${process.pid}`;
  const made = makeEntitlementKey().export({ format: 'der', type: 'pkcs8' }).toString('base64');
  writeFileSync(draft, made, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = readKey(readFileSync(file, 'utf8'));
  if (!key) throw new Error(`${file} is damaged. Restore it, or delete it: the app then needs a new entitlement.`);
  return key;
}
