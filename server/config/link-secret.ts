import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensurePrivateFolder } from '../private-folder.ts';
import type { SettingsReader } from './settings-reader.ts';

/** Bytes of a link secret: the output length of the HMAC-SHA-256 it keys (RFC 2104, section 3). */
export const linkSecretBytes = 32;

export interface FormerLinkSecret {
  secret: Buffer;
  /** The day on which another one took its place (from 00:00 UTC), where it is given. */
  replacedOn: Date | undefined;
}

/** `<secret>@<day>`; a secret itself may have any character but a comma. */
const withDay = /^(.*)@(\d{4}-\d{2}-\d{2})$/s;

/**
 * LINK_SECRET, which a public address needs. The first one signs; the others, separated by commas, still verify: with the day on
 * which they were replaced, each kind of link for as long as it was promised (server/http/signed-links.ts).
 */
export function readLinkSecrets(
  settings: SettingsReader,
  isPublic: boolean,
): { linkSecret: Buffer | undefined; formerLinkSecrets: FormerLinkSecret[] } {
  const secrets = settings.list('LINK_SECRET').map((entry) => {
    const [, text = entry, day] = withDay.exec(entry) ?? [];
    return { secret: Buffer.from(text), replacedOn: day === undefined ? undefined : new Date(day) };
  });
  if (secrets.some(({ secret }) => secret.length < linkSecretBytes))
    settings.fault(
      'LINK_SECRET',
      `must have at least ${linkSecretBytes} bytes each, for example from: openssl rand -hex 32`,
    );
  if (!secrets.length && isPublic)
    settings.fault('LINK_SECRET', 'needed for a public address, for example from: openssl rand -hex 32');
  const [first, ...formerLinkSecrets] = secrets;
  if (first?.replacedOn) settings.fault('LINK_SECRET', 'the first one signs: a new one belongs in front of it.');
  if (secrets.some(({ replacedOn }) => replacedOn && Number.isNaN(replacedOn.getTime())))
    settings.fault('LINK_SECRET', 'behind the @ belongs the day on which the secret was replaced, such as 2026-12-01.');
  return { linkSecret: first?.secret, formerLinkSecrets };
}

/**
 * The link secret stored in `dataDir`, created on first use and readable only by its owner, so that links survive a
 * restart. Throws when the file is damaged: a new secret would silently break every link already issued.
 */
export function keepLinkSecret(dataDir: string): Buffer {
  const file = path.join(dataDir, 'link-secret');
  ensurePrivateFolder(dataDir);
  const found = readSecret(file);
  if (found) return found;
  // Written to a temporary file and linked into place, so that neither a crash nor a second process ever leaves half a
  // secret.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(linkSecretBytes).toString('hex'), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isErrorWithCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = readSecret(file);
  if (!made) throw new Error(`${file} disappeared while it was being made.`);
  return made;
}

function readSecret(file: string): Buffer | undefined {
  try {
    const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
    if (secret.length >= linkSecretBytes) return secret;
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  throw new Error(`${file} is damaged. Restore it, or delete it: download links handed out so far then stop working.`);
}

function isErrorWithCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
