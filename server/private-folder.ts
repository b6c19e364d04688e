import { chmodSync, mkdirSync } from 'node:fs';

/** Nobody but its owner may enter it: names, acceptances and keys lie in files below. */
const ownerOnly = 0o700;

/** Makes the folder where it is missing, and closes it to others, also one that was made before this was the rule. */
export function ensurePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly });
  chmodSync(folder, ownerOnly);
}
