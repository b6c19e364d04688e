import type { User } from '@workos-inc/authkit-js';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountAnswer } from '../../../shared/api/account.ts';
import type { Release } from '../../../shared/api/releases.ts';
import { installer } from '../../../shared/business/product.ts';
import { paths } from '../../../shared/paths.ts';
import { useAnswer } from '../../api-client/use-answer.ts';
import { useApi } from '../../api-client/use-api.ts';
import { useOverdue } from '../../api-client/use-overdue.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { Link } from '../../navigation/link.tsx';
import { DownloadNeeds } from '../../pages/releases/download-needs.tsx';
import { SpeedEstimate } from '../../pages/releases/speed-estimate.tsx';
import { findRelease, useReleases } from '../../pages/releases/use-releases.ts';
import { UnconfirmedAddresses } from '../privacy/mail-addresses.tsx';
import { RestrictedNotice } from '../privacy/restricted-notice.tsx';
import { MeasureNotice } from '../service/measure-notice.tsx';
import { AcceptedDocuments } from './accepted-documents.tsx';
import { ContinueDownload } from './continue-download.tsx';
import { DownloadForm } from './download-form.tsx';
import { DownloadStarted } from './download-started.tsx';
import { formId, Overview } from './overview.tsx';
import { PreviousDownload } from './previous-download.tsx';
import { useDocumentsInForce } from './use-documents-in-force.ts';
import { useDownload } from './use-download.ts';
import { useEarlierDownload } from './use-earlier-download.ts';

type KnownAccount = Pick<
  AccountAnswer,
  | 'status'
  | 'end'
  | 'measures'
  | 'restrictedAt'
  | 'profile'
  | 'mailReturns'
  | 'emailState'
  | 'billingEmail'
  | 'acceptedDocuments'
  | 'plan'
  | 'usage'
>;

const unknownQuota = { limit: null, used: 0, remaining: null, resetsAt: null };

const unknownAccount: KnownAccount = {
  status: 'active',
  end: null,
  measures: [],
  restrictedAt: null,
  profile: null,
  mailReturns: false,
  emailState: null,
  billingEmail: null,
  acceptedDocuments: [],
  plan: 'free',
  usage: { online: unknownQuota, offline: unknownQuota },
};

/** After a longer wait, every box is shown, as if nothing had been accepted: the server accepts that, too. */
const longestWaitMs = 3000;

/** The signed-in person's account; `null` while it is being fetched. Fetches it again when `occasion` changes. */
function useAccount(occasion: unknown): KnownAccount | null {
  const api = useApi();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion makes it another question
  const ask = useCallback(async (): Promise<KnownAccount> => api.getAccount(), [api, occasion]);
  const { known } = useAnswer(ask);
  const isOverdue = useOverdue(ask, longestWaitMs);
  const [last, setLast] = useState<KnownAccount | null>(null);
  if (typeof known === 'object' && known !== last) setLast(known);
  return last ?? (known === 'unreachable' || isOverdue ? unknownAccount : null);
}

/** What to know before a download of this size. */
function DownloadFacts({ release }: { release: Release | undefined }) {
  const { t } = useMessages();
  const isPublished = release && !release.sample;
  return (
    <section className="stack" aria-labelledby="facts-title">
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

/** What the panel shows: a form for somebody new or a download, or the overview of an account. */
type PanelView = 'download' | 'overview';

interface Props {
  user: User;
  /** What it shows: the page's heading says so. */
  onView: (view: PanelView) => void;
}

/** What a signed-in person sees of the account page: the overview, the form, or the download that it started. */
export default function DownloadPanel({ user, onView }: Props) {
  const { t } = useMessages();
  const { started, isBusy, problem, isPlaceMissing, start, goOn, backToForm } = useDownload();
  const { releases } = useReleases();
  const isStarted = started !== null;
  const account = useAccount(isStarted);
  const documents = useDocumentsInForce();
  const earlier = useEarlierDownload(user.id, !isStarted);
  const returns = useRef(false);

  const hasAccepted = account !== null && account.acceptedDocuments.length > 0;
  const isOverview = !isStarted && (account === null || account.status !== 'active' || hasAccepted);
  useEffect(() => onView(isOverview ? 'overview' : 'download'), [isOverview, onView]);

  useEffect(() => {
    // The button that led back here is gone, and the focus with it.
    if (!isStarted && returns.current) document.getElementById('account-heading')?.focus();
    returns.current = isStarted;
  }, [isStarted]);

  if (started)
    return (
      <div className="beside">
        <div className="stack">
          <DownloadStarted started={started} userId={user.id} onBack={backToForm} />
          {account && <UnconfirmedAddresses account={account} />}
        </div>
        <div className={hasAccepted ? 'beside-facts' : undefined}>
          <AcceptedDocuments accepted={account?.acceptedDocuments ?? []} />
        </div>
      </div>
    );
  // Which boxes the form needs depends on what was accepted; an earlier download stands above it and must not push it
  // down.
  if (!account || !documents || earlier === undefined) return <Spinner label={t('page.loading')} />;
  const measures = account.measures.map((measure) => <MeasureNotice key={measure.id} measure={measure} />);
  if (account.status === 'suspended' && measures.length) return measures;
  if (account.status !== 'active')
    return (
      <Notice kind="error">
        <p>{t(`problems.account-${account.status}`)}</p>
        {account.end?.by === 'holder' && (
          <ButtonLink variant="secondary" href={paths.accountClosing}>
            {t('account.closed.keep')}
          </ButtonLink>
        )}
      </Notice>
    );
  if (account.restrictedAt) return <RestrictedNotice />;
  return (
    <>
      {measures}
      {hasAccepted && <Overview account={account} release={findRelease(releases, 'windows')} />}
      {account.mailReturns && account.profile && (
        <Notice kind="error">
          <p>{t('account.mail-returns', { email: account.profile.email })}</p>
        </Notice>
      )}
      <UnconfirmedAddresses account={account} />
      {earlier && <ContinueDownload earlier={earlier} onContinue={goOn} />}
      {hasAccepted && (
        <h2 id={formId} tabIndex={-1}>
          {t('account.form.heading')}
        </h2>
      )}
      <div className="beside">
        <div className="stack">
          <PreviousDownload userId={user.id} />
          <DownloadForm
            user={user}
            labelledBy={hasAccepted ? formId : 'account-heading'}
            documents={documents}
            accepted={account.acceptedDocuments}
            releases={releases}
            busy={isBusy}
            problem={problem}
            isPlaceMissing={isPlaceMissing}
            onAccept={start}
          />
        </div>
        <div className={hasAccepted ? 'beside-facts beside-long' : 'beside-facts'}>
          <DownloadFacts release={findRelease(releases, 'windows')} />
          <AcceptedDocuments accepted={account.acceptedDocuments} />
        </div>
      </div>
    </>
  );
}
