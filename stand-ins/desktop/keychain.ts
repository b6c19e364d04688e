import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { OfflineState, OfflineStore, TokenStore, Tokens } from '../../clients/typescript/index.ts';

/** Everything the app keeps. No text: neither what was said nor what was written. */
export interface Kept extends OfflineState {
  tokens?: Tokens;
}

/** In place of the keychain of the operating system: one file that only its owner can read. */
export class Keychain implements OfflineStore, TokenStore {
  readonly #file: string;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = path.join(folder, 'keychain.json');
    if (!existsSync(this.#file)) this.#replace({ installationId: randomUUID(), latestMs: 0, recordings: [] });
  }

  /** Read anew each time: another command may run beside this one. */
  get kept(): Kept {
    return JSON.parse(readFileSync(this.#file, 'utf8')) as Kept;
  }

  save(changes: Partial<Kept>): void {
    this.#replace({ ...this.kept, ...changes });
  }

  read(): Tokens | undefined {
    return this.kept.tokens;
  }

  /** Without tokens, nobody is signed in on this machine; the installation and what is still to be reported stay. */
  write(tokens: Tokens | undefined): void {
    const { tokens: _, entitlement, ...kept } = this.kept;
    this.#replace({ ...kept, ...(tokens && { tokens, ...(entitlement && { entitlement }) }) });
  }

  /** Written whole, to the disk, and moved into place: app and machine may end at any moment. */
  #replace(kept: Kept): void {
    const draft = `${this.#file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(kept), { mode: 0o600, flush: true });
    renameSync(draft, this.#file);
  }
}
