import { useCallback } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useOverdue } from '../../api-client/use-overdue.ts';
import { findUnfinished } from './find-unfinished.ts';
import { findKeptDownload, type KeptDownload } from './parts/kept-download.ts';
import { reportArrivals } from './report-arrivals.ts';

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
