import { ApiProblem } from '../../../api-client/api-client.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { useAuth } from '../../session/auth.ts';
import { useLeaving } from '../../session/use-leaving.ts';

const messages = {
  'sign-in-again': 'closing.fault.sign-in-again',
  'authentication-required': 'closing.fault.sign-in-again',
  'service-unavailable': 'closing.fault.provider',
  'login-keys-unreachable': 'closing.fault.provider',
  'account-ended': 'problems.account-ended',
  'impersonation-not-allowed': 'closing.fault.impersonation',
  'too-many-requests': 'problems.too-many-requests',
} as const;

const messageOf = (code: string) => (code in messages ? messages[code as keyof typeof messages] : null);

/** Why the account was not closed or kept, and what to do about it. */
export function ClosingFaultNotice({ problem }: { problem: unknown }) {
  const { t } = useMessages();
  const { signOut } = useAuth();
  const { leaving, leave } = useLeaving();
  if (!problem) return null;
  const message = problem instanceof ApiProblem ? messageOf(problem.code) : null;
  const isSignInNeeded = message === 'closing.fault.sign-in-again';
  return (
    <Notice kind={isSignInNeeded ? 'info' : 'error'}>
      <p role={isSignInNeeded ? 'status' : undefined}>{t(message ?? 'closing.fault.other')}</p>
      {isSignInNeeded && (
        <Button busy={leaving} onClick={() => leave(signOut)}>
          {t('closing.sign-out')}
        </Button>
      )}
    </Notice>
  );
}
