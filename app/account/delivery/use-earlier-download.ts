import { useCallback } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import { ApiProblem } from '../../api-client/api-client.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useOverdue } from '../../api-client/use-overdue.ts';
import { findKeptDownload, forgetArrival, type KeptDownload, listArrivals } from './parts/kept-download.ts';

/** A download that was started before and can continue. */
export interface EarlierDownload {
  download: Download;
  /** The part of it that is stored in this browser. */
  kept: KeptDownload | null;
}

/** Without an answer nothing is offered; the form reports the fault when it is used. The offer appears when it arrives. */
const longestWaitMs = 3000;

/**
 * The user's last unfinished download: the one that this browser has parts of, otherwise the newest of the account,
 * wherever it was started. `null` when there is none, `undefined` while it is being fetched. Looks whenever `isWanted`
 * becomes true.
 */
export function useEarlierDownload(userId: string, isWanted: boolean): EarlierDownload | null | undefined {
  const api = useApi();
  const find = useCallback(async (): Promise<EarlierDownload | null> => {
    const kept = await findKeptDownload(userId);
    if (kept) return { download: kept.download, kept };
    await reportArrivals(userId, api.reportArrival);
    const download = findUnfinished((await api.getDownloads()).downloads);
    return download ? { download, kept: null } : null;
  }, [api, userId]);
  const ask = isWanted ? find : null;
  const { known } = useAnswer(ask);
  const isOverdue = useOverdue(ask, longestWaitMs);
  if (known === 'loading') return isOverdue ? null : undefined;
  return known === 'unreachable' ? null : known;
}

/**
 * The one of `downloads`, newest first, that is worth continuing. One that is older than a complete one for the same
 * platform is not: somebody started again and has the file.
 */
export function findUnfinished(downloads: readonly Download[]): Download | undefined {
  return downloads.find(
    ({ isComplete, platform }, index) =>
      !isComplete && !downloads.slice(0, index).some((newer) => newer.isComplete && newer.platform === platform),
  );
}

/** Reports what has arrived in this browser without the API's knowing. What cannot be told now is the next time. */
async function reportArrivals(userId: string, report: (id: string) => Promise<unknown>): Promise<void> {
  const arrivals = await listArrivals(userId).catch(() => []);
  const tell = async ({ id }: { id: string }) => {
    try {
      await report(id);
    } catch (error) {
      // A download that is no longer recorded is not offered either.
      if (!(error instanceof ApiProblem && error.code === 'not-found')) return;
    }
    await forgetArrival({ userId, id }).catch(() => {});
  };
  await Promise.all(arrivals.map(tell));
}
