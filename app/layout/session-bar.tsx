import { isSignOutFault, useAuth } from '../account/session/auth.ts';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { useMessages } from '../messages/use-messages.ts';
import { SignOutButton } from './sign-out-button.tsx';

/**
 * What every page must show of a session: who acts for the user and why (specification 3, impersonator), and that
 * signing out did not succeed.
 */
export function SessionBar() {
  const { t } = useMessages();
  const { user, impersonator, fault, signOut } = useAuth();
  return (
    <>
      {user && impersonator && (
        <section className="session-bar" aria-label={t('layout.impersonation.label')}>
          <div className="page-width session-bar-row">
            <p>
              {[
                t('layout.impersonation.who', { actor: impersonator.email, user: user.email }),
                impersonator.reason && t('layout.impersonation.reason', { reason: impersonator.reason }),
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
            <SignOutButton />
          </div>
        </section>
      )}
      {isSignOutFault(fault) && (
        <div className="page-width pt-4">
          <Notice kind="error">
            <p>{t(`layout.account.${fault}`)}</p>
            {fault !== 'sign-out-failed' && (
              <Button variant="secondary" onClick={() => void signOut()}>
                {t('layout.account.sign-out-again')}
              </Button>
            )}
          </Notice>
        </div>
      )}
    </>
  );
}
