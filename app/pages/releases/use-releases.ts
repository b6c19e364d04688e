import { useCallback, useEffect, useState } from 'react';
import type { Release } from '../../../shared/api/releases.ts';
import { useApi } from '../../api-client/use-api.ts';

/** What the API says about releases: nothing yet, no answer, or one entry per platform. */
export type KnownReleases = 'loading' | 'failed' | readonly Release[];

/** Reads the releases once the page is shown; `retry` asks again. */
export function useReleases(): { releases: KnownReleases; retry: () => void } {
  const api = useApi();
  const [releases, setReleases] = useState<KnownReleases>('loading');
  const read = useCallback(() => {
    setReleases('loading');
    api.getReleases().then(
      (answer) => setReleases(answer.releases),
      () => setReleases('failed'),
    );
  }, [api]);
  useEffect(read, [read]);
  return { releases, retry: read };
}

/** The entry of a platform, if known. */
export function findRelease(releases: KnownReleases, platform: Release['platform']): Release | undefined {
  return typeof releases === 'string' ? undefined : releases.find((release) => release.platform === platform);
}
