import { translationLoader } from '../../shared/business/message-loading.ts';
import { LoadFault } from '../site/load-fault.ts';

let reading = 0;
const waiting: (() => void)[] = [];

/** Runs `read` once fewer than the allowed number of reads are under way. */
async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  if (reading >= translationLoader.maxParallelReads) await new Promise<void>((proceed) => waiting.push(proceed));
  else reading++;
  try {
    return await read();
  } finally {
    // A place that is passed on stays counted, so that a newcomer cannot slip in between.
    const next = waiting.shift();
    if (next) next();
    else reading--;
  }
}

async function readOnce<T>(url: string, as: 'json' | 'text'): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return (await response[as]()) as T;
}

/**
 * Reads a message file or document: up to 5 retries starting at 350 ms and doubling, at most 10 reads at once
 * (specification 9). Throws when the last retry failed.
 */
export async function readWithRetries<T>(url: string, as: 'json' | 'text' = 'json'): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await inTurn(() => readOnce<T>(url, as));
    } catch (error) {
      if (retries >= translationLoader.maxRetries) throw new LoadFault(String(error), { cause: error });
      await new Promise((resolve) => setTimeout(resolve, translationLoader.firstWaitMs * 2 ** retries));
    }
  }
}
