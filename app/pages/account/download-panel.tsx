import type { User } from '@workos-inc/authkit-js';
import { useEffect, useRef } from 'react';
import { Spinner } from '../../components/spinner.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { AcceptedDocuments } from './accepted-documents.tsx';
import { DownloadForm } from './download-form.tsx';
import { DownloadStarted } from './download-started.tsx';
import { PreviousDownload } from './previous-download.tsx';
import { useAcceptedDocuments } from './use-accepted-documents.ts';
import { useDownload } from './use-download.ts';

/** What a signed-in person meets: the form, or what was started with it. */
export default function DownloadPanel({ user }: { user: User }) {
  const { t } = useMessages();
  const { state, start, backToForm } = useDownload();
  const accepted = useAcceptedDocuments(state.step === 'started');
  const returns = useRef(false);

  useEffect(() => {
    // The button that led back here is gone, and the focus with it.
    if (state.step === 'form' && returns.current) document.getElementById('account-heading')?.focus();
    returns.current = state.step === 'started';
  }, [state.step]);

  if (state.step === 'started')
    return (
      <>
        <DownloadStarted download={state.download} onBack={backToForm} />
        <AcceptedDocuments accepted={accepted ?? []} />
      </>
    );
  // Which boxes the form needs follows from what was accepted.
  if (!accepted) return <Spinner label={t('page.loading')} />;
  return (
    <>
      <PreviousDownload userId={user.id} />
      <DownloadForm
        user={user}
        accepted={accepted}
        busy={state.step === 'downloading'}
        problem={state.step === 'form' ? state.problem : null}
        onAccept={start}
      />
      <AcceptedDocuments accepted={accepted} />
    </>
  );
}
