import type { Download } from '../../../shared/api/downloads.ts';
import { useApi } from '../../api-client/use-api.ts';

/** Requests a new link to the same version of a download. Throws what the session or the API throws. */
export function useRenewedLink(): (downloadId: string) => Promise<Download> {
  return useApi().renewLink;
}
