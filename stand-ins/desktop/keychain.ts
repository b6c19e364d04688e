import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JSONWebKeySet } from 'jose';

/** A recording that was made into text offline, told to the service later. */
export interface OfflineRecording {
  id: string;
  /** Whose it is: told to the service under no other account. */
  accountId: string;
  startedAt: string;
  seconds: number;
  language: string;
  model: string;
  isReported: boolean;
}

/** Everything the app keeps. No text: neither what was said nor what was written. */
export interface Kept {
  installationId: string;
  tokens?: { access: string; refresh: string };
  entitlement?: { token: string; refreshAfter: string };
  /** What proves entitlements, fetched while online. */
  keys?: JSONWebKeySet;
  /** The latest time that the service or the clock ever told, in milliseconds: a clock before it was turned back. */
  latestMs: number;
  /** Since the entitlement was made, and what is still to be reported. */
  recordings: OfflineRecording[];
}

/** In place of the keychain of the operating system: one file that only its owner can read. */
export class Keychain {
  readonly #file: string;
  kept: Kept;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = path.join(folder, 'keychain.json');
    this.kept = read(this.#file) ?? { installationId: randomUUID(), latestMs: 0, recordings: [] };
  }

  /** Written whole and moved into place: the app may end at any moment. */
  save(changes: Partial<Kept>): void {
    this.kept = { ...this.kept, ...changes };
    const draft = `${this.#file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(this.kept), { mode: 0o600 });
    renameSync(draft, this.#file);
  }

  /** Signs out of this machine; the installation and what is still to be reported stay. */
  forgetSession(): void {
    const { tokens: _, entitlement: __, ...kept } = this.kept;
    this.kept = kept;
    this.save({});
  }
}

function read(file: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
