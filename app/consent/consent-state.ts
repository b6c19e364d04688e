import type { ConsentRequest } from '../../shared/api/consents.ts';
import type { ConsentMethod } from '../../shared/business/consent.ts';
import type { BrowserSignal } from './choice.ts';

/** What the visitor has chosen, and what is shown of it. */
export interface ConsentState {
  /** The choice that counts; none before there was one. */
  choice: ConsentRequest | null;
  /** Sent by the browser; counts as a refusal. */
  signal: BrowserSignal | null;
  /** The bar is shown. */
  isAsking: boolean;
  settings: 'closed' | 'loading' | 'open';
  /** This browser keeps what is chosen. */
  isKept: boolean;
  /** The server has every record. */
  isRecorded: boolean;
}

/** Before anything is known: the prerendered bar, which the page's head decides to show. */
export const prerenderedState: ConsentState = {
  choice: null,
  signal: null,
  isAsking: true,
  settings: 'closed',
  isKept: true,
  isRecorded: true,
};

/** What is kept of a choice, and what can be done with it. */
export interface ConsentStore {
  subscribe(listener: () => void): () => void;
  getState(): ConsentState;
  choose(method: Extract<ConsentMethod, 'banner' | 'settings'>, statistics: boolean): void;
  /** Someone wants to see the settings, which are loaded then. */
  openSettings(): void;
  /** They are here. */
  showSettings(): void;
  /** They did not arrive: the bar asks instead. */
  giveUpSettings(): void;
  closeSettings(): void;
}
