import { useCallback } from 'react';
import type { PossibleAction, SubscriptionAnswer } from '../../../../shared/api/subscription.ts';
import { type PlanName, plans } from '../../../../shared/business/plans.ts';
import { formatPrice } from '../../../../shared/format.ts';
import { anchors, paths } from '../../../../shared/paths.ts';
import { useBillingApi } from '../../../api-client/billing-api.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { productName } from '../../billing/offer-words.ts';

type Upgrade = PossibleAction & { product: PlanName };

/** The change that costs something now and brings more requests: paid as often as the present plan, if there is one. */
function findUpgrade({ actions, plan, subscription }: SubscriptionAnswer): Upgrade | undefined {
  // Nothing that is sold brings more than what an enterprise agreed.
  if (plan === 'enterprise') return undefined;
  const requests = plans[plan].onlineRequestsPerMonth;
  const isOther = ({ months }: Upgrade) => Number(months !== subscription?.months);
  return actions
    .filter(
      (each): each is Upgrade =>
        each.action === 'change' &&
        each.dueNowRappen > 0 &&
        each.product !== null &&
        each.product in plans &&
        plans[each.product as PlanName].onlineRequestsPerMonth > requests,
    )
    .toSorted((one, other) => isOther(one) - isOther(other) || one.dueNowRappen - other.dueNowRappen)[0];
}

/** The one thing to do when nothing is left: more of it today, with its price where that is known. */
export function MoreRequests() {
  const { t, locale } = useMessages();
  const billing = useBillingApi();
  const ask = useCallback(() => billing.getSubscription(), [billing]);
  const { known } = useAnswer(ask);
  if (known === 'loading') return <Spinner label={t('page.loading')} />;
  const upgrade = known === 'unreachable' ? undefined : findUpgrade(known);
  return (
    <div className="button-row">
      {upgrade && typeof known === 'object' ? (
        <ButtonLink href={`${paths.accountPlan}#plan-changes`}>
          {t('usage.upgrade', {
            plan: productName(t, upgrade.product),
            price: formatPrice(locale, upgrade.dueNowRappen),
            method: known.subscription!.method,
          })}
        </ButtonLink>
      ) : (
        <ButtonLink href={`${paths.pricing}#${anchors.personalBusiness}`}>{t('usage.plans')}</ButtonLink>
      )}
    </div>
  );
}
