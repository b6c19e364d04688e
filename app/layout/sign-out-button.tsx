import { useAuth } from '../account/session/auth.ts';
import { Icon } from '../components/icon.tsx';
import { useMessages } from '../messages/use-messages.ts';

interface Props {
  /** In the header: a word where there is room for one, otherwise a picture. */
  compact?: boolean;
}

/** Ends the session. Only shown to someone who is signed in; disabled while the session is being checked. */
export function SignOutButton({ compact = false }: Props) {
  const { t } = useMessages();
  const { isLoading, user, signOut } = useAuth();
  if (!user) return null;
  const label = t('layout.account.sign-out');
  return (
    <button
      type="button"
      className={`button button-small ${compact ? 'button-quiet sign-out-compact' : 'button-secondary'}`}
      disabled={isLoading}
      title={compact ? label : undefined}
      // The session's fault says what went wrong.
      onClick={() => signOut().catch(() => {})}
    >
      <Icon name="leave" />
      <span className={compact ? 'sign-out-word' : undefined}>{label}</span>
    </button>
  );
}
