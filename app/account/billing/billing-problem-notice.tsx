import type { MessageId } from '../../../content/generated/message-arguments.ts';
import type { ProblemCode } from '../../../shared/problems.ts';
import { ApiProblem } from '../../api-client/api-client.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { problemOf } from '../delivery/problem-of.ts';
import { useAuth } from '../session/auth.ts';

type ProblemMessage = Extract<MessageId, `problems.${string}` | `billing.problem.${string}`>;

/** The message for each problem that plans and money can run into; any other is a bug of ours. */
const messages: Partial<Record<ProblemCode, ProblemMessage>> = {
  'validation-failed': 'problems.validation-failed',
  'country-not-eligible': 'problems.country-not-eligible',
  'documents-changed': 'problems.documents-changed',
  'confirmations-changed': 'problems.confirmations-changed',
  'confirmation-missing': 'billing.problem.confirmation-missing',
  'sales-closed': 'billing.problem.sales-closed',
  'subscription-exists': 'billing.problem.subscription-exists',
  'order-changed': 'billing.problem.order-changed',
  'debt-open': 'billing.problem.debt-open',
  'payment-pending': 'billing.problem.payment-pending',
  'card-provider-unreachable': 'billing.problem.card-provider-unreachable',
  'change-not-possible': 'billing.problem.change-not-possible',
  'vat-number-invalid': 'billing.problem.vat-number-invalid',
  'vat-check-unavailable': 'billing.problem.vat-check-unavailable',
  'authentication-required': 'problems.authentication-required',
  'account-ended': 'problems.account-ended',
  'account-suspended': 'problems.account-suspended',
  'account-restricted': 'problems.account-restricted',
  'impersonation-not-allowed': 'billing.problem.impersonation',
  'too-many-requests': 'problems.too-many-requests',
  'login-keys-unreachable': 'problems.login-keys-unreachable',
};

/** Says what went wrong with a payment, an order or a change, and what to do about it; announced when it appears. */
export function BillingProblemNotice({ problem }: { problem: unknown }) {
  const { t } = useMessages();
  const { signIn } = useAuth();
  if (problem === null) return null;
  const known = problemOf(problem);
  const code = known instanceof ApiProblem ? known.code : null;
  return (
    <Notice kind="error">
      <p>{t(code ? (messages[code] ?? 'problems.internal-error') : 'problems.connection')}</p>
      {code === 'authentication-required' && (
        <Button
          variant="secondary"
          onClick={() => signIn({ returnTo: location.pathname + location.search }).catch(() => {})}
        >
          {t('account.form.sign-in-again')}
        </Button>
      )}
      {(code === 'documents-changed' || code === 'confirmations-changed' || code === 'order-changed') && (
        <Button variant="secondary" onClick={() => location.reload()}>
          {t('account.form.reload')}
        </Button>
      )}
    </Notice>
  );
}
