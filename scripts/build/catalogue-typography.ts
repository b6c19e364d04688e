import type { Locale } from '../../shared/locales.ts';

/** What a text must not contain, and what to do about it (docs/glossary.md, "Marks"). */
interface Rule {
  fault: RegExp;
  advice: string;
}

const noBreakSpace = '\u00a0';
const narrowNoBreakSpace = '\u202f';

/** Units as the five languages write them after a number. */
const units = [
  ...[
    '[kMGT](?:B|o)',
    '[KMG]i(?:B|o)',
    'kbit',
    'Mbit',
    '[MG]?Hz',
    '[kc]?m',
    'mm',
    'px',
    'bit',
    'bits',
    '°C',
    '%',
    'CHF',
  ],
  ...['ms', 's', 'sek', 'Sek\\.', 'min', 'Min\\.', 'h', 'tim', 'Std\\.'],
].join('|');

/**
 * A date whose day could be separated from its month. Months are written as in the language: `28 may` is not a date in
 * English.
 */
function partedDate(locale: Locale): Rule {
  const { format } = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, month) => format(new Date(Date.UTC(2026, month))));
  return {
    fault: new RegExp(`\\d(?:\\.|er|°|º)? (?:${months.join('|')})(?!\\p{L})`, 'u'),
    advice: 'a date stays on one line (U+00A0).',
  };
}

const everywhere: readonly Rule[] = [
  // ICU reads a straight apostrophe as a quote, and it is poor typography in all five languages.
  { fault: /'/, advice: 'use the typographic apostrophe ’.' },
  { fault: /"/, advice: 'use the quotation marks of the language.' },
  { fault: /^\s|\s$| {2}/, advice: 'has a space too many.' },
  { fault: /\s-\s(?!$)/, advice: 'a dash is –.' },
  { fault: /\.\.\./, advice: 'three dots are one mark: ….' },
  {
    fault: new RegExp(`[\\d}] (?:${units})(?![\\p{L}\\d’])|(?<!\\p{L})CHF [\\d{]`, 'u'),
    advice: 'a unit stays with its number (U+00A0).',
  },
];

const noSpaceBefore: Rule = { fault: /\s[:;?!]/, advice: 'no space before : ; ? !' };
const guillemetsWithout: readonly Rule[] = [
  { fault: /[“”„]/, advice: 'quotation marks are «…».' },
  { fault: /«\s|\s»/, advice: 'no space inside «…».' },
];

const byLanguage: Record<Locale, readonly Rule[]> = {
  en: [noSpaceBefore, { fault: /[«»„]/, advice: 'quotation marks are “…”.' }],
  de: [noSpaceBefore, ...guillemetsWithout, { fault: /ß/, advice: 'Swiss spelling has ss.' }],
  sv: [noSpaceBefore, { fault: /[«»„“]/, advice: 'quotation marks are ”…”.' }],
  it: [noSpaceBefore, ...guillemetsWithout],
  fr: [
    { fault: /[“”„]/, advice: 'quotation marks are « … ».' },
    { fault: new RegExp(`(?<!${noBreakSpace}):(?!//)`), advice: 'a no-break space (U+00A0) stands before the colon.' },
    {
      fault: new RegExp(`(?<!${narrowNoBreakSpace})[;?!]`),
      advice: 'a narrow no-break space (U+202F) stands before ; ? !',
    },
    {
      fault: new RegExp(`«(?!${noBreakSpace})|(?<!${noBreakSpace})»`),
      advice: 'no-break spaces (U+00A0) stand inside « … ».',
    },
  ],
};

/** Wording fixed by the specification (sections 2 and 3), and what tags around words would hide. */
const withoutSyntax = (message: string) =>
  message
    .replace(/<[^>]+>/g, '')
    .replace(/^404 - (?=Page Not Found$)/, '')
    .replace(/(?<=^Loading page)\.\.\.$/, '');

/** Faults in the punctuation and spaces of a text in `locale`, as pieces of advice. */
export function typographyFaults(locale: Locale, message: string): string[] {
  const text = withoutSyntax(message);
  return [...everywhere, ...byLanguage[locale], partedDate(locale)]
    .filter(({ fault }) => fault.test(text))
    .map(({ advice }) => advice);
}
