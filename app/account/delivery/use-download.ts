import { useRef, useState } from 'react';
import type { Download, DownloadRequest } from '../../../shared/api/downloads.ts';
import type { Release } from '../../../shared/api/releases.ts';
import { useAct } from '../../api-client/use-act.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useAuth } from '../session/auth.ts';
import { forgetConfirmations } from './download-draft.ts';
import { keepDownloadStart } from './download-start.ts';
import type { KeptDownload } from './parts/kept-download.ts';
import { chooseSavePlace, isFetchedByPage, type SavePlace } from './parts/save-place.ts';

/** The download that was started, or is to continue. */
export interface StartedDownload {
  download: Download;
  /** Set where this page fetches and verifies the file itself; otherwise the browser or another program does. */
  kept: KeptDownload | null;
  /** An earlier download with a new link, which has not been passed to the browser. */
  isRenewed: boolean;
}

/** Has the browser fetch the file, without leaving the page: the answer is an attachment. */
function fetchByBrowser({ url, fileName }: Download): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Starts downloads: one at a time, and a repeated attempt with the same content never counts twice. */
export function useDownload() {
  const { user } = useAuth();
  const api = useApi();
  const [started, setStarted] = useState<StartedDownload | null>(null);
  const [isPlaceMissing, setPlaceMissing] = useState(false);
  /** Chosen for an attempt that then failed: nobody is asked twice. */
  const place = useRef<SavePlace | null>(null);

  /** Remembers a download that this page fetches; none where the browser cannot store it. */
  const keep = async (download: Download, release: Release | undefined): Promise<KeptDownload | null> => {
    const chosen = place.current;
    place.current = null;
    if (!chosen || typeof chosen === 'string') return null;
    // Another version may have come out since this page asked.
    const isKnown = release?.sha256 === download.sha256;
    const { parts } = isKnown ? release : await api.getReleaseVersion(download.platform, download.version);
    if (!isFetchedByPage(parts)) return null;
    const kept = { userId: user?.id ?? '', download, parts: parts!, place: chosen };
    const { beginBrowserDownload } = await import('./parts/browser-download.ts');
    await beginBrowserDownload(kept);
    return kept;
  };

  const { run, isBusy, problem, forget } = useAct(
    async (body: DownloadRequest, keyOf, release: Release | undefined, way: 'any' | 'by-browser') => {
      setPlaceMissing(false);
      // Comes first: the browser opens the dialog only in answer to the click.
      if (way === 'any' && isFetchedByPage(release?.parts))
        place.current ??= await chooseSavePlace(release?.fileName ?? '');
      if (place.current === 'cancelled') {
        place.current = null;
        setPlaceMissing(true);
        return 'unsent';
      }
      const download = await api.startDownload(body, keyOf());
      keepDownloadStart(download.startedAt, user?.id ?? null);
      forgetConfirmations();
      // It has started, whatever comes of this: the browser saves what the page cannot fetch.
      const kept = await keep(download, release).catch(() => null);
      setStarted({ download, kept, isRenewed: false });
      if (!kept) fetchByBrowser(download);
    },
  );
  const isRunning = useRef(false);
  /** One at a time: two presses can come before the page shows that it is busy. */
  const start: typeof run = async (...attempt) => {
    if (isRunning.current) return;
    isRunning.current = true;
    await run(...attempt).finally(() => {
      isRunning.current = false;
    });
  };
  const show = (next: StartedDownload | null) => {
    forget();
    setPlaceMissing(false);
    setStarted(next);
  };

  return {
    /** Instead of the form. */
    started,
    isBusy,
    /** Why the last attempt did not start a download. */
    problem,
    /** The visitor dismissed the dialog that asks where to save. */
    isPlaceMissing,
    start,
    /** Shows a download that was started earlier. */
    goOn: (download: Download, kept: KeptDownload | null) => show({ download, kept, isRenewed: kept === null }),
    backToForm: () => show(null),
  };
}
