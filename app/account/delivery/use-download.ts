import { useRef, useState } from 'react';
import type { Download, DownloadRequest } from '../../../shared/api/downloads.ts';
import type { Release } from '../../../shared/api/releases.ts';
import type { ApiProblem, ConnectionFault } from '../../api-client/api-client.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useAuth } from '../session/auth.ts';
import { forgetConfirmations } from './download-draft.ts';
import { keepDownloadStart } from './download-start.ts';
import type { KeptDownload } from './parts/kept-download.ts';
import { chooseSavePlace, isFetchedByPage, type SavePlace } from './parts/save-place.ts';
import { problemOf } from './problem-of.ts';

/** The state of a download (specification 4, download screen). */
export type DownloadState =
  | { step: 'form'; problem: DownloadProblem | null }
  | { step: 'downloading' }
  | StartedDownload;

/** The download that was started, or is to continue. */
export interface StartedDownload {
  step: 'started';
  download: Download;
  /** Set where this page fetches and verifies the file itself; otherwise the browser or another program does. */
  kept: KeptDownload | null;
  /** An earlier download with a new link, which has not been passed to the browser. */
  isRenewed: boolean;
}

/** The visitor dismissed the dialog that asks where to save. */
export class NoPlaceChosen extends Error {
  override name = 'NoPlaceChosen';
}

/** Why the last attempt did not start a download. */
export type DownloadProblem = ApiProblem | ConnectionFault | NoPlaceChosen;

/** Fetches the file without leaving the page: the answer is an attachment. */
function saveFile(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Starts downloads: one at a time, and a repeated attempt with the same content never counts twice. */
export function useDownload() {
  const { user } = useAuth();
  const api = useApi();
  const [state, setState] = useState<DownloadState>({ step: 'form', problem: null });
  const running = useRef(false);
  const lastAttempt = useRef({ content: '', key: '' });
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

  const start = async (body: DownloadRequest, release: Release | undefined, way: 'any' | 'by-browser' = 'any') => {
    if (running.current) return;
    running.current = true;
    setState({ step: 'downloading' });
    try {
      // Comes first: the browser opens the dialog only in answer to the click.
      if (way === 'any' && isFetchedByPage(release?.parts))
        place.current ??= await chooseSavePlace(release?.fileName ?? '');
      if (place.current === 'cancelled') {
        place.current = null;
        throw new NoPlaceChosen();
      }
      const content = JSON.stringify(body);
      // The same content keeps its key, so that a retry after a lost answer finds the first download.
      if (lastAttempt.current.content !== content) lastAttempt.current = { content, key: crypto.randomUUID() };
      const download = await api.startDownload(body, lastAttempt.current.key);
      lastAttempt.current = { content: '', key: '' };
      keepDownloadStart(download.startedAt, user?.id ?? null);
      forgetConfirmations();
      // It has started, whatever comes of this: the browser saves what the page cannot fetch.
      const kept = await keep(download, release).catch(() => null);
      setState({ step: 'started', download, kept, isRenewed: false });
      if (!kept) saveFile(download.url, download.fileName);
    } catch (error) {
      setState({ step: 'form', problem: error instanceof NoPlaceChosen ? error : problemOf(error) });
    } finally {
      running.current = false;
    }
  };

  return {
    state,
    start,
    /** Shows a download that was started earlier. */
    goOn: (download: Download, kept: KeptDownload | null) =>
      setState({ step: 'started', download, kept, isRenewed: kept === null }),
    backToForm: () => setState({ step: 'form', problem: null }),
  };
}
