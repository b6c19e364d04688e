import type { ReactNode } from 'react';
import type { ConsentRequest } from '../../shared/api/consents.ts';
import type { BrowserSignal } from './choice.ts';
import type { ConsentStore } from './consent-store.ts';

/** What the visitor has chosen, and what is shown of it. */
export interface ConsentState {
  /** The choice that counts; none before there was one. */
  choice: ConsentRequest | null;
  /** Sent by the browser; counts as a refusal. */
  signal: BrowserSignal | null;
  /** The bar is shown. */
  isAsking: boolean;
  /** The settings, while they are open. */
  settings: ReactNode;
  /** This browser keeps what is chosen. */
  isKept: boolean;
  /** The server has every record. */
  isRecorded: boolean;
}

/** What every page shows of it. */
export type ConsentParts = Pick<ConsentState, 'isAsking' | 'settings'>;

/** Before anything is known: the prerendered bar, which the page's head decides to show. */
export const prerenderedParts: ConsentParts = { isAsking: true, settings: null };

/** The consent of one page load, as its components use it. */
export interface Consent {
  subscribe(listener: () => void): () => void;
  getParts(): ConsentParts;
  /** Looks for the choice of this browser, for its signals, and for records that still have to be sent. */
  begin(): void;
  /** Does something once what is needed for it is here; nothing when that does not arrive: the bar still stands. */
  act(action?: (store: ConsentStore) => void): void;
}

/** Stands in for the store until somebody chooses or something is kept here: most visits never need it. */
export function createConsent(load: () => Promise<ConsentStore>): Consent {
  let store: ConsentStore | undefined;
  let loading: Promise<ConsentStore> | undefined;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  const act: Consent['act'] = (action = () => {}) => {
    loading ??= load().then((loaded) => {
      store = loaded;
      loaded.subscribe(tell);
      tell();
      return loaded;
    });
    loading.then(action, () => {
      loading = undefined;
    });
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getParts: () => store?.getState() ?? prerenderedParts,
    act,
    begin() {
      // Another window may have chosen.
      addEventListener('storage', () => act(), { once: true });
      try {
        // A choice, a signal that stands for one, or a record that waits: who is asked for the first time has none.
        if (document.documentElement.dataset.consent !== 'ask' || localStorage.length > 0) act();
      } catch {
        // Nothing is kept where storage is blocked.
      }
    },
  };
}
