import { defaultLocale, type Locale } from '../../shared/locales.ts';

/** Texts that are legitimately the same as in English, and why. */
const sameAsEnglish: Readonly<Record<string, { locales: readonly Locale[]; why: string }>> = {
  'page.title': { locales: ['de', 'sv', 'it', 'fr'], why: 'a title and the name of the product' },
  'account.form.email': { locales: ['de', 'it', 'fr'], why: 'E-Mail is one word there' },
  'pricing.enterprise.sign-on': { locales: ['de'], why: 'the term that German speakers use' },
  'pricing.action.in-beta': { locales: ['it'], why: 'in beta is Italian, too' },
};

/** Frequent English words that none of the other four languages has. */
const englishWords = /(?<![\p{L}-])(the|and|your|you|with|from|this|which|that|of|to)(?![\p{L}-])/iu;

/** What a reader sees, without arguments and words in `<en>`: those are quoted from the app. */
const wordsOf = (message: string) => message.replace(/<en>.*?<\/en>|<[^>]+>|\{\w+\}/g, ' ');

/** English left over in the translation of `english`, as pieces of advice. */
export function translationFaults(locale: Locale, id: string, english: string, message: string): string[] {
  if (locale === defaultLocale) return [];
  const faults: string[] = [];
  const isSame = message.toLowerCase() === english.toLowerCase();
  const mayBeSame = sameAsEnglish[id]?.locales.includes(locale) ?? false;
  if (isSame && !mayBeSame && /\p{L}+\P{L}+\p{L}/u.test(wordsOf(english))) faults.push('is the same as in English.');
  if (mayBeSame && !isSame) faults.push('is listed as the same as in English, and is not.');
  const [word] = englishWords.exec(wordsOf(message)) ?? [];
  if (word) faults.push(`holds the English word “${word}”.`);
  return faults;
}
