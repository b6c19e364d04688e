/** Dates, and numbers with their units, for people to read: never split at the end of a line. */
import { formattingLocales, type Locale } from './locales.ts';

/** `text` without a place where a line could break. */
export const keepTogether = (text: string): string => text.replaceAll(' ', '\u00a0');

/** The first of a month, in languages that use an ordinal for it; CLDR always writes `1`. */
const firstOfMonth: Partial<Record<Locale, string>> = { it: '1°', fr: '1er' };

/**
 * Creating one takes fifty times as long as using it. There are as many as languages and kinds of dates in the code.
 */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([tag, options]);
  const known = formatters.get(name) ?? new Intl.DateTimeFormat(tag, options);
  formatters.set(name, known);
  return known;
}

/** `GMT+1` is what CLDR has for Irish readers, and `UTC+1` for French ones, where it knows no name that they use. */
const offsetName = /^(GMT|UTC)[+-]/;

/** The zone as people know it: `CET`. Britain has names for the zones of Europe, Ireland one for its own summer. */
function nameZone(date: Date, options: Intl.DateTimeFormatOptions): string | undefined {
  const { timeZone, timeZoneName } = options;
  const british = formatterFor('en-GB', { timeZone, timeZoneName }).formatToParts(date);
  return british.find(({ type }) => type === 'timeZoneName')?.value;
}

const isTime = ({ type }: Intl.DateTimeFormatPart): boolean => type === 'minute' || type === 'second';

/** A moment as a date, with a time if `options` ask for one; a line may only break between the two. */
export function formatDate(locale: Locale, date: Date, options: Intl.DateTimeFormatOptions): string {
  const parts = formatterFor(formattingLocales[locale], options).formatToParts(date);
  const hasMonthAsWord = parts.some(({ type, value }) => type === 'month' && /\p{L}/u.test(value));
  const endOfGermanTime = locale === 'de' && hasMonthAsWord ? parts.findLastIndex(isTime) : -1;
  return parts
    .map(({ type, value }, index) => {
      // CLDR leaves it out beside a time zone: `um 11:30 MEZ`.
      if (index === endOfGermanTime) return `${value}\u00a0Uhr`;
      if (type === 'timeZoneName' && offsetName.test(value)) return nameZone(date, options) ?? value;
      if (type === 'day' && value === '1' && hasMonthAsWord) return firstOfMonth[locale] ?? value;
      // Date and time are separated by a word or a comma; day, month and year by a space, or by a dot and a space.
      return type === 'literal' && /[\p{L},]/u.test(value) ? value : keepTogether(value);
    })
    .join('');
}

/** A day given as `YYYY-MM-DD`, written out: `1 August 2025`. */
export function formatDay(locale: Locale, day: string): string {
  return formatDate(locale, new Date(`${day}T00:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' });
}

/**
 * A time of day given as `HH:MM`. Swedish has a dot between hours and minutes; French writes `h`, and full hours
 * without minutes.
 */
export function formatTime(locale: Locale, time: string): string {
  if (locale === 'sv') return time.replace(':', '.');
  if (locale !== 'fr') return time;
  return time.replace(/^0?(\d+):(\d\d)$/, (_, h, m) => `${h}\u00a0h${m === '00' ? '' : `\u00a0${m}`}`);
}

/** An article before the eighth or the eleventh of a month. */
const beforeVowel = /(?<!\p{L})([Ii]l|[Aa]l|[Dd]al|[Dd]el)[ \u00a0](?=(?:8|11)[ \u00a0]\p{Ll}{5})/gu;

/** `text` with Italian articles joined to the days that begin with a vowel: `l’8 aprile`, `dall’11 maggio`. */
export function joinArticles(locale: Locale, text: string): string {
  if (locale !== 'it') return text;
  return text.replace(beforeVowel, (_, word: string) => `${{ il: 'l', Il: 'L' }[word] ?? `${word}l`}’`);
}
