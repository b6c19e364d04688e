import { useCallback } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';
import { findUnfinished } from './find-unfinished.ts';
import { findKeptDownload, type KeptDownload } from './parts/kept-download.ts';

/** A download that was begun before and can go on. */
export interface EarlierDownload {
  download: Download;
  /** What of it is in this browser. */
  kept: KeptDownload | null;
}

/** Without an answer nothing is offered; the form says what is wrong when it is used. The offer follows when it comes. */
const waiting = { withinMs: 3000, otherwise: (): EarlierDownload | null => null };

/**
 * The user's last unfinished download: the one that this browser has parts of, otherwise the newest of the account,
 * wherever it was begun. `null` when there is none, `undefined` while that is being asked. Looks whenever `isWanted`
 * becomes true.
 */
export function useEarlierDownload(userId: string, isWanted: boolean): EarlierDownload | null | undefined {
  const api = useApi();
  const find = useCallback(async (): Promise<EarlierDownload | null> => {
    const kept = await findKeptDownload(userId);
    if (kept) return { download: kept.download, kept };
    const download = findUnfinished((await api.getDownloads()).downloads);
    return download ? { download, kept: null } : null;
  }, [api, userId]);
  const { answer, isPending } = useAnswer(isWanted ? find : null, waiting);
  return isPending ? undefined : answer;
}
