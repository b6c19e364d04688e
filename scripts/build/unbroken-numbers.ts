/**
 * Browsers break lines at any space. A number stays with what it counts or names: `Art. 6`, `Windows 10`, `1. August`.
 * Hyphenation is left to the browser and the style sheet.
 */
import { imprint } from '../../shared/business/imprint.ts';
import { locales } from '../../shared/locales.ts';

const noBreakSpace = '\u00a0';

const numbered = [
  ...['Art\\.', 'art\\.', 'Abs\\.', 'lit\\.', 'let\\.', 'cpv\\.', 'al\\.', 'Nr\\.', 'no\\.'],
  ...['Ziffer', 'section', 'sezione', 'avsnitt', 'chiffre', 'punto', 'WCAG', 'Windows', 'macOS'],
].join('|');
const beforeNumber = new RegExp(`(?<![\\p{L}\\p{N}])(${numbered}) (?=\\d|\\{)`, 'gu');

const months = locales.flatMap((locale) => {
  const { format } = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format(new Date(Date.UTC(2026, month))));
});
/** Between a day and its month, as any of the languages writes them. */
const beforeMonth = new RegExp(`(?<=\\d(?:\\.|er|°|º)?) (?=(?:${months.join('|')})(?!\\p{L}))`, 'gu');

/** Our postcode, and the districts of Dublin. */
const beforePlace = new RegExp(
  `(?<=(?<![\\p{L}\\p{N}])${imprint.postalCode}) (?=${imprint.town})|(?<=Dublin) (?=\\d)`,
  'gu',
);

/** `text` with no-break spaces where a line must not break. */
export function keepNumbersWhole(text: string): string {
  return text
    .replace(beforeNumber, `$1${noBreakSpace}`)
    .replace(beforeMonth, noBreakSpace)
    .replace(beforePlace, noBreakSpace);
}
