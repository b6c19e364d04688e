import type { Release, ReleaseVersion } from '../../../shared/api/releases.ts';
import { platforms } from '../../../shared/business/product.ts';
import { formatBytes, formatDay, formatList } from '../../../shared/format.ts';
import { updateFeedPaths } from '../../../shared/open-paths.ts';
import { localizedPath, paths } from '../../../shared/paths.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CopyRow } from '../../components/copy-row.tsx';
import { Notice } from '../../components/notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { RichMessage } from '../../messages/rich-message.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { guidePlaces } from './guide-places.ts';
import { ReleaseNotesText } from './release-notes.tsx';
import { SignatureLink } from './signature-link.tsx';
import { useReleases } from './use-releases.ts';

const dayOf = (instant: string) => instant.slice(0, 10);

interface VersionProps {
  release: ReleaseVersion;
  platform: Release['platform'];
  isCurrent: boolean;
}

function Version({ release, platform, isCurrent }: VersionProps) {
  const { t, locale } = useMessages();
  const copying = { copyLabel: t('releases.copy'), copiedLabel: t('releases.copied') };
  const notes = release.notes?.[locale];
  const titleId = `${platform}-${release.version}`;
  return (
    <article className="card stack" aria-labelledby={titleId}>
      <h3 id={titleId} className="release-title">
        <span>{t('releases.version', { version: release.version })}</span>
        {isCurrent && <span className="badge">{t('releases.current')}</span>}
        {release.status === 'withdrawn' && <span className="badge">{t('releases.withdrawn')}</span>}
      </h3>
      {release.withdrawnAt && (
        <Notice kind="info">
          <p>{t('releases.withdrawn.text', { day: formatDay(locale, dayOf(release.withdrawnAt)) })}</p>
        </Notice>
      )}
      {notes ? <ReleaseNotesText text={notes} /> : <p className="text-paper-dim">{t('releases.no-notes')}</p>}
      <dl className="facts">
        <dt>{t('releases.published')}</dt>
        <dd>{formatDay(locale, dayOf(release.publishedAt))}</dd>
        {release.minimumSystem && (
          <>
            <dt>{t('releases.needs')}</dt>
            <dd>
              {t('releases.needs.system', { platform: platforms[platform].name, version: release.minimumSystem })}
            </dd>
          </>
        )}
        <dt>{t('releases.file')}</dt>
        <dd>{release.fileName}</dd>
        <dt>{t('releases.size')}</dt>
        <dd>{formatBytes(locale, release.sizeBytes)}</dd>
      </dl>
      {isCurrent && (
        <div className="button-row">
          <ButtonLink href={paths.download}>{t('layout.account.download')}</ButtonLink>
        </div>
      )}
      <details className="disclosure">
        <summary>{t('releases.check')}</summary>
        <div className="stack">
          <CopyRow label={t('releases.sha256')} value={release.sha256} {...copying} />
          {release.publicKey && <CopyRow label={t('releases.key')} value={release.publicKey} {...copying} />}
          {release.signature && (
            <p>
              <SignatureLink
                fileName={release.fileName}
                signature={release.signature}
                label={t('releases.signature')}
              />
            </p>
          )}
        </div>
      </details>
    </article>
  );
}

function PlatformVersions({ release }: { release: Release }) {
  const { t, locale } = useMessages();
  const { name } = platforms[release.platform];
  return (
    <section className="guide-section" aria-labelledby={release.platform}>
      <h2 id={release.platform}>{name}</h2>
      {release.status === 'coming-soon' && !platforms[release.platform].available ? (
        <p>{t('releases.coming-soon', { versions: formatList(locale, release.testedVersions) })}</p>
      ) : (
        release.versions.length === 0 && <p>{t('releases.none')}</p>
      )}
      {release.versions.map((version) => (
        <Version
          key={version.version}
          release={version}
          platform={release.platform}
          isCurrent={version.version === release.version}
        />
      ))}
    </section>
  );
}

/**
 * Every version with what is new in it and the details of its file. The list is requested as soon as the page has its
 * script. Where that does not arrive, a button replaces the spinner; it reloads the page (start-page.ts).
 */
export default function Releases() {
  const { t, locale } = useMessages();
  const { releases, reload } = useReleases();
  return (
    <div className="page-width guide releases">
      <header className="page-head">
        <h1>{t('releases.title')}</h1>
        <p className="lead">{t('releases.lead')}</p>
        <p>
          <Link className="line-link" href={`${paths.downloadGuide}#${guidePlaces.check}`}>
            {t('releases.to-check')}
          </Link>
        </p>
      </header>
      <p className="hidden noscript:block">
        <RichMessage
          id="releases.no-script"
          // biome-ignore lint/a11y/useAnchorContent: the message is its content
          elements={{ feed: <a href={localizedPath(updateFeedPaths.atom, locale)} /> }}
        />
      </p>
      {releases === 'loading' && (
        <div className="needs-script releases-wait">
          <Spinner label={t('releases.loading')} />
          <Button onClick={reload}>{t('releases.show')}</Button>
        </div>
      )}
      {releases === 'unreachable' && (
        <Notice kind="error">
          <p>{t('releases.failed')}</p>
          <Button variant="secondary" onClick={reload}>
            {t('releases.retry')}
          </Button>
        </Notice>
      )}
      {typeof releases !== 'string' &&
        releases.map((release) => <PlatformVersions key={release.platform} release={release} />)}
    </div>
  );
}
