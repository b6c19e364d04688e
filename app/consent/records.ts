import type { ConsentRequest } from '../../shared/api/consents.ts';
import { minuteMs } from '../../shared/durations.ts';
import { ApiProblem, createPublicApiClient } from '../api-client/api-client.ts';
import { readLocalEntry, removeLocalEntry, writeLocalEntry } from '../site/local-storage.ts';
import { isRecord } from './choice.ts';

/** Local storage entry with the records that the server does not have yet; the cookie policy names it. */
export const recordsKey = 'writing-ant:consent-records';

/** Waits between attempts, doubling from the first to the longest. */
const waits = { firstMs: 2_000, longestMs: 5 * minuteMs } as const;

/** What happens to records. */
interface RecordEvents {
  /** Some have arrived, or not. */
  onChange: () => void;
  /** The server has refused one, which is dropped: no page shows the document in the version that it names. */
  onOutdated: (record: ConsentRequest) => void;
}

/** Records on their way to the server. */
export interface ConsentRecords {
  /** Stores a record and sends it until the server has it. */
  add(record: ConsentRequest): void;
  /** True until the server has all of them. */
  areWaiting(): boolean;
  /** Sends waiting records at once. */
  send(): void;
}

/**
 * Delivers records to the server, however long it is unreachable: waiting records are in storage, so that the next page
 * continues, and every browser window may send them, since repeating a record changes nothing. Where nothing can be
 * stored, they wait in the page.
 */
export function createConsentRecords(apiBaseUrl: string, { onChange, onOutdated }: RecordEvents): ConsentRecords {
  let unstored: ConsentRequest[] = [];
  let isSending = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const readWaiting = () => {
    const stored = readLocalEntry(recordsKey);
    return [...(Array.isArray(stored) ? stored.filter(isRecord) : []), ...unstored];
  };

  const drop = (id: string) => {
    unstored = unstored.filter((record) => record.id !== id);
    const others = readWaiting().filter((record) => record.id !== id && !unstored.includes(record));
    if (others.length) writeLocalEntry(recordsKey, others);
    else removeLocalEntry(recordsKey);
  };

  /** In the order of the choices. One that the server refuses stays, and does not hold up those after it. */
  const sendAll = async () => {
    for (const choice of readWaiting()) {
      const outcome = await record(apiBaseUrl, choice);
      if (outcome === 'waiting') continue;
      drop(choice.id);
      if (outcome === 'outdated') onOutdated(choice);
    }
    return readWaiting().length === 0;
  };

  const send = () => {
    if (isSending || readWaiting().length === 0) return;
    isSending = true;
    clearTimeout(timer);
    void sendAll().then((isDone) => {
      isSending = false;
      failures = isDone ? 0 : failures + 1;
      if (!isDone) timer = setTimeout(send, Math.min(waits.firstMs * 2 ** (failures - 1), waits.longestMs));
      onChange();
    });
  };

  return {
    add(record) {
      const stored = readWaiting().filter((each) => !unstored.includes(each));
      if (!writeLocalEntry(recordsKey, [...stored, record])) unstored.push(record);
      send();
    },
    areWaiting: () => readWaiting().length > 0,
    send,
  };
}

/** `settled` when the server has the record, or has another one under its id and will never take this one. */
async function record(apiBaseUrl: string, choice: ConsentRequest): Promise<'settled' | 'outdated' | 'waiting'> {
  try {
    await createPublicApiClient(apiBaseUrl).recordConsent(choice);
    return 'settled';
  } catch (error) {
    const code = error instanceof ApiProblem ? error.code : null;
    if (code === 'documents-changed') return 'outdated';
    return code === 'consent-id-reused' ? 'settled' : 'waiting';
  }
}
