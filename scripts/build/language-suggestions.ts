import type { Boot, LanguageSuggestionTexts } from '../../app/site/boot.ts';
import { defaultLocale, type Locale, locales } from '../../shared/locales.ts';
import { textsOf } from './texts.ts';

/**
 * The message file that pages do not load: its few texts are embedded in the page, in the languages the page is not in.
 */
export const suggestionFile = 'language-suggestion';

function suggestionIn(locale: Locale): LanguageSuggestionTexts {
  const text = textsOf(locale);
  return {
    label: text('language-suggestion.label'),
    text: text('language-suggestion.text'),
    choose: text('language-suggestion.choose'),
    dismiss: text('language-suggestion.dismiss'),
  };
}

/** What a page in `locale` carries to suggest its other languages; none where its language was chosen. */
export function suggestionsFor(locale: Locale): Boot['suggestions'] {
  if (locale !== defaultLocale) return undefined;
  return Object.fromEntries(locales.filter((other) => other !== locale).map((other) => [other, suggestionIn(other)]));
}
