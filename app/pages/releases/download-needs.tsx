import { installationSpaceGigabytes, installer, platforms } from '../../../shared/business/product.ts';
import { formatList } from '../../../shared/format.ts';
import { anchors, paths } from '../../../shared/paths.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';

/** What the download and the installation require of a computer. */
export function DownloadNeeds() {
  const { t, locale } = useMessages();
  const { windows, macos } = platforms;
  const tested = ({ testedVersions }: { testedVersions: readonly string[] }) => ({
    versions: formatList(locale, testedVersions),
  });
  return (
    <dl className="facts">
      <dt>{t('download-guide.before.download')}</dt>
      <dd>{t('download-guide.before.download.size', { gigabytes: installer.downloadGigabytes })}</dd>
      <dt>{t('download-guide.before.space')}</dt>
      <dd>
        {t('download-guide.before.space.size', {
          total: installationSpaceGigabytes,
          download: installer.downloadGigabytes,
          installed: installer.installedGigabytes,
        })}
      </dd>
      <dt>{t('download-guide.before.installation')}</dt>
      <dd>{t('download-guide.before.installation.time', { minutes: installer.installationMinutes })}</dd>
      <dt>{windows.name}</dt>
      <dd>{t('download-guide.before.windows', tested(windows))}</dd>
      <dt>{macos.name}</dt>
      <dd>
        <span>{t('download-guide.before.macos', tested(macos))}</span>
        {!macos.available && (
          <>
            <br />
            <Link className="link" href={`${paths.downloadGuide}#${anchors.macosList}`}>
              {t('layout.hand-over.mac-list')}
            </Link>
          </>
        )}
      </dd>
    </dl>
  );
}
