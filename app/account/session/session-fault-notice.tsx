import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { isSignOutFault, useAuth } from './auth.ts';

/** Says why there is no session although one was wanted, and what to do about it; renders nothing when all is well. */
export function SessionFaultNotice() {
  const { t } = useMessages();
  const { fault, retry } = useAuth();
  // Problems with signing out are shown at the head of every page.
  if (!fault || isSignOutFault(fault)) return null;
  return (
    <Notice kind={fault === 'cancelled' ? 'info' : 'error'}>
      <p>{t(fault === 'ended' ? 'problems.authentication-required' : `account.fault.${fault}`)}</p>
      {fault === 'unreachable' && (
        <Button variant="secondary" onClick={() => void retry()}>
          {t('account.fault.retry')}
        </Button>
      )}
    </Notice>
  );
}
