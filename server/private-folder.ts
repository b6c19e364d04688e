import { chmodSync, mkdirSync } from 'node:fs';

/** Only its owner may enter it: the files below contain names, acceptances and keys. */
const ownerOnly = 0o700;

/** Creates the folder if necessary, and closes it to others, even if it is older than this rule. */
export function ensurePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly });
  chmodSync(folder, ownerOnly);
}
