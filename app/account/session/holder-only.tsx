import type { ReactElement } from 'react';
import { Button } from '../../components/button.tsx';
import { Spinner } from '../../components/spinner.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { useAuth } from './auth.ts';
import { useLeaving } from './use-leaving.ts';

interface Props {
  /** The address of the page that this stands on. */
  returnTo: string;
  /** What the button for signing in says. */
  signInLabel: string;
  children: (user: { id: string; email: string }) => ReactElement | null;
}

/** What only the holder of an account sees of a page; others are offered to sign in and come back. */
export function HolderOnly({ returnTo, signInLabel, children }: Props) {
  const { t } = useMessages();
  const { isLoading, user, signIn } = useAuth();
  const { leaving, leave } = useLeaving();
  return (
    <div className="needs-script stack">
      {isLoading && (
        <div className="shown-with-session-sign">
          <Spinner label={t('account.checking')} />
        </div>
      )}
      {user && <p className="text-paper-dim">{t('account.form.lead', { email: user.email })}</p>}
      {user && children(user)}
      {!user && (
        <div className={isLoading ? 'button-row shown-without-session-sign' : 'button-row'}>
          <Button busy={leaving} onClick={() => leave(() => signIn({ returnTo }))}>
            {leaving ? t('account.redirecting') : signInLabel}
          </Button>
        </div>
      )}
    </div>
  );
}
