import { useCallback } from 'react';
import type { OrderAnswer } from '../../../../shared/api/orders.ts';
import { formatDay, formatPrice } from '../../../../shared/format.ts';
import { useBillingApi } from '../../../api-client/billing-api.ts';
import { useAnswer } from '../../../api-client/use-answer.ts';
import { useMessages } from '../../../messages/use-messages.ts';
import { offerName } from '../offer-words.ts';
import { type Fact, FactList, factsOfTerm, factsOfWithdrawal } from '../plan/plan-facts.tsx';

/** What was bought, what comes by mail and what is charged next, beside what is left to do. */
export default function Bought({ order }: { order: OrderAnswer }) {
  const { t, locale } = useMessages();
  const billing = useBillingApi();
  // Where it cannot be asked, the plan page tells it.
  const { known } = useAnswer(useCallback(() => billing.getSubscription(), [billing]));
  const { product, months } = order;
  // An address that was kept may be of an order before the one that runs.
  const isRunning =
    typeof known === 'object' && known?.subscription?.product === product && known.subscription.months === months;
  const answer = isRunning ? known : null;
  const price = formatPrice(locale, order.totalRappen);
  const facts: Fact[] = [[t('plan.fact.plan'), offerName(t, order)]];
  if (order.invoice)
    facts.push(
      [
        t('order-done.fact.due'),
        t('order-done.fact.due.value', { price, date: formatDay(locale, order.invoice.dueOn) }),
      ],
      [t('order.summary.start'), t('order.summary.start.invoice')],
    );
  else facts.push([t('order-done.fact.paid'), price]);
  if (answer) facts.push(...factsOfTerm(t, locale, answer));
  facts.push([t('order-done.fact.mail'), t('order-done.fact.mail.value')]);
  if (answer) facts.push(...factsOfWithdrawal(t, locale, answer));
  return (
    <div className="beside-facts">
      <FactList id="order-bought" title={t('order-done.facts')} facts={facts} />
    </div>
  );
}
