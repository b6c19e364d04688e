import { createContext, type ReactNode, use, useCallback, useEffect } from 'react';
import type { PossibleAction, SubscriptionAnswer } from '../../../../shared/api/subscription.ts';
import { discountedMonths, type PlanName } from '../../../../shared/business/plans.ts';
import { addDays } from '../../../../shared/days.ts';
import { formatDay, formatPrice } from '../../../../shared/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { useBillingApi } from '../../../api-client/billing-api.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { VisitorAction } from './visitor-action.tsx';

/** The signed-in person's subscription. */
const Context = createContext<SubscriptionAnswer | 'loading' | 'unreachable'>('loading');

/** Asks once for all plans. */
export function OwnPlanProvider({ children }: { children: ReactNode }) {
  const billing = useBillingApi();
  const ask = useCallback((): Promise<SubscriptionAnswer> => billing.getSubscription(), [billing]);
  return <Context value={useAnswer(ask).known}>{children}</Context>;
}

type Subscription = NonNullable<SubscriptionAnswer['subscription']>;

/** One period of a paid plan, for somebody who has a subscription. */
function PaidAction({
  answer,
  subscription,
  name,
  months,
}: {
  answer: SubscriptionAnswer;
  subscription: Subscription;
  name: PlanName;
  months: number;
}) {
  const { t, locale } = useMessages();
  if (subscription.product === name && subscription.months === months)
    return (
      <>
        <p className="badge">{t('own-plan.yours')}</p>
        <p>
          {subscription.endsOn
            ? t('own-plan.ends', { date: formatDay(locale, addDays(subscription.endsOn, -1)) })
            : answer.nextCharge
              ? t('own-plan.renews', { date: formatDay(locale, answer.nextCharge.on) })
              : t('own-plan.see')}
        </p>
        <ButtonLink variant="secondary" href={paths.accountPlan}>
          {t('own-plan.open')}
        </ButtonLink>
      </>
    );
  const change = answer.actions.find(
    (each): each is PossibleAction => each.action === 'change' && each.product === name && each.months === months,
  );
  if (!change) return <p>{t('own-plan.no-change')}</p>;
  return (
    <>
      <ButtonLink variant="secondary" href={`${paths.accountPlan}#plan-changes`}>
        {change.dueNowRappen > 0
          ? t(subscription.method === 'invoice' ? 'own-plan.change-for' : 'own-plan.change-now', {
              price: formatPrice(locale, change.dueNowRappen),
            })
          : t('own-plan.change-on', { date: change.effectiveOn ? formatDay(locale, change.effectiveOn) : '–' })}
      </ButtonLink>
      <p>{t('own-plan.change-note')}</p>
    </>
  );
}

/** What the signed-in person can do with a plan. Where that is not known, what everybody can. */
export function OwnPlanAction({ name, onKnown }: { name: PlanName; onKnown: () => void }) {
  const { t } = useMessages();
  const answer = use(Context);
  useEffect(() => {
    if (answer !== 'loading') onKnown();
  }, [answer, onKnown]);
  if (typeof answer === 'string') return <VisitorAction name={name} />;
  const { subscription } = answer;
  if (name === 'free')
    return subscription ? (
      <p>{t('own-plan.free-later')}</p>
    ) : (
      <>
        <p className="badge">{t('own-plan.yours')}</p>
        <ButtonLink variant="secondary" href={paths.accountPlan}>
          {t('own-plan.open')}
        </ButtonLink>
      </>
    );
  if (answer.isRestricted) return <p>{t('own-plan.restricted')}</p>;
  const { isOpen, audiences } = answer.sales;
  if (!subscription && audiences.length > 0 && !isOpen) return <p>{t('own-plan.not-sold')}</p>;
  if (!subscription) return <VisitorAction name={name} />;
  return (
    <>
      <div className="own-plan by-month">
        <PaidAction answer={answer} subscription={subscription} name={name} months={1} />
      </div>
      <div className="own-plan by-four-months">
        <PaidAction answer={answer} subscription={subscription} name={name} months={discountedMonths} />
      </div>
    </>
  );
}
