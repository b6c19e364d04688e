import { expect, it } from 'vitest';
import { findPreferredLocale } from './locales.ts';

it.each([
  [['de-CH', 'en'], 'de'],
  [['ja', 'pt-BR', 'FR-ca', 'sv'], 'fr'],
  [['en-GB', 'de'], 'en'],
  [['ja', 'zh-Hant-TW'], undefined],
  [['', '-', 'deu'], undefined],
  [[], undefined],
])('of the languages %j, ours is %s', (languages, locale) => {
  expect(findPreferredLocale(languages)).toBe(locale);
});
