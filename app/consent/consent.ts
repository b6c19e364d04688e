import { hasSignal } from '../site/root-signals.ts';
import { createListeners } from '../site/store.ts';
import { type ConsentState, type ConsentStore, prerenderedState } from './consent-state.ts';

/** The consent of one page load, as its components use it. */
export interface Consent {
  subscribe(listener: () => void): () => void;
  getState(): ConsentState;
  /** Looks for this browser's choice, for its signals, and for records that still have to be sent. */
  begin(): void;
  /** Runs an action once its code has loaded; does nothing if it fails to load: the bar is still there. */
  act(action?: (store: ConsentStore) => void): void;
}

/** Takes the store's place until somebody chooses or something is stored here: most visits never need it. */
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
        // A choice, a signal that represents one, or a waiting record: first-time visitors have none.
        if (!hasSignal('consent') || localStorage.length > 0) act();
      } catch {
        // Nothing is stored where storage is blocked.
      }
    },
  };
}
