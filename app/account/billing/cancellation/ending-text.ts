import type { SubscriptionAnswer } from '../../../../shared/api/subscription.ts';
import { addDays } from '../../../../shared/days.ts';
import { formatDay } from '../../../../shared/format.ts';
import type { Locale } from '../../../../shared/locales.ts';
import type { Translate } from '../../../messages/use-messages.ts';

/** When it would end if it were cancelled now: what is not active ends at once. */
export function endingText(t: Translate, locale: Locale, { state, actions }: SubscriptionAnswer): string {
  if (state === 'pending') return t('cancellation.ends.order');
  const endsOn = actions.find(({ action }) => action === 'cancel')?.effectiveOn;
  if (state !== 'active' || !endsOn) return t('cancellation.ends.at-once');
  return t('cancellation.ends', { date: formatDay(locale, addDays(endsOn, -1)) });
}
