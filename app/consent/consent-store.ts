import { createElement } from 'react';
import type { ConsentMethod } from '../../shared/business/consent.ts';
import { choiceKey, findChoice, findSignal, keepChoice, makeChoice } from './choice.ts';
import type { ConsentState } from './consent.ts';
import { createConsentRecords, recordsKey } from './records.ts';
import type { Visit } from './statistics.ts';

/** What is kept of a choice, and what can be done with it. */
export interface ConsentStore {
  subscribe(listener: () => void): () => void;
  getState(): ConsentState;
  choose(method: Extract<ConsentMethod, 'banner' | 'settings'>, statistics: boolean): void;
  openSettings(): void;
  closeSettings(): void;
}

/** What the page gives; imported, it would leave the page's own script for one more file. */
interface Place extends Visit {
  /** Loads a message file. */
  loadMessages: (file: string) => Promise<void>;
}

/** The attribute of the root element under which the prerendered bar is seen (app/site/inline/ask-consent.js). */
const showBar = (isShown: boolean) => {
  if (isShown) document.documentElement.dataset.consent = 'ask';
  else delete document.documentElement.dataset.consent;
};

/**
 * Keeps choices in this browser, brings their records to the server, follows other windows, and has visits counted as
 * long as that is allowed.
 */
export function createConsentStore({ loadMessages, ...visit }: Place): ConsentStore {
  const { apiBaseUrl, locale } = visit;
  let state: ConsentState = {
    choice: null,
    signal: null,
    isAsking: true,
    settings: null,
    isKept: true,
    isRecorded: true,
  };
  let endStatistics: (() => void) | undefined;
  const listeners = new Set<() => void>();

  const change = (changes: Partial<ConsentState>) => {
    state = { ...state, ...changes };
    showBar(state.isAsking);
    if (state.choice?.categories.statistics && !state.signal) endStatistics ??= beginStatistics(visit);
    else {
      endStatistics?.();
      endStatistics = undefined;
    }
    for (const listener of listeners) listener();
  };

  const records = createConsentRecords(apiBaseUrl, () => change({ isRecorded: !records.areWaiting() }));

  const decide = (method: ConsentMethod, statistics: boolean) => {
    const record = makeChoice({ method, statistics, locale }, new Date());
    const isKept = keepChoice(record);
    records.add(record);
    change({ choice: record, isAsking: false, isKept, isRecorded: false });
  };

  /** Takes over what this browser keeps, also when another window has changed it. */
  const look = () => {
    const signal = findSignal();
    const choice = findChoice(new Date(), signal);
    const isAsking = !choice && !signal && document.documentElement.dataset.consent === 'ask';
    change({ choice, signal, isAsking, isRecorded: !records.areWaiting() });
  };

  look();
  // A signal is recorded once, where it can be remembered that it was.
  if (state.signal && !state.choice && canKeep()) decide(state.signal, false);
  else records.send();
  addEventListener('storage', ({ key }) => {
    if (key === null || key === choiceKey || key === recordsKey) look();
  });
  addEventListener('online', () => records.send());

  const store: ConsentStore = {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: () => state,
    choose(method, statistics) {
      decide(method, statistics);
      // The button that has the focus goes with the bar.
      if (method === 'banner') document.querySelector('main')?.focus({ preventScroll: true });
    },
    openSettings() {
      // If they do not arrive, the bar asks instead.
      Promise.all([import('./consent-dialog.tsx'), loadMessages('consent-settings')]).then(
        ([{ default: ConsentDialog }]) =>
          change({ settings: createElement(ConsentDialog, { store }), isKept: canKeep() }),
        () => change({ isAsking: true }),
      );
    },
    closeSettings: () => change({ settings: null }),
  };
  return store;
}

/** What counts comes with the consent to it; if it does not arrive, nothing is counted. Returns what ends it. */
function beginStatistics(visit: Visit): () => void {
  let end: (() => void) | undefined;
  let isWanted = true;
  import('./statistics.ts').then(
    ({ countVisit }) => {
      if (isWanted) end = countVisit(visit);
    },
    () => {},
  );
  return () => {
    isWanted = false;
    end?.();
  };
}

/** False where the browser blocks storage. */
function canKeep(): boolean {
  try {
    localStorage.getItem(choiceKey);
    return true;
  } catch {
    return false;
  }
}
