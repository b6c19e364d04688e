import { useEffect, useState } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import type { ReleaseVersionAnswer } from '../../../shared/api/releases.ts';
import { useApi } from '../../api-client/use-api.ts';

/** What is published about the version of a download; `null` until it is known, and if it cannot be read. */
export function useReleaseVersion({ platform, version }: Download): ReleaseVersionAnswer | null {
  const api = useApi();
  const [release, setRelease] = useState<ReleaseVersionAnswer | null>(null);
  useEffect(() => {
    api.getReleaseVersion(platform, version).then(setRelease, () => {});
  }, [api, platform, version]);
  return release;
}
