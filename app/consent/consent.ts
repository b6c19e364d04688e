import { hasSignal } from '../site/root-signals.ts';
import { createListeners } from '../site/store.ts';
import { type ConsentState, type ConsentStore, prerenderedState } from './consent-state.ts';

/** The consent of one page load, as its components use it. */
export interface Consent {
  subscribe(listener: () => void): () => void;
  getState(): ConsentState;
  /** Looks for the choice of this browser, for its signals, and for records that still have to be sent. */
  begin(): void;
  /** Does something once what is needed for it is here; nothing when that does not arrive: the bar still stands. */
  act(action?: (store: ConsentStore) => void): void;
}

/** Stands in for the store until somebody chooses or something is kept here: most visits never need it. */
export function createConsent(load: () => Promise<ConsentStore>): Consent {
  let store: ConsentStore | undefined;
  let loading: Promise<ConsentStore> | undefined;
  const { subscribe, tell } = createListeners();

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
    subscribe,
    getState: () => store?.getState() ?? prerenderedState,
    act,
    begin() {
      // Another window may have chosen.
      addEventListener('storage', () => act(), { once: true });
      try {
        // A choice, a signal that stands for one, or a record that waits: who is asked for the first time has none.
        if (!hasSignal('consent') || localStorage.length > 0) act();
      } catch {
        // Nothing is kept where storage is blocked.
      }
    },
  };
}
