import { useEffect, useState } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import { createApiClient } from '../../api-client/api-client.ts';
import { useSite } from '../../site/site-context.ts';
import { useAuth } from '../session/auth.ts';
import { findUnfinished } from './find-unfinished.ts';
import { findKeptDownload, type KeptDownload } from './parts/kept-download.ts';

/** A download that was begun before and can go on. */
export interface EarlierDownload {
  download: Download;
  /** What of it is in this browser. */
  kept: KeptDownload | null;
}

/** Who waits longer for an answer gets the form; the offer follows when it comes. */
const longestWaitMs = 3000;

/**
 * The user's last unfinished download: the one that this browser has parts of, otherwise the newest of the account,
 * wherever it was begun. `null` when there is none, `undefined` while that is being asked. Looks whenever `isWanted`
 * becomes true.
 */
export function useEarlierDownload(userId: string, isWanted: boolean): EarlierDownload | null | undefined {
  const { getAccessToken } = useAuth();
  const { configuration } = useSite();
  const [earlier, setEarlier] = useState<EarlierDownload | null>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the session's functions are new with each rendering
  useEffect(() => {
    // What was found before a download began is not shown for a moment after it.
    setEarlier(undefined);
    if (!isWanted) return;
    let isCurrent = true;
    const settle = (found: EarlierDownload | null) => isCurrent && setEarlier(found);
    const timer = setTimeout(() => settle(null), longestWaitMs);
    const find = async (): Promise<EarlierDownload | null> => {
      const kept = await findKeptDownload(userId);
      if (kept) return { download: kept.download, kept };
      const { downloads } = await createApiClient(configuration.apiBaseUrl).getDownloads(await getAccessToken());
      const download = findUnfinished(downloads);
      return download ? { download, kept: null } : null;
    };
    find()
      // Without an answer nothing is offered; the form says what is wrong when it is used.
      .then(settle, () => settle(null))
      .finally(() => clearTimeout(timer));
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [userId, isWanted, configuration]);
  return earlier;
}
