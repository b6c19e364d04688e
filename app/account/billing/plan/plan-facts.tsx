import type { ReactNode } from 'react';
import type { SubscriptionAnswer } from '../../../../shared/api/subscription.ts';
import { formatDay, formatInstant, formatMonth, formatNumber, formatPrice } from '../../../../shared/format.ts';
import type { Locale } from '../../../../shared/locales.ts';
import { anchors, paths } from '../../../../shared/paths.ts';
import { RichMessage } from '../../../messages/rich-message.tsx';
import { type Translate, useMessages } from '../../../messages/use-messages.ts';
import { Link } from '../../../navigation/link.tsx';
import { brandName, offerName, productName } from '../offer-words.ts';
import { isServed } from './plan-state.ts';
import { lastDayOf } from './state-words.ts';
import type { KnownPlan } from './use-plan.ts';

/** A name and its value. */
export type Fact = [name: string, value: ReactNode];

/** The period that is served, and what is charged next and when, as far as there is any. */
export function factsOfTerm(t: Translate, locale: Locale, answer: SubscriptionAnswer): Fact[] {
  const day = (date: string) => formatDay(locale, date);
  const { subscription, nextCharge } = answer;
  const facts: Fact[] = [];
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
  return facts;
}

/** Until when the customer may withdraw, and where; nothing for who may not. */
export function factsOfWithdrawal(t: Translate, locale: Locale, { deadlines }: SubscriptionAnswer): Fact[] {
  if (!deadlines.withdrawBy) return [];
  return [
    [
      t('plan.fact.withdraw-by'),
      <RichMessage
        key="withdraw"
        id="plan.fact.withdraw-by.value"
        values={{ date: formatDay(locale, deadlines.withdrawBy) }}
        elements={{ withdraw: <Link className="link" href={`${paths.accountPlan}#${anchors.planWithdrawal}`} /> }}
      />,
    ],
  ];
}

/** Names and values; whatever does not apply to this customer is left out. */
export function PlanFacts({ subscription: answer, usage }: Pick<KnownPlan, 'subscription' | 'usage'>) {
  const { t, locale } = useMessages();
  const { subscription, card, deadlines } = answer;
  const { limit, used } = usage.quotas.online;
  const facts: Fact[] = [
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
  facts.push(...factsOfTerm(t, locale, answer));
  if (card)
    facts.push([
      t('plan.fact.card'),
      t('plan.fact.card.value', {
        brand: brandName(t, card.brand),
        digits: card.last4,
        month: formatMonth(locale, card.expiresOn.slice(0, 7)),
      }),
    ]);
  if (deadlines.noticeBy && !subscription?.endsOn)
    facts.push([t('plan.fact.notice-by'), formatDay(locale, deadlines.noticeBy)]);
  facts.push(...factsOfWithdrawal(t, locale, answer));
  return <FactList id="plan-facts" title={t('plan.facts')} facts={facts} />;
}

/** What stands beside that which is done on a page. */
export function FactList({ id, title, facts }: { id: string; title: string; facts: Fact[] }) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
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
