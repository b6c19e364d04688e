import { useCallback } from 'react';
import type { Release } from '../../../shared/api/releases.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';

/** What the API says about releases: one entry for each platform. */
export type KnownReleases = 'loading' | 'unreachable' | readonly Release[];

/** Reads the releases once the page is shown; `reload` asks again. */
export function useReleases(): { releases: KnownReleases; reload: () => void } {
  const api = useApi();
  const ask = useCallback(async (): Promise<readonly Release[]> => (await api.getReleases()).releases, [api]);
  const { known, reload } = useAnswer(ask);
  return { releases: known, reload };
}

/** The entry of a platform, if known. */
export function findRelease(releases: KnownReleases, platform: Release['platform']): Release | undefined {
  return typeof releases === 'string' ? undefined : releases.find((release) => release.platform === platform);
}
