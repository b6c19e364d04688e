import type { User } from '@workos-inc/authkit-js';
import { useEffect, useRef } from 'react';
import { DownloadForm } from './download-form.tsx';
import { DownloadStarted } from './download-started.tsx';
import { PreviousDownload } from './previous-download.tsx';
import { useDownload } from './use-download.ts';

/** What a signed-in person meets: the form, or what was started with it. */
export default function DownloadPanel({ user }: { user: User }) {
  const { state, start, backToForm } = useDownload();
  const returns = useRef(false);

  useEffect(() => {
    // The button that led back here is gone, and the focus with it.
    if (state.step === 'form' && returns.current) document.getElementById('account-heading')?.focus();
    returns.current = state.step === 'started';
  }, [state.step]);

  if (state.step === 'started') return <DownloadStarted download={state.download} onBack={backToForm} />;
  return (
    <>
      <PreviousDownload userId={user.id} />
      <DownloadForm
        user={user}
        busy={state.step === 'downloading'}
        problem={state.step === 'form' ? state.problem : null}
        onAccept={start}
      />
    </>
  );
}
