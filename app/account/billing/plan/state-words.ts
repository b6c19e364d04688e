import type { SubscriptionAnswer } from '../../../../shared/api/subscription.ts';
import { zurichDayOf } from '../../../../shared/business/business-days.ts';
import { addDays, daysBetween } from '../../../../shared/days.ts';
import { formatDay, formatPrice } from '../../../../shared/format.ts';
import type { Locale } from '../../../../shared/locales.ts';
import type { Translate } from '../../../messages/use-messages.ts';
import { offerName, productName } from '../offer-words.ts';
import { isServed, type PlanState } from './plan-state.ts';

interface Words {
  title: string;
  text: string;
}

/** What a state means for this customer: a heading and one or two sentences, with amounts and dates, never rules. */
export function stateWords(t: Translate, locale: Locale, state: PlanState, answer: SubscriptionAnswer): Words {
  const { subscription, payment, nextCharge, deadlines, sales } = answer;
  const day = (date: string | null | undefined) => (date ? formatDay(locale, date) : '–');
  const plan = productName(t, payment?.form?.product ?? subscription?.product ?? 'free');
  const invoice = payment?.invoice;
  const price = formatPrice(
    locale,
    payment?.form?.amountRappen ?? invoice?.openRappen ?? subscription?.priceRappen ?? 0,
  );
  const next = subscription?.next;
  switch (state) {
    case 'free':
      return {
        title: t('plan.free.title'),
        text:
          sales.isOpen || answer.isRestricted
            ? t('plan.free.text')
            : t(sales.audiences.length ? 'plan.free.not-sold' : 'plan.free.sales-closed'),
      };
    case 'owed':
      return {
        title: t('plan.owed.title'),
        text: t('plan.owed.text', { price, number: invoice?.number ?? '–' }),
      };
    case 'checking':
      return { title: t('plan.checking.title'), text: t('plan.checking.text') };
    case 'provider-silent':
      return { title: t('plan.provider-silent.title'), text: t('plan.provider-silent.text') };
    case 'awaiting-card':
      return { title: t('plan.awaiting-card.title'), text: t('plan.awaiting-card.text', { plan, price }) };
    case 'charge-due':
      return { title: t('plan.active.title', { plan }), text: t('plan.charge-due.text', { price }) };
    case 'awaiting-first-transfer':
      return {
        title: t('plan.awaiting-first-transfer.title'),
        text: t('plan.awaiting-first-transfer.text', { plan, price, date: day(invoice?.dueOn) }),
      };
    case 'awaiting-upgrade':
      return {
        title: t('plan.awaiting-first-transfer.title'),
        text: t('plan.awaiting-upgrade.text', {
          plan,
          next: productName(t, payment?.begins ?? 'free'),
          price,
          date: day(invoice?.dueOn),
        }),
      };
    case 'awaiting-transfer':
      return {
        title: t('plan.awaiting-transfer.title', { plan }),
        text: t('plan.awaiting-transfer.text', { price, date: day(invoice?.dueOn) }),
      };
    case 'active':
      return {
        title: t('plan.active.title', { plan }),
        text: nextCharge
          ? t('plan.active.text', {
              date: day(nextCharge.on),
              price: formatPrice(locale, nextCharge.amountRappen),
              method: nextCharge.method,
            })
          : t('plan.active.no-charge'),
      };
    case 'change-planned':
      return {
        title: t('plan.change-planned.title', { plan, date: day(subscription?.term && lastDayOf(subscription.term)) }),
        text: t('plan.change-planned.text', {
          date: day(subscription?.term?.until),
          next: next ? offerName(t, next) : productName(t, 'free'),
        }),
      };
    case 'ending':
      return {
        title: t('plan.ending.title', { plan, date: day(subscription?.endsOn && addDays(subscription.endsOn, -1)) }),
        text: t(subscription?.endsWith === 'close' ? 'plan.ending.text-close' : 'plan.ending.text-free'),
      };
    case 'failed':
      return { title: t('plan.failed.title'), text: t('plan.failed.text', { price }) };
    case 'confirm':
      return { title: t('plan.confirm.title'), text: t('plan.confirm.text', { price }) };
    case 'grace': {
      const due = day(invoice?.dueOn);
      const days = deadlines.suspendsOn ? daysBetween(answer.today, deadlines.suspendsOn) : 0;
      // The bank's statement may be late, and nobody is suspended before it has arrived.
      const isOver = days <= 0;
      return {
        title: t('plan.grace.title'),
        text: !isServed(answer)
          ? t('plan.grace.stopped', { plan, price, due, now: productName(t, answer.plan) })
          : isOver
            ? t('plan.grace.over', { plan, price, due })
            : t('plan.grace.text', {
                plan,
                price,
                due,
                days,
                date: day(deadlines.suspendsOn && addDays(deadlines.suspendsOn, -1)),
              }),
      };
    }
    case 'suspended': {
      const ends = deadlines.endsForGoodOn;
      // As in grace: nothing ends before the bank's statement has arrived.
      const isOver = !ends || ends <= answer.today;
      return {
        title: t('plan.suspended.title', { plan }),
        text: isOver
          ? t('plan.suspended.over', { plan, price })
          : t('plan.suspended.text', { plan, price, date: day(ends) }),
      };
    }
  }
}

/** Until when a closed account can be kept, in days of the service's place. */
export function closingText(t: Translate, locale: Locale, { today, erasedAt }: { today: string; erasedAt: string }) {
  const day = zurichDayOf(new Date(erasedAt));
  return t('plan.closing.text', { days: Math.max(0, daysBetween(today, day)), date: formatDay(locale, day) });
}

/** The last day of a term; the API names the first day after it. */
export const lastDayOf = ({ until }: { until: string }): string => addDays(until, -1);
