import type { ConsentRequest } from '../../shared/api/consents.ts';
import { type ConsentMethod, consentDocument } from '../../shared/business/consent.ts';
import { createPublicApiClient } from '../api-client/api-client.ts';
import type { ShownVersions } from '../documents/shown-versions.ts';
import { hasSignal } from '../site/root-signals.ts';
import { createListeners } from '../site/store.ts';
import { choiceKey, findChoice, findSignal, forgetChoice, keepChoice, makeChoice } from './choice.ts';
import { type ConsentState, type ConsentStore, prerenderedState } from './consent-state.ts';
import { createConsentRecords, recordsKey } from './records.ts';
import type { Visit } from './statistics.ts';

/**
 * Stores choices in this browser, sends their records to the server, follows other windows, and has visits counted for
 * as long as that is allowed. A choice names the version of the document that the page shows.
 */
export function createConsentStore(visit: Visit, versions: ShownVersions): ConsentStore {
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

  const decide = (method: ConsentMethod, statistics: boolean) => {
    const record = makeChoice({ method, statistics, locale, version: versions.of(consentDocument) }, new Date());
    const isKept = keepChoice(record);
    records.add(record);
    change({ choice: record, isAsking: false, isKept, isRecorded: false, isOutdated: false });
  };

  /** Nobody could prove what a refused record says. The visitor is asked about the document as it is now. */
  const decideAnew = async (refused: ConsentRequest) => {
    if (state.choice?.id !== refused.id) return;
    forgetChoice();
    change({ choice: null });
    await createPublicApiClient(apiBaseUrl)
      .getDocuments()
      .then(
        ({ documents }) => versions.adopt(documents),
        () => {}, // The next choice is answered in the same way, and asks once more.
      );
    if (state.choice) return;
    if (!state.signal) change({ isAsking: canKeep(), isOutdated: true });
    // A signal refuses whatever the document says.
    else if (versions.of(consentDocument) !== refused.document.version) decide(state.signal, false);
  };

  const records = createConsentRecords(apiBaseUrl, {
    onChange: () => change({ isRecorded: !records.areWaiting() }),
    onOutdated: (record) => void decideAnew(record),
  });

  /** Adopts what this browser has stored, even if another window has changed it. */
  const look = () => {
    const signal = findSignal();
    const choice = findChoice(new Date(), signal);
    const isAsking = !choice && !signal && hasSignal('consent');
    const isOutdated = state.isOutdated && isAsking;
    change({ choice, signal, isAsking, isOutdated, isRecorded: !records.areWaiting() });
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
