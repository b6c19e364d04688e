import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import type { ReleaseVersionAnswer } from '../../../shared/api/releases.ts';
import { maxTransfersPerLink } from '../../../shared/business/download-limits.ts';
import { installer } from '../../../shared/business/product.ts';
import { formatBytes, formatInstant } from '../../../shared/format.ts';
import { paths } from '../../../shared/paths.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { CopyRow } from '../../components/copy-row.tsx';
import { Notice } from '../../components/notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { FileCheck } from '../../pages/releases/file-check.tsx';
import { guidePlaces } from '../../pages/releases/guide-places.ts';
import { lazyPage } from '../../site/lazy-page.tsx';
import { aria2Line, curlLine, downloadPrograms } from './parts/command-lines.ts';
import type { KeptDownload } from './parts/kept-download.ts';
import type { DownloadStep } from './parts/part-download.ts';
import { chooseSavePlace, isFetchedByPage } from './parts/save-place.ts';
import type { StartedDownload } from './use-download.ts';

/** Only for those whose browser lets a page write files. */
const verifiedDownload = lazyPage(() => import('./verified-download.tsx'));

interface Props {
  started: StartedDownload;
  userId: string;
  onBack: () => void;
}

interface OpeningProps {
  download: Download;
  isRenewed: boolean;
  /** Where this page fetches the file itself: how far it is. */
  step: DownloadStep | null;
}

/** Where the download is. While it runs: thanks (specification 2), or the news that an earlier one can continue. */
function headingOf({ isRenewed, step }: OpeningProps) {
  if (step && step !== 'running' && step !== 'waiting') return `transfer.heading.${step}` as const;
  return isRenewed ? 'transfer.renewed' : 'account.started.title';
}

/** Where the download is, with its start time (specification 2). */
function Opening(props: OpeningProps) {
  const { download, isRenewed, step } = props;
  const { t, locale } = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  const until = formatInstant(locale, new Date(download.expiresAt));
  return (
    <Notice kind={step === 'failed' || step === 'paused' ? 'info' : 'success'}>
      <h2 ref={heading} tabIndex={-1}>
        {t(headingOf(props))}
      </h2>
      <p>
        {isRenewed && step !== 'done'
          ? t('transfer.renewed.text', { time: until })
          : t('account.started.time', {
              time: formatInstant(locale, new Date(download.startedAt)),
              minutes: installer.installationMinutes,
            })}
      </p>
    </Notice>
  );
}

/** The command lines for download programs, including the signed link. */
function OtherPrograms({ download }: { download: Download }) {
  const { t } = useMessages();
  const { fileName, url, sha256 } = download;
  const copying = { copyLabel: t('account.started.copy'), copiedLabel: t('account.started.copied') };
  return (
    <details className="disclosure">
      <summary>{t('transfer.programs')}</summary>
      <div className="stack">
        <p>{t('transfer.programs.text', { transfers: maxTransfersPerLink })}</p>
        <CopyRow label={downloadPrograms.curl} value={curlLine(download)} {...copying} />
        <CopyRow label={downloadPrograms.aria2} value={aria2Line(fileName, url, sha256)} {...copying} />
        <CopyRow label={t('transfer.link')} value={url} {...copying} />
      </div>
    </details>
  );
}

/** What is published about the version of a download; `null` until it is known, and if it cannot be read. */
function useReleaseVersion({ platform, version }: Download): ReleaseVersionAnswer | null {
  const api = useApi();
  const ask = useCallback(
    (): Promise<ReleaseVersionAnswer> => api.getReleaseVersion(platform, version),
    [api, platform, version],
  );
  const { known } = useAnswer(ask);
  return typeof known === 'string' ? null : known;
}

interface PlaceProps {
  download: Download;
  /** `null` while they are not known. */
  parts: KeptDownload['parts'] | null;
  userId: string;
  onChosen: (kept: KeptDownload) => void;
}

/** The one way to the file: fetched by this page where it can write it, otherwise by the browser. */
function ChoosePlace({ download, parts, userId, onChosen }: PlaceProps) {
  const { t } = useMessages();
  const [isImpossible, setImpossible] = useState(false);
  if (isImpossible || !parts || !isFetchedByPage(parts))
    return (
      <>
        {isImpossible && (
          <Notice kind="error">
            <p>{t('transfer.impossible')}</p>
          </Notice>
        )}
        <p>
          <ButtonLink href={download.url} download={download.fileName}>
            {t('transfer.download')}
          </ButtonLink>
        </p>
      </>
    );

  const choose = async () => {
    const place = await chooseSavePlace(download.fileName);
    if (place === 'cancelled') return;
    if (place === 'impossible') return setImpossible(true);
    const kept = { userId, download, parts, place };
    const { beginBrowserDownload } = await import('./parts/browser-download.ts');
    beginBrowserDownload(kept).then(
      () => onChosen(kept),
      () => setImpossible(true),
    );
  };
  return (
    <div className="stack">
      <p>{t('transfer.choose.why')}</p>
      <Button onClick={choose}>{t('transfer.choose')}</Button>
    </div>
  );
}

/** The progress of a download, and everything needed to check, repeat and install it. */
export function DownloadStarted({ started, userId, onBack }: Props) {
  const { t, locale } = useMessages();
  const { download, isRenewed } = started;
  const release = useReleaseVersion(download);
  const [kept, setKept] = useState(started.kept);
  const [step, setStep] = useState<DownloadStep | null>(null);
  return (
    <section className="download-started">
      <Opening download={download} isRenewed={isRenewed} step={step} />
      {kept && (
        <Suspense fallback={<Spinner label={t('page.loading')} />}>
          <verifiedDownload.Page kept={kept} onStep={setStep} onGivenUp={onBack} />
        </Suspense>
      )}
      {!kept && isRenewed && (
        <ChoosePlace download={download} parts={release?.parts ?? null} userId={userId} onChosen={setKept} />
      )}
      {!kept && !isRenewed && (
        <p>{t('account.started.resume', { time: formatInstant(locale, new Date(download.expiresAt)) })}</p>
      )}
      <dl className="facts">
        <dt>{t('account.started.file')}</dt>
        <dd>{download.fileName}</dd>
        <dt>{t('transfer.version')}</dt>
        <dd>{download.version}</dd>
        <dt>{t('account.started.size')}</dt>
        <dd>{formatBytes(locale, download.sizeBytes)}</dd>
      </dl>
      <CopyRow
        label={t('account.started.sha256')}
        value={download.sha256}
        copyLabel={t('account.started.copy')}
        copiedLabel={t('account.started.copied')}
      />
      <div className="download-help">
        <details className="disclosure">
          <summary>{t('transfer.check')}</summary>
          <FileCheck
            fileName={download.fileName}
            sha256={download.sha256}
            signature={release?.signature ?? null}
            publicKey={release?.publicKey ?? null}
          />
        </details>
        <OtherPrograms download={download} />
      </div>
      <ul className="guide-list">
        <li>
          <Link className="link" href={`${paths.downloadGuide}#${guidePlaces.breaks}`}>
            {t('transfer.breaks')}
          </Link>
        </li>
        <li>
          <Link className="link" href={`${paths.downloadGuide}#${guidePlaces.installation}`}>
            {t('transfer.next')}
          </Link>
        </li>
      </ul>
      <div className="flex flex-wrap items-center gap-4">
        {!kept && !isRenewed && (
          <a className="link" href={download.url} download={download.fileName}>
            {t('account.started.again')}
          </a>
        )}
        {/* Its words stand in the column, not its invisible edge. */}
        <Button variant="quiet" className="-ml-4" onClick={onBack}>
          {t('account.started.back')}
        </Button>
      </div>
    </section>
  );
}
