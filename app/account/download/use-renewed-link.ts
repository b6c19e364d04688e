import { useCallback } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import { createApiClient } from '../../api-client/api-client.ts';
import { useSite } from '../../site/site-context.ts';
import { useAuth } from '../session/auth.ts';

/** Makes a new link to the same version of a download. Throws what the session or the API throws. */
export function useRenewedLink(): (downloadId: string) => Promise<Download> {
  const { getAccessToken } = useAuth();
  const { configuration } = useSite();
  return useCallback(
    async (downloadId) => createApiClient(configuration.apiBaseUrl).renewLink(await getAccessToken(), downloadId),
    [getAccessToken, configuration],
  );
}
