import { useRef, useState } from 'react';
import type { Download, DownloadRequest } from '../../../shared/api/downloads.ts';
import { ApiProblem, ConnectionFault, createApiClient } from '../../api-client/api-client.ts';
import { keepDownloadStart } from '../../download-start.ts';
import { useAuth } from '../../session/auth.ts';
import { useSite } from '../../site-context.ts';
import { forgetConfirmations } from './download-draft.ts';

/** Where a download stands (specification 4, download screen). */
export type DownloadState =
  | { step: 'form'; problem: DownloadProblem | null }
  | { step: 'downloading' }
  | { step: 'started'; download: Download };

/** Why the last attempt did not start a download. */
export type DownloadProblem = ApiProblem | ConnectionFault;

/** Fetches the file without leaving the page: the answer is an attachment. */
function saveFile(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

function problemOf(error: unknown): DownloadProblem {
  if (error instanceof ApiProblem || error instanceof ConnectionFault) return error;
  // What the session throws when no token is to be had (specification 8).
  if (/No access token available/.test((error as Error).message))
    return new ApiProblem({
      type: 'urn:writing-ant:problem:authentication-required',
      code: 'authentication-required',
      title: 'Sign in again.',
      status: 401,
    });
  return new ConnectionFault('The session could not be renewed.', { cause: error });
}

/** Starts downloads: one at a time, and a repeated attempt with the same content never counts twice. */
export function useDownload() {
  const { getAccessToken, user } = useAuth();
  const { configuration } = useSite();
  const [state, setState] = useState<DownloadState>({ step: 'form', problem: null });
  const running = useRef(false);
  const lastAttempt = useRef({ content: '', key: '' });

  const start = async (body: DownloadRequest) => {
    if (running.current) return;
    running.current = true;
    setState({ step: 'downloading' });
    try {
      const content = JSON.stringify(body);
      // The same content keeps its key, so that trying again after a lost answer finds the first download.
      if (lastAttempt.current.content !== content) lastAttempt.current = { content, key: crypto.randomUUID() };
      const token = await getAccessToken();
      const api = createApiClient(configuration.apiBaseUrl);
      const download = await api.startDownload(token, body, lastAttempt.current.key);
      lastAttempt.current = { content: '', key: '' };
      keepDownloadStart(download.startedAt, user?.id ?? null);
      forgetConfirmations();
      setState({ step: 'started', download });
      saveFile(download.url, download.fileName);
    } catch (error) {
      setState({ step: 'form', problem: problemOf(error) });
    } finally {
      running.current = false;
    }
  };

  return { state, start, backToForm: () => setState({ step: 'form', problem: null }) };
}
