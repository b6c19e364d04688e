/**
 * A browser ends a line after any hyphen, and at any space. What belongs together for the eye stays together: `e-mail`,
 * `KI-Dienst`, `Art. 6`, `Windows 10`. Longer compounds may be parted: a phone needs the place.
 */
import { imprint } from '../../shared/business/imprint.ts';
import { locales } from '../../shared/locales.ts';

/** A hyphen and a word joiner. U+2011 would come from another font: neither typeface has it. */
const noBreakHyphen = '-\u2060';
const noBreakSpace = '\u00a0';

/**
 * One to three letters, or capitals, before a hyphen; not in an address or a register number, which
 * are copied as they stand.
 */
const shortBeforeHyphen =
  /(?<![\p{L}\p{N}@./_-])(?!CHE-\d)(\p{L}{1,3}|\p{Lu}{2,5})-(?=\p{L}|(?<=\p{Lu}{2}-)\d)(?![^\s<]*[@/])/gu;

/** The mirror of it: `sign-in`, `opt-out`. */
const shortAfterHyphen = /(?<![\p{L}\p{N}@./_-])(\p{L}{4,})-(?=\p{L}{2,3}(?![\p{L}\p{N}@./_-]))/gu;

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

/** `text` with word joiners and no-break spaces where a line must not end. */
export function keepWordsWhole(text: string): string {
  return text
    .replace(shortBeforeHyphen, `$1${noBreakHyphen}`)
    .replace(shortAfterHyphen, `$1${noBreakHyphen}`)
    .replace(beforeNumber, `$1${noBreakSpace}`)
    .replace(beforeMonth, noBreakSpace)
    .replace(beforePlace, noBreakSpace);
}
