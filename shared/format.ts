import { formatDate, formatTime } from './dates.ts';
import { formattingLocales, type Locale } from './locales.ts';
import { formatNumber } from './numbers.ts';

export { formatDay, formatTime } from './dates.ts';
export { formatNumber, formatPrice } from './numbers.ts';

/** A large number rounded to thousands: with its letter in English, written out in the other languages: `225k`. */
export function formatThousands(locale: Locale, value: number): string {
  const thousands = Math.round(value / 1000);
  return locale === 'en' ? `${formatNumber(locale, thousands)}k` : formatNumber(locale, thousands * 1000);
}

/** A size in the largest fitting decimal unit, from bytes: `28 GB`, `4.2 MB`. */
export function formatBytes(locale: Locale, bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return formatNumber(locale, bytes / 1000 ** step, { style: 'unit', unit: units[step]!, maximumFractionDigits: 1 });
}

/** A duration as a person would say it, from seconds: `40 seconds`, `12 minutes`, `2 hours, 25 minutes`. */
export function formatDuration(locale: Locale, seconds: number): string {
  const inUnit = (value: number, unit: 'second' | 'minute' | 'hour') =>
    formatNumber(locale, value, { style: 'unit', unit, unitDisplay: 'long' });
  if (seconds < 90) return inUnit(Math.max(1, Math.round(seconds)), 'second');
  if (seconds < 90 * 60) return inUnit(Math.round(seconds / 60), 'minute');
  // For hours, nobody counts single minutes.
  const fives = Math.round(seconds / 300) * 5;
  const [hours, minutes] = [Math.floor(fives / 60), fives % 60];
  const spans = [inUnit(hours, 'hour'), ...(minutes ? [inUnit(minutes, 'minute')] : [])];
  return new Intl.ListFormat(formattingLocales[locale], { type: 'unit' }).format(spans);
}

/** A month given as `YYYY-MM`, written out: `August 2025`. */
export function formatMonth(locale: Locale, month: string): string {
  return formatDate(locale, new Date(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Both ends of a span of months, with the year once if it is the same: `August`, `September 2025`. */
export function formatMonths(locale: Locale, { from, to }: { from: string; to: string }): { from: string; to: string } {
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  const first = new Date(`${from}-01T00:00:00Z`);
  return {
    from: sameYear ? formatDate(locale, first, { month: 'long', timeZone: 'UTC' }) : formatMonth(locale, from),
    to: formatMonth(locale, to),
  };
}

/** An instant in the visitor's own time zone, with the zone's name: `20 November 2026 at 14:05 CET`. */
export function formatInstant(locale: Locale, instant: Date): string {
  const text = formatDate(locale, instant, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return text.replace(/\d\d:\d\d/, (time) => formatTime(locale, time));
}

/** Countries that people call by a different name than Intl does. */
const usualNames: Partial<Record<Locale, Readonly<Record<string, string>>>> = { de: { US: 'USA' }, en: { US: 'USA' } };

/** The name of a country given by its ISO 3166-1 code. */
export function formatCountry(locale: Locale, country: string): string {
  const usual = usualNames[locale]?.[country];
  return usual ?? new Intl.DisplayNames(formattingLocales[locale], { type: 'region' }).of(country) ?? country;
}

/** A list of countries: `Switzerland, Italy, Ireland and Sweden`. */
export function formatCountries(locale: Locale, countries: readonly string[]): string {
  return new Intl.ListFormat(formattingLocales[locale], { type: 'conjunction' }).format(
    countries.map((country) => formatCountry(locale, country)),
  );
}

/** A list of alternatives or versions: `10 and 11`. */
export function formatList(locale: Locale, items: readonly string[]): string {
  return new Intl.ListFormat(formattingLocales[locale], { type: 'conjunction' }).format(items);
}

/** A list of languages given by their BCP 47 tags: `English and Swedish`. */
export function formatLanguages(locale: Locale, tags: readonly string[]): string {
  const names = new Intl.DisplayNames(formattingLocales[locale], { type: 'language' });
  return formatList(
    locale,
    tags.map((tag) => names.of(tag) ?? tag),
  );
}

/** A length in milliseconds as minutes and seconds, the same in all languages: `1:05`. */
export function formatLength(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
