import { ApiProblem } from '../../../api-client/api-client.ts';
import type { CallProblem } from '../../../api-client/problem.ts';
import { useProblemSentence } from '../../../api-client/problem-notice.tsx';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { useAuth } from '../../session/auth.ts';
import { useLeaving } from '../../session/use-leaving.ts';

/** Why the account was not closed or kept, and what to do about it. */
export function ClosingFaultNotice({ problem }: { problem: CallProblem | null }) {
  const { t } = useMessages();
  const { signOut } = useAuth();
  const { leaving, leave } = useLeaving();
  const sentenceOf = useProblemSentence('closing');
  if (!problem) return null;
  const isSignInNeeded =
    problem instanceof ApiProblem && (problem.code === 'sign-in-again' || problem.code === 'authentication-required');
  return (
    <Notice kind={isSignInNeeded ? 'info' : 'error'}>
      <p role={isSignInNeeded ? 'status' : undefined}>{sentenceOf(problem)}</p>
      {isSignInNeeded && (
        <Button busy={leaving} onClick={() => leave(signOut)}>
          {t('closing.sign-out')}
        </Button>
      )}
    </Notice>
  );
}
