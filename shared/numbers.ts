import type { Rappen } from './business/plans.ts';
import { keepTogether } from './dates.ts';
import { formattingLocales, type Locale } from './locales.ts';

/** Thousands separators where Node and the browsers disagree, and the language's typography does not. */
const thousandsMarks: Partial<Record<Locale, string>> = { de: '’', fr: '\u202f' };

/** `text` with the language's own thousands separator. */
function withThousandsMarks(locale: Locale, text: string): string {
  const mark = thousandsMarks[locale];
  return mark ? text.replace(/(?<=\d)['’\s](?=\d{3})/g, mark) : text;
}

/**
 * A price in Swiss francs in the language's format: without decimals where there are none (`CHF 49`, `CHF 44.10`), or always
 * with them, as in accounts (`CHF 49.00`).
 */
export function formatPrice(locale: Locale, rappen: Rappen, decimals: 'as-needed' | 'always' = 'as-needed'): string {
  const format = new Intl.NumberFormat(formattingLocales[locale], {
    style: 'currency',
    currency: 'CHF',
    minimumFractionDigits: decimals === 'as-needed' && rappen % 100 === 0 ? 0 : 2,
  });
  return withThousandsMarks(locale, format.format(rappen / 100));
}

/** A sum as operators read and search for it, in no language: `CHF 1234.50`. */
export const inFrancs = (rappen: Rappen): string => `CHF ${(rappen / 100).toFixed(2)}`;

/**
 * `text` with numbers other than money as Swiss German writes them; Intl formats them like money: a decimal comma, and
 * a space before the percent sign (Federal Chancellery, "Schreibweisungen").
 */
const inSwissGerman = (text: string): string => text.replace(/(?<=\d)\.(?=\d)/, ',').replace(/(?<=\d)%/, '\u00a0%');

/** A number in the language's format. */
export function formatNumber(locale: Locale, value: number, options?: Intl.NumberFormatOptions): string {
  const format = new Intl.NumberFormat(formattingLocales[locale], options);
  const text = keepTogether(withThousandsMarks(locale, format.format(value)));
  if (locale === 'de') return inSwissGerman(text);
  // Intl's Swiss French lacks the space that French typography puts before the sign.
  return locale === 'fr' ? text.replace(/(?<=\d)%/, '\u00a0%') : text;
}
