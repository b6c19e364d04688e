import { textRecipient } from '../../../shared/business/product.ts';
import { retention } from '../../../shared/business/retention.ts';
import { formatCountries, formatNumber } from '../../../shared/format.ts';
import type { Locale } from '../../../shared/locales.ts';

/**
 * Who receives the transcript, where, and how long requests may be logged there: stated wherever the cloud is
 * mentioned.
 */
export function textRecipientIn(locale: Locale): { recipient: string; country: string; days: string } {
  return {
    recipient: textRecipient.name,
    country: formatCountries(locale, textRecipient.countries),
    days: formatNumber(locale, retention.aiRequestLogDays),
  };
}
