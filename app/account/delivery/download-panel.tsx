import type { User } from '@workos-inc/authkit-js';
import { useEffect, useRef } from 'react';
import { paths } from '../../../shared/paths.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { findRelease, useReleases } from '../../pages/releases/use-releases.ts';
import { AccountRooms } from '../account-rooms.tsx';
import { UnconfirmedAddresses } from '../privacy/mail-addresses.tsx';
import { RestrictedNotice } from '../privacy/restricted-notice.tsx';
import { MeasureNotice } from '../service/measure-notice.tsx';
import { AcceptedDocuments } from './accepted-documents.tsx';
import { ContinueDownload } from './continue-download.tsx';
import { DownloadFacts } from './download-facts.tsx';
import { DownloadForm } from './download-form.tsx';
import { DownloadStarted } from './download-started.tsx';
import { PreviousDownload } from './previous-download.tsx';
import { useAccount } from './use-account.ts';
import { useDocumentsInForce } from './use-documents-in-force.ts';
import { useDownload } from './use-download.ts';
import { useEarlierDownload } from './use-earlier-download.ts';

/** The form, or the download that it started. */
function FormOrDownload({ user }: { user: User }) {
  const { t } = useMessages();
  const { started, isBusy, problem, isPlaceMissing, start, goOn, backToForm } = useDownload();
  const { releases } = useReleases();
  const isStarted = started !== null;
  const account = useAccount(isStarted);
  const documents = useDocumentsInForce();
  const earlier = useEarlierDownload(user.id, !isStarted);
  const returns = useRef(false);

  useEffect(() => {
    // The button that led back here is gone, and the focus with it.
    if (!isStarted && returns.current) document.getElementById('account-heading')?.focus();
    returns.current = isStarted;
  }, [isStarted]);

  if (started)
    return (
      <>
        <DownloadStarted started={started} userId={user.id} onBack={backToForm} />
        {account && <UnconfirmedAddresses account={account} />}
        <AcceptedDocuments accepted={account?.acceptedDocuments ?? []} />
      </>
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
      {account.mailReturns && account.profile && (
        <Notice kind="error">
          <p>{t('account.mail-returns', { email: account.profile.email })}</p>
        </Notice>
      )}
      <UnconfirmedAddresses account={account} />
      <PreviousDownload userId={user.id} />
      {earlier && <ContinueDownload earlier={earlier} onContinue={goOn} />}
      <DownloadForm
        user={user}
        documents={documents}
        accepted={account.acceptedDocuments}
        releases={releases}
        busy={isBusy}
        problem={problem}
        isPlaceMissing={isPlaceMissing}
        onAccept={start}
      />
      <DownloadFacts release={findRelease(releases, 'windows')} />
      <AcceptedDocuments accepted={account.acceptedDocuments} />
    </>
  );
}

/** What a signed-in person sees of the account page. */
export default function DownloadPanel({ user }: { user: User }) {
  return (
    <>
      <AccountRooms />
      <FormOrDownload user={user} />
    </>
  );
}
