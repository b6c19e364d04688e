import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Download } from '../../../shared/api/downloads.ts';
import { formatBytes, formatDuration } from '../../../shared/format.ts';
import { paths } from '../../../shared/paths.ts';
import { ApiProblem } from '../../api-client/api-client.ts';
import { problemOf } from '../../api-client/problem.ts';
import { useApi } from '../../api-client/use-api.ts';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { guidePlaces } from '../../pages/releases/guide-places.ts';
import { useSite } from '../../site/site-context.ts';
import { useAuth } from '../session/auth.ts';
import { forgetDownloadStart } from './download-start.ts';
import { type Absence, findBrowserDownload } from './parts/browser-download.ts';
import { DownloadFault, type DownloadFaultKind, faultOfProblem } from './parts/download-fault.ts';
import type { KeptDownload } from './parts/kept-download.ts';
import type { DownloadSnapshot, DownloadStep } from './parts/part-download.ts';
import type { BrowserDownload } from './parts/running-download.ts';
import { chooseSavePlace } from './parts/save-place.ts';

interface Props {
  kept: KeptDownload;
  /** Told what the download does now, which the page's heading says. */
  onStep?: (step: DownloadStep) => void;
  onGivenUp: () => void;
}

/** Faults that choosing another place to save can fix. */
const placeFaults: readonly (DownloadFaultKind | null)[] = ['place-full', 'place-forbidden', 'place-gone'];

/** Faults after which people wonder whether they have to begin again. */
const asksForParts: readonly (DownloadFaultKind | null)[] = [
  ...placeFaults,
  'no-space',
  'sign-in-needed',
  'link-used-up',
];

/** Faults whose text names the plain link. */
const asksForLink: readonly DownloadFaultKind[] = ['unusable', 'storage'];

/** A bar with its name and how far it is. */
function Phase({ id, name, done, total }: { id: string; name: string; done: number; total: number }) {
  const { t, locale } = useMessages();
  const amount = t('transfer.amount', { done: formatBytes(locale, done), total: formatBytes(locale, total) });
  return (
    <div>
      <p className="transfer-figures">
        <label htmlFor={id}>{name}</label>
        <span>{amount}</span>
      </p>
      <progress id={id} className="transfer-progress" aria-valuetext={amount} value={done} max={total} />
    </div>
  );
}

/** How far it has come, how fast, and how long it will still take. Each phase has its own bar: none ever runs back. */
function Progress({ snapshot }: { snapshot: DownloadSnapshot }) {
  const { t, locale } = useMessages();
  const { step, doneBytes, sizeBytes, bytesPerSecond, secondsLeft, repairs } = snapshot;
  const isHere = step === 'joining' || step === 'done';
  return (
    <div className="stack">
      <Phase
        id="transfer-download"
        name={t('transfer.progress')}
        done={isHere ? sizeBytes : doneBytes}
        total={sizeBytes}
      />
      {isHere && (
        <Phase id="transfer-joining" name={t('transfer.progress.joining')} done={doneBytes} total={sizeBytes} />
      )}
      {bytesPerSecond !== null && doneBytes < sizeBytes && (
        <p className="transfer-figures">
          <span>{t('transfer.rate', { rate: formatBytes(locale, bytesPerSecond) })}</span>
          {secondsLeft !== null && <span>{t('transfer.left', { time: formatDuration(locale, secondsLeft) })}</span>}
        </p>
      )}
      {repairs > 0 && <p className="text-paper-dim">{t('transfer.repairs', { count: repairs })}</p>}
    </div>
  );
}

/** What is happening, in a sentence; changes are announced. */
function Step({ snapshot, file }: { snapshot: DownloadSnapshot; file: string }) {
  const { t } = useMessages();
  const { step, fault, keepsParts } = snapshot;
  if (step === 'failed' && fault) return <Fault snapshot={snapshot} fault={fault} />;
  return (
    <div role="status" className="stack">
      <p>
        {step === 'joining' || step === 'done'
          ? t(`transfer.step.${step}`, { file })
          : step !== 'failed' && t(`transfer.step.${step}`)}
      </p>
      {step === 'joining' && !keepsParts && <p>{t('transfer.step.joining.tight')}</p>}
    </div>
  );
}

/** Why it has stopped, and what has become of the parts where that is in question. */
function Fault({ snapshot, fault }: { snapshot: DownloadSnapshot; fault: DownloadFaultKind }) {
  const { t, locale } = useMessages();
  const { sizeBytes, doneBytes, keepsParts } = snapshot;
  const size = formatBytes(locale, sizeBytes - doneBytes);
  return (
    <Notice kind="error">
      <p>{fault === 'no-space' ? t('transfer.fault.no-space', { size }) : t(faultText(fault))}</p>
      {!keepsParts && <p>{t('transfer.parts.fewer')}</p>}
      {keepsParts && asksForParts.includes(fault) && <p>{t('transfer.parts.kept')}</p>}
    </Notice>
  );
}

/** A fault that passes by itself never ends a download. */
function faultText(fault: Exclude<DownloadFaultKind, 'no-space'>) {
  if (fault === 'account-ended' || fault === 'account-suspended' || fault === 'account-restricted')
    return `problems.${fault}` as const;
  return `transfer.fault.${fault === 'interrupted' ? 'unusable' : fault}` as const;
}

/** A download of this page: what it does, and what can be done with it. */
export function Running({ download, onStep, onGivenUp }: Omit<Props, 'kept'> & { download: BrowserDownload }) {
  const { t } = useMessages();
  const { signIn } = useAuth();
  const snapshot = useSyncExternalStore(download.subscribe, download.snapshot);
  const { step, fault } = snapshot;
  const isActive = step === 'running' || step === 'waiting';
  const isStopped = step === 'paused' || step === 'failed';
  const isAtRisk = step === 'joining' && !snapshot.keepsParts;
  const needsPlace = step === 'failed' && placeFaults.includes(fault);

  useEffect(() => onStep?.(step), [step, onStep]);

  useEffect(() => {
    if (!isAtRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAtRisk]);

  const resume = async () => {
    // Asked while the click still counts: the file is written hours later.
    await download.askForPlace();
    download.start();
  };
  const move = async () => {
    const place = await chooseSavePlace(download.download.fileName);
    if (typeof place === 'string') return;
    await download.moveTo(place);
    download.start();
  };
  const giveUp = async () => {
    await download.giveUp();
    forgetDownloadStart(download.download.startedAt);
    onGivenUp();
  };
  return (
    <div className="card stack transfer">
      <Progress snapshot={snapshot} />
      <Step snapshot={snapshot} file={download.placeName} />
      {step === 'done' && (
        <div className="button-row">
          <ButtonLink href={`${paths.downloadGuide}#${guidePlaces.installation}`}>{t('transfer.next')}</ButtonLink>
        </div>
      )}
      {(isActive || isStopped) && (
        <div className="button-row">
          {needsPlace && <Button onClick={move}>{t('transfer.choose')}</Button>}
          {fault === 'sign-in-needed' && (
            <Button onClick={() => signIn({ returnTo: paths.account }).catch(() => {})}>
              {t('account.form.sign-in-again')}
            </Button>
          )}
          {/* One button for both, so that the keyboard's focus stays on it from one to the other. */}
          {fault !== 'withdrawn' && (
            <Button
              variant={isActive || needsPlace || fault === 'sign-in-needed' ? 'secondary' : 'primary'}
              onClick={isActive ? download.pause : resume}
            >
              {isActive ? t('transfer.pause') : t('transfer.resume')}
            </Button>
          )}
          {fault && asksForLink.includes(fault) && <PlainLink download={download.download} />}
          {isStopped && (
            <Button variant="quiet" onClick={giveUp}>
              {t('transfer.give-up')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The way out where the page cannot fetch or store the file. */
function PlainLink({ download }: { download: Download }) {
  const { t } = useMessages();
  return (
    <ButtonLink variant="secondary" href={download.url} download={download.fileName}>
      {t('transfer.download')}
    </ButtonLink>
  );
}

/** Throws the reason why a link was not renewed, as a fault of the download. */
function asDownloadFault(error: unknown): never {
  const problem = problemOf(error);
  if (!(problem instanceof ApiProblem)) throw new DownloadFault('interrupted', { cause: error });
  if (problem.code === 'authentication-required' || problem.code === 'not-found')
    throw new DownloadFault('sign-in-needed', { cause: error });
  throw new DownloadFault(faultOfProblem(problem.code) ?? 'interrupted', { cause: error });
}

/**
 * A download that this page fetches in parts and verifies; it continues while the visitor is on other pages of the
 * site.
 */
export default function VerifiedDownload({ kept, onStep, onGivenUp }: Props) {
  const { t } = useMessages();
  const { configuration } = useSite();
  const api = useApi();
  const apiNow = useRef(api);
  apiNow.current = api;
  const [download, setDownload] = useState<BrowserDownload | Absence | 'opening' | 'impossible'>('opening');

  const open = useCallback(() => {
    findBrowserDownload({
      kept,
      // The site may have been opened under another name of this machine than links are signed with.
      addressOf: ({ url }) => (configuration.apiBaseUrl ? url : url.replace(new URL(url).origin, '')),
      renewLink: (old) => apiNow.current.renewLink(old.id).catch(asDownloadFault),
      reportArrival: (id) => apiNow.current.reportArrival(id),
    }).then(
      (found) => {
        if (typeof found !== 'string') found.start();
        setDownload(found);
      },
      () => setDownload('impossible'),
    );
  }, [kept, configuration]);
  useEffect(open, [open]);

  if (download === 'opening') return null;
  if (download === 'elsewhere')
    return (
      <Notice kind="info">
        <p>{t('transfer.other-tab')}</p>
        <Button variant="secondary" onClick={open}>
          {t('transfer.other-tab.retry')}
        </Button>
      </Notice>
    );
  if (download === 'ended')
    return (
      <Notice kind="info">
        <p>{t('transfer.other-tab.ended', { file: kept.place.name })}</p>
      </Notice>
    );
  if (download === 'impossible')
    return (
      <Notice kind="error">
        <p>{t('transfer.fault.storage')}</p>
        <div className="button-row">
          <Button onClick={open}>{t('transfer.resume')}</Button>
          <PlainLink download={kept.download} />
        </div>
      </Notice>
    );
  return <Running download={download} {...(onStep && { onStep })} onGivenUp={onGivenUp} />;
}
