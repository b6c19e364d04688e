import { downloadLinkDays } from '../../../shared/business/download-limits.ts';
import { installer, platforms } from '../../../shared/business/product.ts';
import { formatList } from '../../../shared/format.ts';
import { paths } from '../../../shared/paths.ts';
import { downloadPrograms } from '../../account/delivery/parts/command-lines.ts';
import { ButtonLink } from '../../components/button.tsx';
import { ListSection } from '../../components/list-section.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { DownloadNeeds } from './download-needs.tsx';
import { FileCheck } from './file-check.tsx';
import { guidePlaces } from './guide-places.ts';
import { SpeedEstimate } from './speed-estimate.tsx';
import { findRelease, useReleases } from './use-releases.ts';

/** Placeholder for the file name until the current one is known. */
const anyInstaller = 'writing-ant-windows.exe';

function Breaks() {
  const { t, locale } = useMessages();
  const strong = { b: <strong /> };
  return (
    <section className="guide-section" id={guidePlaces.breaks} aria-labelledby="breaks-title">
      <h2 id="breaks-title">{t('download-guide.breaks')}</h2>
      <ul className="guide-list">
        <li>
          <RichMessage id="download-guide.breaks.browser" elements={strong} />
        </li>
        <li>
          <RichMessage id="download-guide.breaks.page" values={{ days: downloadLinkDays }} elements={strong} />
        </li>
        <li>
          <RichMessage
            id="download-guide.breaks.program"
            values={{ programs: formatList(locale, Object.values(downloadPrograms)) }}
            elements={strong}
          />
        </li>
        <li>
          <RichMessage id="download-guide.breaks.space" elements={strong} />
        </li>
      </ul>
    </section>
  );
}

function Warnings() {
  const { t } = useMessages();
  const strong = { b: <strong /> };
  return (
    <section className="guide-section" id="warnings" aria-labelledby="warnings-title">
      <h2 id="warnings-title">{t('download-guide.warnings')}</h2>
      <p>
        <RichMessage id="download-guide.warnings.smartscreen" elements={strong} />
      </p>
      <p>
        <RichMessage id="download-guide.warnings.gatekeeper" elements={strong} />
      </p>
    </section>
  );
}

function Installation() {
  const { t } = useMessages();
  const minutes = installer.installationMinutes;
  return (
    <section className="guide-section" id={guidePlaces.installation} aria-labelledby="install-title">
      <h2 id="install-title">{t('download-guide.install', { minutes })}</h2>
      <ol className="steps">
        <li>{t('download-guide.install.space', { installed: installer.installedGigabytes })}</li>
        <li>{t('download-guide.install.open')}</li>
        <li>{t('download-guide.install.wait', { minutes })}</li>
        <li>{t('download-guide.install.sign-in')}</li>
        <li>{t('download-guide.install.delete', { gigabytes: installer.downloadGigabytes })}</li>
      </ol>
    </section>
  );
}

/** From the download to the installed app, for readers without an account, and without scripts too. */
export default function DownloadGuide() {
  const { t } = useMessages();
  const release = findRelease(useReleases().releases, 'windows');
  const isKnown = release?.status === 'available' && !release.sample;
  return (
    <div className="page-width guide">
      <header className="page-head">
        <h1>{t('download-guide.title')}</h1>
        <p className="lead">{t('download-guide.lead')}</p>
        <div className="button-row">
          <ButtonLink href={paths.download}>{t('layout.account.download')}</ButtonLink>
          <Link className="line-link" href={paths.releases}>
            {t('download-guide.to-releases')}
          </Link>
        </div>
      </header>
      <section className="guide-section" aria-labelledby="before-title">
        <h2 id="before-title">{t('download-guide.before')}</h2>
        <DownloadNeeds />
        <SpeedEstimate sizeBytes={(isKnown && release.sizeBytes) || installer.downloadGigabytes * 1e9} />
      </section>
      <Breaks />
      <section className="guide-section" id={guidePlaces.check} aria-labelledby="check-title">
        <h2 id="check-title">{t('download-guide.check')}</h2>
        <FileCheck
          fileName={(isKnown && release.fileName) || anyInstaller}
          sha256={isKnown ? release.sha256 : null}
          signature={isKnown ? release.signature : null}
          publicKey={isKnown ? release.publicKey : null}
        />
      </section>
      <Warnings />
      <Installation />
      {!platforms.macos.available && <ListSection list="macos" className="guide-section" />}
    </div>
  );
}
