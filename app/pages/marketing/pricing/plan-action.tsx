import { useEffect, useState } from 'react';
import type { PlanName } from '../../../../shared/business/plans.ts';
import { paths } from '../../../../shared/paths.ts';
import { useAuth } from '../../../account/session/auth.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessageLoader } from '../../../messages/use-message-files.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import type * as OwnPlan from './own-plan.tsx';

type OwnPlanModule = typeof OwnPlan;

/** Only somebody with a session needs it, so nobody else loads it: `null` until it is here, `failed` when it cannot be. */
export function useOwnPlanModule(): OwnPlanModule | 'failed' | null {
  const { user } = useAuth();
  const [module, setModule] = useState<OwnPlanModule | 'failed' | null>(null);
  const loadMessages = useMessageLoader();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the session
  useEffect(() => {
    if (!user) return;
    Promise.all([import('./own-plan.tsx'), ...loadMessages(['own-plan', 'billing'])]).then(
      ([loaded]) => setModule(loaded),
      () => setModule('failed'),
    );
  }, [user !== null]);
  return user ? module : null;
}

/** What everybody can do with a plan today: sales are closed during the beta, the free plan is open. */
export function VisitorAction({ name }: { name: PlanName }) {
  const { t } = useMessages();
  if (name === 'free')
    return (
      <>
        <ButtonLink href={paths.download}>{t('pricing.action.free')}</ButtonLink>
        <p>{t('pricing.action.free-note')}</p>
      </>
    );
  return (
    <>
      <p className="badge">{t('pricing.action.in-beta')}</p>
      <p>
        <RichMessage id="pricing.action.not-on-sale" elements={{ beta: <Link href={paths.beta} /> }} />
      </p>
    </>
  );
}
