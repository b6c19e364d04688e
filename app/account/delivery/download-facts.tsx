import type { Release } from '../../../shared/api/releases.ts';
import { installer } from '../../../shared/business/product.ts';
import { paths } from '../../../shared/paths.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { DownloadNeeds } from '../../pages/releases/download-needs.tsx';
import { SpeedEstimate } from '../../pages/releases/speed-estimate.tsx';

/** What to know before a download of this size. */
export function DownloadFacts({ release }: { release: Release | undefined }) {
  const { t } = useMessages();
  const isPublished = release && !release.sample;
  return (
    <section className="download-facts stack" aria-labelledby="facts-title">
      <h2 id="facts-title">{t('download-guide.before')}</h2>
      <DownloadNeeds />
      <SpeedEstimate sizeBytes={(isPublished && release.sizeBytes) || installer.downloadGigabytes * 1e9} />
      <p className="button-row">
        <Link className="line-link" href={paths.downloadGuide}>
          {t('download-guide.title')}
        </Link>
        <Link className="line-link" href={paths.releases}>
          {t('download-guide.to-releases')}
        </Link>
      </p>
    </section>
  );
}
