import type { Locale } from '../../shared/locales.ts';

/** What a text must not hold, and what to do about it (docs/glossary.md, "Marks"). */
interface Rule {
  fault: RegExp;
  advice: string;
}

const noBreakSpace = '\u00a0';
const narrowNoBreakSpace = '\u202f';

const everywhere: readonly Rule[] = [
  // ICU reads a straight apostrophe as a quote, and it is poor typography in all five languages.
  { fault: /'/, advice: 'use the typographic apostrophe ’.' },
  { fault: /"/, advice: 'use the quotation marks of the language.' },
  { fault: /^\s|\s$| {2}/, advice: 'has a space too many.' },
  { fault: /\s-\s(?!$)/, advice: 'a dash is –.' },
  {
    fault: /[\d}] (GB|Go|MB|Mo|min|Min\.|h|tim|Std\.|CHF|%)(?![\p{L}\d])/u,
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

/** Titles that the specification words (section 2), and what tags around words would hide. */
const withoutSyntax = (message: string) => message.replace(/<[^>]+>/g, '').replace(/^404 - /, '');

/** What is wrong with the marks and spaces of a text in `locale`, as pieces of advice. */
export function typographyFaults(locale: Locale, message: string): string[] {
  const text = withoutSyntax(message);
  return [...everywhere, ...byLanguage[locale]].filter(({ fault }) => fault.test(text)).map(({ advice }) => advice);
}
