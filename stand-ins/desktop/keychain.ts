import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { OfflineState, OfflineStore, TokenStore, Tokens } from '../../clients/typescript/index.ts';

/** Everything the app keeps. No text: neither what was said nor what was written. */
export interface Kept extends OfflineState {
  tokens?: Tokens;
}

/** In place of the keychain of the operating system: one file that only its owner can read. */
export class Keychain implements OfflineStore, TokenStore {
  readonly #file: string;
  kept: Kept;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = path.join(folder, 'keychain.json');
    this.kept = readKept(this.#file) ?? { installationId: randomUUID(), latestMs: 0, recordings: [] };
  }

  /** Written whole and moved into place: the app may end at any moment. */
  save(changes: Partial<Kept>): void {
    this.kept = { ...this.kept, ...changes };
    const draft = `${this.#file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(this.kept), { mode: 0o600 });
    renameSync(draft, this.#file);
  }

  read(): Tokens | undefined {
    return this.kept.tokens;
  }

  /** Without tokens, nobody is signed in on this machine; the installation and what is still to be reported stay. */
  write(tokens: Tokens | undefined): void {
    const { tokens: _, entitlement, ...kept } = this.kept;
    this.kept = kept;
    this.save(tokens ? { tokens, ...(entitlement && { entitlement }) } : {});
  }
}

function readKept(file: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
