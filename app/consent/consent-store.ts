import type { ConsentMethod } from '../../shared/business/consent.ts';
import { hasSignal } from '../site/root-signals.ts';
import { createListeners } from '../site/store.ts';
import { choiceKey, findChoice, findSignal, keepChoice, makeChoice } from './choice.ts';
import { type ConsentState, type ConsentStore, prerenderedState } from './consent-state.ts';
import { createConsentRecords, recordsKey } from './records.ts';
import type { Visit } from './statistics.ts';

/**
 * Stores choices in this browser, sends their records to the server, follows other windows, and has visits counted for
 * as long as that is allowed.
 */
export function createConsentStore(visit: Visit): ConsentStore {
  const { apiBaseUrl, locale } = visit;
  let state = prerenderedState;
  let endStatistics: (() => void) | undefined;
  const { subscribe, tell } = createListeners();

  const change = (changes: Partial<ConsentState>) => {
    state = { ...state, ...changes };
    if (state.choice?.categories.statistics && !state.signal) endStatistics ??= beginStatistics(visit);
    else {
      endStatistics?.();
      endStatistics = undefined;
    }
    tell();
  };

  const records = createConsentRecords(apiBaseUrl, () => change({ isRecorded: !records.areWaiting() }));

  const decide = (method: ConsentMethod, statistics: boolean) => {
    const record = makeChoice({ method, statistics, locale }, new Date());
    const isKept = keepChoice(record);
    records.add(record);
    change({ choice: record, isAsking: false, isKept, isRecorded: false });
  };

  /** Adopts what this browser has stored, even if another window has changed it. */
  const look = () => {
    const signal = findSignal();
    const choice = findChoice(new Date(), signal);
    const isAsking = !choice && !signal && hasSignal('consent');
    change({ choice, signal, isAsking, isRecorded: !records.areWaiting() });
  };

  look();
  // A signal is recorded once, where that fact can be stored.
  if (state.signal && !state.choice && canKeep()) decide(state.signal, false);
  else records.send();
  addEventListener('storage', ({ key }) => {
    if (key === null || key === choiceKey || key === recordsKey) look();
  });
  addEventListener('online', () => records.send());

  return {
    subscribe,
    getState: () => state,
    choose: decide,
    openSettings: () => change({ settings: 'loading' }),
    showSettings: () => change({ settings: 'open', isKept: canKeep() }),
    giveUpSettings: () => change({ settings: 'closed', isAsking: true }),
    closeSettings: () => change({ settings: 'closed' }),
  };
}

/** The counting code loads with the consent; if it does not arrive, nothing is counted. Returns what ends it. */
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
