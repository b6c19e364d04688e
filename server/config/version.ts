import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Where nothing was stamped that could be believed. */
export const unknownVersion = 'unknown';

/** Day (UTC) and hash of the commit. */
const stamped = /^\d{4}-\d{2}-\d{2}-[\da-f]{10}(-changed)?$/;

/**
 * Which version of the software is in the folder `root`, as the build has stamped it (scripts/commands/version-stamp.mjs): the day
 * of its commit and the beginning of the commit's hash, with `-changed` behind them where the files were others than that commit's.
 */
export function readVersion(root: string): string {
  try {
    const text = readFileSync(path.join(root, 'dist/version'), 'utf8').trim();
    return stamped.test(text) ? text : unknownVersion;
  } catch {
    return unknownVersion;
  }
}

/** Of this process: read as it starts, so that it stays what it is when another one is built beside it. */
export const version = readVersion(path.resolve(import.meta.dirname, '../..'));
