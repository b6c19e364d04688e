import { useEffect, useState } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import type { ReleaseVersionAnswer } from '../../../shared/api/releases.ts';
import { createApiClient } from '../../api-client/api-client.ts';
import { useSite } from '../../site/site-context.ts';

/** What is published about the version of a download; `null` until it is known, and where it cannot be read. */
export function useReleaseVersion({ platform, version }: Download): ReleaseVersionAnswer | null {
  const { configuration } = useSite();
  const [release, setRelease] = useState<ReleaseVersionAnswer | null>(null);
  useEffect(() => {
    createApiClient(configuration.apiBaseUrl)
      .getReleaseVersion(platform, version)
      .then(setRelease, () => {});
  }, [configuration, platform, version]);
  return release;
}
