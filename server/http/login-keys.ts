import { createPublicKey, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { dayMs, minuteMs } from '../../shared/durations.ts';

/** How the login provider's keys are read and cached. */
export interface KeyReading {
  /** A read that takes longer has failed. */
  timeoutMs: number;
  /** Keys of this age are refreshed before they are used: a withdrawn key is refused from then on. */
  freshMs: number;
  /** While they cannot be refreshed, known keys are used until this age. */
  staleMs: number;
  /** The pause after a failed read. */
  retryMs: number;
  /** The pause after a read that did not find an unknown key: anybody can invent key ids. */
  fruitlessMs: number;
}

export const standardKeyReading: KeyReading = {
  timeoutMs: 5_000,
  freshMs: 10 * minuteMs,
  staleMs: dayMs,
  retryMs: 2_000,
  fruitlessMs: 30_000,
};

/** The largest answer that is read, in bytes; ten keys with their certificates take less than a third of it. */
const maxAnswerBytes = 64 * 1024;

/** RFC 7518, section 3.3. */
const leastModulusBits = 2048;

/** The keys could not be fetched or used: nothing is known about the token. */
export class LoginKeysUnusable extends Error {}

const keySet = z.object({ keys: z.array(z.unknown()) });

/** Keys that can verify an RS256 signature (RFC 7517, section 4); everything else in a set is ignored. */
const signatureKey = z.object({
  kty: z.literal('RSA'),
  kid: z.string().check(z.minLength(1)),
  use: z.optional(z.literal('sig')),
  alg: z.optional(z.literal('RS256')),
  n: z.string(),
  e: z.string(),
});

/**
 * The keys that the login provider publishes, by their ids. Read on demand, one read at a time for everybody who waits;
 * reads stay rare, whatever tokens ask for and whatever the provider does.
 */
export class LoginKeys {
  readonly #url: string;
  readonly #reading: KeyReading;
  readonly #onOutage: (error: unknown) => void;
  #keys: ReadonlyMap<string, KeyObject> = new Map();
  /** Times of the monotonic clock: changing the machine's clock must not extend the life of keys. */
  #readAt = Number.NEGATIVE_INFINITY;
  #fruitlessAt = Number.NEGATIVE_INFINITY;
  /** Of the last read, when it failed. */
  #failure: { error: unknown; at: number } | undefined;
  #pending: Promise<void> | undefined;

  /** `onOutage` is called once when reading starts to fail. */
  constructor(url: string, reading: KeyReading, onOutage: (error: unknown) => void) {
    this.#url = url;
    this.#reading = reading;
    this.#onOutage = onOutage;
  }

  /**
   * The key with this id, or undefined when the provider has none. With `refused`, a key that did not match a
   * signature, returns a different one: the provider may have changed it. Throws `LoginKeysUnusable` when that is
   * unknown.
   */
  async find(id: string, refused?: KeyObject): Promise<KeyObject | undefined> {
    const known = this.#findKnown(id, refused);
    if (this.#needsRead(known)) {
      const read = this.#read();
      // While the provider is down, nobody waits for it who can do without.
      if (!known || !this.#failure) await read;
      if (!this.#failure && !this.#findKnown(id, refused)) this.#fruitlessAt = performance.now();
    }
    const key = this.#age() < this.#reading.staleMs ? this.#findKnown(id, refused) : undefined;
    if (!key && this.#failure)
      throw new LoginKeysUnusable('The keys of the login provider cannot be read.', { cause: this.#failure.error });
    return key;
  }

  #findKnown(id: string, refused: KeyObject | undefined): KeyObject | undefined {
    const key = this.#keys.get(id);
    return key && refused?.equals(key) ? undefined : key;
  }

  #age(): number {
    return performance.now() - this.#readAt;
  }

  #needsRead(known: KeyObject | undefined): boolean {
    const now = performance.now();
    const isFresh = this.#age() < this.#reading.freshMs;
    if (known && isFresh) return false;
    if (this.#pending) return true;
    if (this.#failure) return now - this.#failure.at >= this.#reading.retryMs;
    return !isFresh || now - this.#fruitlessAt >= this.#reading.fruitlessMs;
  }

  /** Never rejects. */
  #read(): Promise<void> {
    this.#pending ??= fetchKeys(this.#url, this.#reading.timeoutMs)
      .then(
        (keys) => {
          this.#keys = keys;
          this.#readAt = performance.now();
          this.#failure = undefined;
        },
        (error: unknown) => {
          if (!this.#failure) this.#onOutage(error);
          this.#failure = { error, at: performance.now() };
        },
      )
      .finally(() => {
        this.#pending = undefined;
      });
    return this.#pending;
  }
}

async function fetchKeys(url: string, timeoutMs: number): Promise<ReadonlyMap<string, KeyObject>> {
  const response = await fetch(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { keys } = keySet.parse(JSON.parse(await readBody(response)));
  return importKeys(keys);
}

async function readBody(response: Response): Promise<string> {
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The answer has status ${response.status}.`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // If it is abandoned, the rest of the answer is cancelled.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new Error(`The answer is longer than ${maxAnswerBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Throws when there is no usable key, or when it is ambiguous which of two is meant: such a set never replaces a good
 * one.
 */
function importKeys(published: unknown[]): ReadonlyMap<string, KeyObject> {
  const keys = new Map<string, KeyObject>();
  for (const candidate of published) {
    const jwk = signatureKey.safeParse(candidate).data;
    const key = jwk && importKey(jwk);
    if (!key) continue;
    if (keys.has(jwk.kid)) throw new Error('Two keys have one id.');
    keys.set(jwk.kid, key);
  }
  if (!keys.size) throw new Error('There is no key that could check a token.');
  return keys;
}

function importKey({ kty, n, e }: z.infer<typeof signatureKey>): KeyObject | undefined {
  try {
    const key = createPublicKey({ format: 'jwk', key: { kty, n, e } });
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= leastModulusBits ? key : undefined;
  } catch {
    return undefined;
  }
}
