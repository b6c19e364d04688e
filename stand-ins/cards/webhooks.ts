import { createHmac } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { developmentWebhookSecret } from '../../shared/configuration.ts';
import { type Objects, onWire } from './objects.ts';

/** How events are told, as tests want it. */
export interface Telling {
  /** `hold` keeps them until they are released; `drop` forgets that they should be told. */
  mode: 'send' | 'hold' | 'drop';
  /** How often each is told. */
  copies: number;
  /** The newest first, of those that are told together. */
  reversed: boolean;
}

export const usualTelling: Readonly<Telling> = { mode: 'send', copies: 1, reversed: false };

const webhookPath = '/api/webhooks/card-payments';
const patienceMs = 10_000;

/** Waits before each further attempt, in milliseconds; then nobody is told any more (docs.stripe.com/webhooks). */
const retryAfterMs = [1000, 5000, 30_000, 120_000, 600_000];

/** Tells the site what happened, signed, again and again until it answers with a 2xx. */
export class Webhooks {
  telling: Telling = { ...usualTelling };
  readonly #database: DatabaseSync;
  readonly #objects: Objects;
  readonly #siteOrigin: string;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  #isDelivering = false;

  constructor(database: DatabaseSync, objects: Objects, siteOrigin: string, now: () => number) {
    this.#database = database;
    this.#objects = objects;
    this.#siteOrigin = siteOrigin;
    this.#now = now;
    this.#timer = setInterval(() => void this.#deliver(), 500).unref();
  }

  add(event: string): void {
    if (this.telling.mode !== 'drop')
      this.#database.prepare('INSERT INTO deliveries VALUES (?, 0, ?)').run(event, this.#now());
  }

  deliverSoon(): void {
    setImmediate(() => void this.#deliver());
  }

  stop(): void {
    clearInterval(this.#timer);
    this.telling.mode = 'hold';
  }

  async #deliver(): Promise<void> {
    if (this.#isDelivering || this.telling.mode !== 'send') return;
    this.#isDelivering = true;
    try {
      const { copies, reversed } = this.telling;
      const due = this.#database.prepare('SELECT event, attempts FROM deliveries WHERE due_at <= ? ORDER BY rowid');
      const rows = due.all(this.#now()) as { event: string; attempts: number }[];
      for (const { event, attempts } of reversed ? rows.reverse() : rows) {
        let isTaken = true;
        for (let copy = 0; copy < copies; copy++) isTaken = (await this.#send(event)) && isTaken;
        // Stopped, or held, in the meantime.
        if (this.telling.mode !== 'send') return;
        const waitMs = retryAfterMs[attempts];
        if (isTaken || waitMs === undefined)
          this.#database.prepare('DELETE FROM deliveries WHERE event = ?').run(event);
        else
          this.#database
            .prepare('UPDATE deliveries SET attempts = attempts + 1, due_at = ? WHERE event = ?')
            .run(this.#now() + waitMs, event);
      }
    } finally {
      this.#isDelivering = false;
    }
  }

  async #send(id: string): Promise<boolean> {
    const event = this.#objects.find('event', id);
    if (!event) return true;
    const body = JSON.stringify(onWire(event), null, 2);
    const seconds = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', developmentWebhookSecret).update(`${seconds}.${body}`).digest('hex');
    try {
      const response = await fetch(this.#siteOrigin + webhookPath, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': `t=${seconds},v1=${signature}`,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}
