import type { User } from '@workos-inc/authkit-js';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { Spinner } from '../components/spinner.tsx';
import { useMessageFiles, useMessageLoader } from '../messages/use-message-files.ts';
import { useMessages } from '../messages/use-messages.ts';
import { forgetFailedLoads, lazyPage } from '../site/lazy-page.tsx';
import { hasSignal } from '../site/root-signals.ts';
import { RoomsOfHolder } from './account-rooms.tsx';
import { panelMessages } from './delivery/panel-messages.ts';
import { runningDownload } from './delivery/parts/running-download.ts';
import { useAuth } from './session/auth.ts';
import { SessionFaultNotice } from './session/session-fault-notice.tsx';
import { SignInOffer } from './session/sign-in-offer.tsx';
import { useLoginWish } from './session/use-login-wish.ts';

/** Only a signed-in person needs the form. */
const downloadPanel = lazyPage(() => import('./delivery/download-panel.tsx'));

// The sign of a session was found in the page's head: the form is here when the session is.
if (typeof document !== 'undefined' && hasSignal('session')) void downloadPanel.preload();

/**
 * True once the panel's code and messages have loaded or failed; rendering it then retries and shows a failure.
 * Waiting here instead of in a Suspense boundary shows it at once: React delays content after a fallback by 300 ms.
 */
function usePanel(isSignedIn: boolean): boolean {
  const [isHere, setIsHere] = useState(false);
  const loadMessages = useMessageLoader();
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the sign of a session, otherwise with the session
  useEffect(() => {
    if (isSignedIn || hasSignal('session'))
      void Promise.allSettled([downloadPanel.preload(), ...loadMessages(panelMessages)]).then(() => {
        forgetFailedLoads();
        setIsHere(true);
      });
  }, [isSignedIn]);
  return isHere;
}

/** Loaded already where there is anything to show. */
const progress = lazyPage(async () => ({ default: (await import('./delivery/verified-download.tsx')).Running }));

/** A download that goes on in this page after a sign-out in another tab; nothing where there is none. */
function SignedOutDownload() {
  const { t } = useMessages();
  const download = useSyncExternalStore(runningDownload.subscribe, runningDownload.get, () => null);
  if (!download) return null;
  return (
    <Suspense fallback={<Spinner label={t('page.loading')} />}>
      <div className="my-8">
        <progress.Page download={download} onGivenUp={() => {}} />
      </div>
    </Suspense>
  );
}

/** Who is signed in, and for which organization. */
function SignedInAs({ user }: { user: User }) {
  const { t } = useMessages();
  const { organizationId, role } = useAuth();
  const sentences = [
    t('account.form.lead', { email: user.email }),
    organizationId && t('account.form.organization', { organization: organizationId }),
    organizationId && role && t('account.form.role', { role }),
  ];
  return <p className="text-paper-dim">{sentences.filter(Boolean).join(' ')}</p>;
}

function SignedInPanel(props: { user: User; onView: (view: 'download' | 'overview') => void }) {
  useMessageFiles(panelMessages);
  return <downloadPanel.Page {...props} />;
}

/**
 * The login/download page (specification 2 and 4): checking session, then the offer to sign up or in, or the download.
 * Until the session is known, the page's head has decided from its signs which of the first two states to show.
 */
export default function Account() {
  const { t } = useMessages();
  const { isLoading, user } = useAuth();
  const { leavingFor, choose } = useLoginWish();
  const isPanelHere = usePanel(user !== null);
  const [view, setView] = useState<'download' | 'overview'>('overview');
  return (
    <div className="page-width page-plain page-account">
      <h1 id="account-heading" tabIndex={-1}>
        {user ? t(view === 'overview' ? 'account.rooms' : 'account.form.heading') : t('account.title')}
      </h1>
      <RoomsOfHolder />
      <SessionFaultNotice />
      {isLoading && (
        <>
          {/* Filled in before React is here (app/account/session/early-name.ts), and left alone by it. */}
          <p
            className="text-paper-dim"
            data-signed-in-as={t('account.form.lead', { email: '{email}' })}
            suppressHydrationWarning
          >
            {''}
          </p>
          <div className="shown-with-session-sign">
            <Spinner label={t('account.checking')} />
          </div>
        </>
      )}
      {!user && <SignedOutDownload />}
      {!user && (
        <div className={isLoading ? 'shown-without-session-sign' : undefined}>
          <SignInOffer leavingFor={leavingFor} onChoose={choose} />
        </div>
      )}
      {user && leavingFor && <Spinner label={t('account.redirecting')} />}
      {user && !leavingFor && <SignedInAs user={user} />}
      {user && !leavingFor && !isPanelHere && <Spinner label={t('page.loading')} />}
      {user && !leavingFor && isPanelHere && (
        <Suspense fallback={<Spinner label={t('page.loading')} />}>
          <SignedInPanel user={user} onView={setView} />
        </Suspense>
      )}
    </div>
  );
}
