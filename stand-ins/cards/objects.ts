import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

export type Metadata = Record<string, string>;

/** What each kind of object is on the wire, as far as it is used. `own` never leaves this process. */
export interface Kinds {
  customer: Made & { name: string | null; email: string | null; metadata: Metadata; own: { nextDecline?: Decline } };
  'checkout.session': Made & {
    mode: 'payment' | 'setup';
    status: 'open' | 'complete' | 'expired';
    payment_status: 'paid' | 'unpaid' | 'no_payment_required';
    ui_mode: 'hosted_page';
    customer: string;
    client_reference_id: string | null;
    amount_total: number | null;
    currency: string | null;
    payment_intent: string | null;
    setup_intent: string | null;
    locale: string | null;
    metadata: Metadata;
    expires_at: number;
    success_url: string;
    cancel_url: string;
    url: string | null;
    own: { product: string; description: string | null; keepsCard: boolean; intentMetadata: Metadata; card?: string };
  };
  payment_intent: Made & {
    amount: number;
    amount_received: number;
    currency: string;
    customer: string | null;
    description: string | null;
    payment_method: string | null;
    status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
    last_payment_error: Fault | null;
    latest_charge: string | null;
    canceled_at: number | null;
    cancellation_reason: string | null;
    setup_future_usage: 'off_session' | null;
    metadata: Metadata;
    own: { session?: string; chargedAt?: number };
  };
  setup_intent: Made & {
    customer: string;
    payment_method: string | null;
    status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
    last_setup_error: Fault | null;
    usage: 'off_session';
    metadata: Metadata;
  };
  payment_method: Made & {
    type: 'card';
    customer: string | null;
    billing_details: { name: string };
    card: { brand: string; last4: string; exp_month: number; exp_year: number; funding: 'credit'; country: 'US' };
    own: { number: string; isAuthenticated: boolean };
  };
  refund: Made & {
    amount: number;
    currency: string;
    payment_intent: string;
    charge: string;
    reason: string | null;
    status: 'succeeded' | 'pending' | 'failed';
    failure_reason?: string;
    metadata: Metadata;
  };
  dispute: Made & {
    amount: number;
    currency: string;
    payment_intent: string;
    charge: string;
    reason: string;
    status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost';
  };
  event: Made & {
    type: string;
    api_version: string;
    data: { object: object };
    pending_webhooks: number;
    request: { id: null; idempotency_key: string | null };
  };
}

/** Common to all; `created` in seconds since 1970. */
interface Made {
  id: string;
  created: number;
  livemode: false;
}

export type Kind = keyof Kinds;
export type Stored<Name extends Kind> = Kinds[Name] & { object: Name };

/** Why a card was not charged. */
export interface Decline {
  code: string;
  decline_code?: string;
  advice_code?: string;
  message: string;
}

export type Fault = Decline & { type: 'card_error' };

const prefixes: Record<Kind, string> = {
  customer: 'cus',
  'checkout.session': 'cs_test',
  payment_intent: 'pi',
  setup_intent: 'seti',
  payment_method: 'pm',
  refund: 're',
  dispute: 'dp',
  event: 'evt',
};

export const schemaSteps: readonly string[] = [
  `CREATE TABLE objects (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, customer TEXT, content TEXT NOT NULL);
   CREATE INDEX objects_by_kind ON objects (kind, customer, number);
   CREATE TABLE answers (key TEXT PRIMARY KEY, request TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, made_at INTEGER NOT NULL);
   CREATE TABLE deliveries (event TEXT PRIMARY KEY, attempts INTEGER NOT NULL, due_at INTEGER NOT NULL);`,
];

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** All objects of the provider, each a JSON text, in the order in which they were made. */
export class Objects {
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Seconds since 1970, as the provider counts. */
  seconds(): number {
    return Math.floor(this.#now() / 1000);
  }

  make<Name extends Kind>(object: Name, content: Omit<Kinds[Name], keyof Made>): Stored<Name> {
    const id = newId(prefixes[object]);
    const made = { id, object, created: this.seconds(), livemode: false, ...content } as unknown as Stored<Name>;
    const { customer = null } = content as { customer?: string | null };
    this.#database
      .prepare('INSERT INTO objects (id, kind, customer, content) VALUES (?, ?, ?, ?)')
      .run(id, object, customer, JSON.stringify(made));
    return made;
  }

  save(object: { id: string; customer?: string | null }): void {
    this.#database
      .prepare('UPDATE objects SET content = ?, customer = ? WHERE id = ?')
      .run(JSON.stringify(object), object.customer ?? null, object.id);
  }

  remove(id: string): void {
    this.#database.prepare('DELETE FROM objects WHERE id = ?').run(id);
  }

  /** Everything, with answers to keys and events that are to be told. */
  forget(): void {
    for (const table of ['objects', 'answers', 'deliveries']) this.#database.exec(`DELETE FROM ${table}`);
  }

  find<Name extends Kind>(kind: Name, id: string): Stored<Name> | undefined {
    const row = this.#database.prepare('SELECT content FROM objects WHERE id = ? AND kind = ?').get(id, kind);
    return row && JSON.parse(String(row.content));
  }

  /** The newest first. */
  list<Name extends Kind>(kind: Name, customer?: string): Stored<Name>[] {
    const rows = this.#database
      .prepare('SELECT content FROM objects WHERE kind = ?1 AND (?2 IS NULL OR customer = ?2) ORDER BY number DESC')
      .all(kind, customer ?? null);
    return rows.map(({ content }) => JSON.parse(String(content)));
  }
}

/** The object as it goes over the wire. */
export function onWire<Content extends object>(object: Content): Omit<Content, 'own'> {
  const { own: _, ...shown } = object as Content & { own?: unknown };
  return shown;
}
