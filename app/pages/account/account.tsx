import type { User } from '@workos-inc/authkit-js';
import { Suspense, useEffect } from 'react';
import { Spinner } from '../../components/spinner.tsx';
import { lazyPage } from '../../lazy-page.tsx';
import { useMessageFiles, useMessageLoader } from '../../messages/use-message-files.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { useAuth } from '../../session/auth.ts';
import { SessionFaultNotice } from './session-fault-notice.tsx';
import { SignInOffer } from './sign-in-offer.tsx';
import { useLoginWish } from './use-login-wish.ts';

/** Only a signed-in person needs the form. */
const downloadPanel = lazyPage(() => import('./download-panel.tsx'));

// The sign of a session was found in the page's head: the form is here when the session is.
if (typeof document !== 'undefined' && document.documentElement.dataset.session) void downloadPanel.preload();

/** Words that only a signed-in person reads. */
const panelMessages = ['transfer', 'download-guide'];

function SignedInPanel({ user }: { user: User }) {
  useMessageFiles(panelMessages);
  return <downloadPanel.Page user={user} />;
}

/**
 * The login/download page (specification 2 and 4): checking session, then the offer to sign up or in, or the download.
 * Until the session is known, the page's head has told from its signs which of the two first states to show.
 */
export default function Account() {
  const { t } = useMessages();
  const { isLoading, user } = useAuth();
  const { leavingFor, choose } = useLoginWish();
  const loadMessages = useMessageLoader();
  // As with the panel: its words come while the session is looked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page appears
  useEffect(() => {
    if (document.documentElement.dataset.session) loadMessages(panelMessages);
  }, []);
  return (
    <div className="page-width py-16">
      <h1 id="account-heading" tabIndex={-1}>
        {user ? t('account.form.heading') : t('account.title')}
      </h1>
      <SessionFaultNotice />
      {isLoading && (
        <div className="shown-with-session-sign">
          <Spinner label={t('account.checking')} />
        </div>
      )}
      {!user && (
        <div className={isLoading ? 'shown-without-session-sign' : undefined}>
          <SignInOffer leavingFor={leavingFor} onChoose={choose} />
        </div>
      )}
      {user && leavingFor && <Spinner label={t('account.redirecting')} />}
      {user && !leavingFor && (
        <Suspense fallback={<Spinner label={t('page.loading')} />}>
          <SignedInPanel user={user} />
        </Suspense>
      )}
    </div>
  );
}
