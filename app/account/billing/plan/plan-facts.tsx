import type { ReactNode } from 'react';
import { formatDay, formatInstant, formatMonth, formatNumber, formatPrice } from '../../../../shared/format.ts';
import { anchors, paths } from '../../../../shared/paths.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { brandName, offerName, productName } from '../offer-words.ts';
import { isServed } from './plan-state.ts';
import { lastDayOf } from './state-words.ts';
import type { KnownPlan } from './use-plan.ts';

/** Names and values; whatever does not apply to this customer is left out. */
export function PlanFacts({ subscription: answer, usage }: Pick<KnownPlan, 'subscription' | 'usage'>) {
  const { t, locale } = useMessages();
  const { subscription, nextCharge, card, deadlines } = answer;
  const day = (date: string) => formatDay(locale, date);
  const { limit, used } = usage.quotas.online;
  const facts: [string, ReactNode][] = [
    [
      t('plan.fact.plan'),
      // Neither an unpaid order nor a plan that has stopped for lack of payment is what the customer has.
      subscription && isServed(answer) ? offerName(t, subscription) : productName(t, answer.plan),
    ],
  ];
  if (limit !== null)
    facts.push([
      t('plan.fact.quota'),
      <RichMessage
        key="quota"
        id="plan.fact.quota.value"
        values={{ used: formatNumber(locale, used), limit: formatNumber(locale, limit) }}
        elements={{ usage: <Link className="link" href={paths.accountUsage} /> }}
      />,
    ]);
  if (usage.cycle) facts.push([t('plan.fact.reset'), formatInstant(locale, new Date(usage.cycle.end))]);
  if (subscription?.term && isServed(answer))
    facts.push([
      t('plan.fact.term'),
      t('plan.fact.term.value', { from: day(subscription.term.from), until: day(lastDayOf(subscription.term)) }),
    ]);
  if (nextCharge)
    facts.push([
      t('plan.fact.next-charge'),
      t('plan.fact.next-charge.value', {
        price: formatPrice(locale, nextCharge.amountRappen),
        date: day(nextCharge.on),
        method: nextCharge.method,
      }),
    ]);
  if (card)
    facts.push([
      t('plan.fact.card'),
      t('plan.fact.card.value', {
        brand: brandName(t, card.brand),
        digits: card.last4,
        month: formatMonth(locale, card.expiresOn.slice(0, 7)),
      }),
    ]);
  if (deadlines.noticeBy && !subscription?.endsOn) facts.push([t('plan.fact.notice-by'), day(deadlines.noticeBy)]);
  if (deadlines.withdrawBy)
    facts.push([
      t('plan.fact.withdraw-by'),
      <RichMessage
        key="withdraw"
        id="plan.fact.withdraw-by.value"
        values={{ date: day(deadlines.withdrawBy) }}
        elements={{ withdraw: <Link className="link" href={`${paths.accountPlan}#${anchors.planWithdrawal}`} /> }}
      />,
    ]);
  return (
    <section className="stack" aria-labelledby="plan-facts">
      <h2 id="plan-facts">{t('plan.facts')}</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <FactRow key={name} name={name} value={value} />
        ))}
      </dl>
    </section>
  );
}

function FactRow({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
