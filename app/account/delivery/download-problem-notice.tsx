import type { MessageId } from '../../../content/generated/message-arguments.ts';
import { paths } from '../../../shared/paths.ts';
import type { ProblemCode } from '../../../shared/problems.ts';
import { ApiProblem } from '../../api-client/api-client.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { useAuth } from '../session/auth.ts';
import { type DownloadProblem, NoPlaceChosen } from './use-download.ts';

type ProblemMessage = Extract<MessageId, `problems.${string}`>;

/** The message for each problem that a download can run into; any other is a bug of ours. */
const messages: Partial<Record<ProblemCode, ProblemMessage>> = {
  'validation-failed': 'problems.validation-failed',
  'country-not-eligible': 'problems.country-not-eligible',
  'confirmation-missing': 'problems.confirmation-missing',
  'documents-changed': 'problems.documents-changed',
  'confirmations-changed': 'problems.confirmations-changed',
  'platform-not-available': 'problems.platform-not-available',
  'authentication-required': 'problems.authentication-required',
  'account-ended': 'problems.account-ended',
  'account-suspended': 'problems.account-suspended',
  'account-restricted': 'problems.account-restricted',
  'impersonation-not-allowed': 'problems.impersonation-not-allowed',
  'too-many-downloads': 'problems.too-many-downloads',
  'too-many-requests': 'problems.too-many-requests',
  'release-withdrawn': 'problems.release-withdrawn',
  'login-keys-unreachable': 'problems.login-keys-unreachable',
};

/** Says what went wrong and what to do about it. */
export function DownloadProblemNotice({ problem }: { problem: DownloadProblem | null }) {
  const { t } = useMessages();
  const { signIn } = useAuth();
  if (!problem || problem instanceof NoPlaceChosen) return null;
  const code = problem instanceof ApiProblem ? problem.code : null;
  return (
    <Notice kind="error">
      <p>{t(code ? (messages[code] ?? 'problems.internal-error') : 'problems.connection')}</p>
      {code === 'authentication-required' && (
        <Button variant="secondary" onClick={() => signIn({ returnTo: paths.account }).catch(() => {})}>
          {t('account.form.sign-in-again')}
        </Button>
      )}
      {(code === 'documents-changed' || code === 'confirmations-changed') && (
        <Button variant="secondary" onClick={() => location.reload()}>
          {t('account.form.reload')}
        </Button>
      )}
    </Notice>
  );
}
