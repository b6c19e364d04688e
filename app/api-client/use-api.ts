import { useMemo } from 'react';
import { useAuth } from '../account/session/auth.ts';
import { useSite } from '../site/site-context.ts';
import { createApiClient } from './api-client.ts';

/** The API; calls about one's own account carry the session's token. The same object in each rendering. */
export function useApi() {
  const { getAccessToken } = useAuth();
  const { configuration } = useSite();
  return useMemo(
    () => createApiClient(configuration.apiBaseUrl, getAccessToken),
    [configuration.apiBaseUrl, getAccessToken],
  );
}
