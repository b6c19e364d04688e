import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, openStore } from '../store.ts';
import type { CardsConfig } from './config.ts';
import { type Kind, type Kinds, Objects, onWire, type Stored, schemaSteps } from './objects.ts';
import { Webhooks } from './webhooks.ts';

/** The version of the provider's interface that is imitated. */
export const apiVersion = '2026-10-28.endive';

/** What the calls and the pages work with. */
export class CardsProvider {
  readonly config: CardsConfig;
  readonly objects: Objects;
  readonly webhooks: Webhooks;
  readonly #database: DatabaseSync;
  /** The key of the call that is being answered, which its events name. */
  #key: string | null = null;

  constructor(config: CardsConfig, database: DatabaseSync, now: () => number) {
    this.config = config;
    this.#database = database;
    this.objects = new Objects(database, now);
    this.webhooks = new Webhooks(database, this.objects, config.siteOrigin, now);
  }

  /** All of `work` is kept, or nothing; what happened in it is told afterwards. */
  change<Result>(work: () => Result, key: string | null = null): Result {
    this.#key = key;
    try {
      return inTransaction(this.#database, work);
    } finally {
      this.#key = null;
      this.webhooks.deliverSoon();
    }
  }

  /** Remembers that `type` happened to an object as it is now. */
  tell<Name extends Kind>(type: string, object: Stored<Name>): void {
    const event = this.objects.make('event', {
      type,
      api_version: apiVersion,
      data: { object: onWire(object) },
      pending_webhooks: 1,
      request: { id: null, idempotency_key: this.#key },
    } satisfies Omit<Kinds['event'], 'id' | 'created' | 'livemode'>);
    this.webhooks.add(event.id);
  }

  findAnswer(key: string): { request: string; status: number; body: string } | undefined {
    const row = this.#database.prepare('SELECT request, status, body FROM answers WHERE key = ?').get(key);
    return row && { request: String(row.request), status: Number(row.status), body: String(row.body) };
  }

  keepAnswer(key: string, answer: { request: string; status: number; body: string }): void {
    this.#database
      .prepare('INSERT INTO answers VALUES (?, ?, ?, ?, ?)')
      .run(key, answer.request, answer.status, answer.body, this.objects.seconds());
  }

  close(): void {
    this.webhooks.stop();
    this.#database.close();
  }
}

/** Opens the folder of the provider; `now` answers milliseconds since 1970. Throws `FolderInUseError`. */
export function openProvider(config: CardsConfig, now: () => number = Date.now): CardsProvider {
  const owner = 'stand-in for card payments';
  return new CardsProvider(config, openStore({ folder: config.folder, owner, steps: schemaSteps }), now);
}
