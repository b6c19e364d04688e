import { currentConsentOptions } from '../../content/consent/versions.ts';
import type { ConsentRequest } from '../../shared/api/consents.ts';
import { type ConsentMethod, consentChoiceMonths, consentDocument } from '../../shared/business/consent.ts';
import { toHex } from '../../shared/hex.ts';
import { type Locale, locales } from '../../shared/locales.ts';
import { addMonths } from '../../shared/months.ts';
import { readLocalEntry, removeLocalEntry, writeLocalEntry } from '../site/local-storage.ts';

/** Local storage entry with this browser's choice; app/site/inline/ask-consent.ts reads it, the cookie policy names it. */
export const choiceKey = 'writing-ant:consent';

/** What the browser sends to say that only the necessary is wanted. */
export type BrowserSignal = Extract<ConsentMethod, 'global-privacy-control' | 'do-not-track'>;

/** A choice as stored here, with the time until which it counts (ISO 8601, UTC). */
interface KeptChoice {
  record: ConsentRequest;
  until: string;
}

/** The browser's signal, if it sends one (https://www.w3.org/TR/gpc/); it counts as a refusal as long as it is sent. */
export function findSignal(): BrowserSignal | null {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (globalPrivacyControl) return 'global-privacy-control';
  return doNotTrack === '1' ? 'do-not-track' : null;
}

/** What somebody has decided, and on a page of which language, with which version of the document. */
interface Decision {
  method: ConsentMethod;
  statistics: boolean;
  locale: Locale;
  version: string;
}

/** A choice in this browser at `now`; it inherits the session of the choice before it. */
export function makeChoice({ method, statistics, locale, version }: Decision, now: Date): ConsentRequest {
  return {
    id: makeUuid(),
    sessionId: readKeptChoice()?.record.sessionId ?? makeUuid(),
    method,
    categories: { statistics },
    optionVersion: currentConsentOptions,
    document: { document: consentDocument, version },
    locale,
    decidedAt: now.toISOString(),
  };
}

/** Stores a choice in this browser. False where nothing can be stored. */
export function keepChoice(record: ConsentRequest): boolean {
  const until = addMonths(new Date(record.decidedAt), consentChoiceMonths);
  return writeLocalEntry(choiceKey, { record, until: until.toISOString() } satisfies KeptChoice);
}

/** Removes the choice, so that it no longer counts in this browser. */
export function forgetChoice(): void {
  removeLocalEntry(choiceKey);
}

/** The choice that counts at `now`: not too old, about the current options, and not made by a signal that has gone. */
export function findChoice(now: Date, signal: BrowserSignal | null): ConsentRequest | null {
  const kept = readKeptChoice();
  if (!kept || kept.until <= now.toISOString() || kept.record.optionVersion !== currentConsentOptions) return null;
  const { method } = kept.record;
  const wasSignal = method === 'global-privacy-control' || method === 'do-not-track';
  if (signal ? method !== signal : wasSignal) return null;
  return kept.record;
}

/** Stored data is not trusted: malformed values count as no choice. */
function readKeptChoice(): KeptChoice | null {
  const { record, until } = (readLocalEntry(choiceKey) ?? {}) as { record?: unknown; until?: unknown };
  return typeof until === 'string' && isRecord(record) ? { record, until } : null;
}

/** True for what this site has stored as a record; the server checks the rest. */
export function isRecord(value: unknown): value is ConsentRequest {
  const record = (value ?? {}) as Partial<Record<keyof ConsentRequest, unknown>>;
  const texts = [record.id, record.sessionId, record.method, record.optionVersion, record.decidedAt];
  const { statistics } = (record.categories ?? {}) as { statistics?: unknown };
  return (
    texts.every((text) => typeof text === 'string') &&
    typeof statistics === 'boolean' &&
    locales.includes(record.locale as Locale) &&
    typeof record.document === 'object'
  );
}

/** RFC 9562, version 4; computed here where the browser offers none because the page came over plain HTTP. */
function makeUuid(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return toHex(bytes).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}
