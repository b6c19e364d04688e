import { useCallback } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import type { ReleaseVersionAnswer } from '../../../shared/api/releases.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';

/** What is published about the version of a download; `null` until it is known, and if it cannot be read. */
export function useReleaseVersion({ platform, version }: Download): ReleaseVersionAnswer | null {
  const api = useApi();
  const ask = useCallback(
    (): Promise<ReleaseVersionAnswer> => api.getReleaseVersion(platform, version),
    [api, platform, version],
  );
  const { known } = useAnswer(ask);
  return typeof known === 'string' ? null : known;
}
