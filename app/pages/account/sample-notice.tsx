import { useEffect, useState } from 'react';
import type { Release } from '../../../shared/api/releases.ts';
import type { Platform } from '../../../shared/business/product.ts';
import { createApiClient } from '../../api-client/api-client.ts';
import { Notice } from '../../components/notice.tsx';
import { formatBytes } from '../../messages/format.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { useSite } from '../../site-context.ts';

/** Says so when the download is only a sample, because no release is published. */
export function SampleNotice({ platform }: { platform: Platform }) {
  const { t, locale } = useMessages();
  const { configuration } = useSite();
  const [releases, setReleases] = useState<Release[]>([]);
  useEffect(() => {
    createApiClient(configuration.apiBaseUrl)
      .getReleases()
      // Without an answer nothing is claimed; starting the download tells what is wrong.
      .then(
        ({ releases: found }) => setReleases(found),
        () => {},
      );
  }, [configuration]);
  const release = releases.find((candidate) => candidate.platform === platform);
  if (!release?.sample || release.sizeBytes === null) return null;
  return (
    <Notice kind="info" title={t('account.sample.title')}>
      <p>{t('account.sample.text', { size: formatBytes(locale, release.sizeBytes) })}</p>
    </Notice>
  );
}
