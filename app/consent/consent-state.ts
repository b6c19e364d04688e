import type { ConsentRequest } from '../../shared/api/consents.ts';
import type { ConsentMethod } from '../../shared/business/consent.ts';
import type { BrowserSignal } from './choice.ts';

/** What the visitor has chosen, and what is shown of it. */
export interface ConsentState {
  /** The choice that counts; undefined before there was one. */
  choice: ConsentRequest | null;
  /** Sent by the browser; counts as a refusal. */
  signal: BrowserSignal | null;
  /** The bar is shown. */
  isAsking: boolean;
  settings: 'closed' | 'loading' | 'open';
  /** This browser can store the choice. */
  isKept: boolean;
  /** The server has every record. */
  isRecorded: boolean;
  /** The server did not take the last choice: the document has changed since the page was served. */
  isOutdated: boolean;
}

/** Before anything is known: the prerendered bar, which the page's head decides to show. */
export const prerenderedState: ConsentState = {
  choice: null,
  signal: null,
  isAsking: true,
  settings: 'closed',
  isKept: true,
  isRecorded: true,
  isOutdated: false,
};

/** What is stored of a choice, and what can be done with it. */
export interface ConsentStore {
  subscribe(listener: () => void): () => void;
  getState(): ConsentState;
  choose(method: Extract<ConsentMethod, 'banner' | 'settings'>, statistics: boolean): void;
  /** Somebody wants to see the settings, which are then loaded. */
  openSettings(): void;
  /** The settings have loaded. */
  showSettings(): void;
  /** They failed to load: the bar asks instead. */
  giveUpSettings(): void;
  closeSettings(): void;
}
