import { createContext, type ReactNode, use, useCallback, useEffect } from 'react';
import type { PossibleAction, SubscriptionAnswer } from '../../../../shared/api/subscription.ts';
import { discountedMonths, type PlanName } from '../../../../shared/business/plans.ts';
import { type CustomerKind, findAudience, isSoldTo } from '../../../../shared/business/sales.ts';
import { addDays } from '../../../../shared/days.ts';
import { formatDay, formatPrice } from '../../../../shared/format.ts';
import { anchors, paths } from '../../../../shared/paths.ts';
import { AskSales, notSoldReason, type Unsold as UnsoldBuyer } from '../../../account/billing/not-sold.tsx';
import { useBillingApi } from '../../../api-client/billing-api.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { useApi } from '../../../api-client/use-api.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { OrderLinks, VisitorAction } from './visitor-action.tsx';

/** The signed-in person's subscription, and who would buy: as the billing data say, or else from the account's country. */
interface OwnPlan {
  answer: SubscriptionAnswer;
  buyer: { country: string; kind: CustomerKind; vatNumber: string | null } | null;
}

const Context = createContext<OwnPlan | 'loading' | 'unreachable'>('loading');

/** Asks once for all plans. */
export function OwnPlanProvider({ children }: { children: ReactNode }) {
  const billing = useBillingApi();
  const api = useApi();
  const ask = useCallback(async (): Promise<OwnPlan> => {
    const [answer, { customer }, { profile }] = await Promise.all([
      billing.getSubscription(),
      billing.getCustomer(),
      api.getAccount(),
    ]);
    return { answer, buyer: customer ?? (profile && { country: profile.country, kind: 'private', vatNumber: null }) };
  }, [billing, api]);
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

/** For somebody to whom nothing is sold, or not privately: why, and the one thing to do. */
function Unsold({ name, ...unsold }: UnsoldBuyer & { name: 'moderate' | 'high' }) {
  const { t, locale } = useMessages();
  const { audiences, country, kind } = unsold;
  return (
    <>
      <p>{notSoldReason(t, locale, unsold)}</p>
      {kind === 'private' && isSoldTo(audiences, country, 'business') ? (
        <OrderLinks
          name={name}
          kind="business"
          label={t('own-plan.as-business', { plan: t(`pricing.plan.${name}`) })}
        />
      ) : isSoldTo(audiences, country, kind) ? (
        // A VAT number is missing.
        <AskSales />
      ) : (
        <ButtonLink variant="secondary" href={`${paths.pricing}#${anchors.saleList}`}>
          {t('lists.sale.link')}
        </ButtonLink>
      )}
    </>
  );
}

/** What the signed-in person can do with a plan. Where that is not known, what everybody can. */
export function OwnPlanAction({ name, onKnown }: { name: PlanName; onKnown: () => void }) {
  const { t } = useMessages();
  const own = use(Context);
  useEffect(() => {
    if (own !== 'loading') onKnown();
  }, [own, onKnown]);
  if (typeof own === 'string') return <VisitorAction name={name} />;
  const { answer, buyer } = own;
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
  if (!subscription && audiences.length > 0) {
    if (buyer && !audiences.includes(findAudience(buyer)))
      return <Unsold name={name} audiences={audiences} country={buyer.country} kind={buyer.kind} />;
    // The account is closing, or suspended.
    if (!isOpen) return <p>{t('own-plan.no-change')}</p>;
  }
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
