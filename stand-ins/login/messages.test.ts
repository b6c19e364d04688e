import { describe, expect, it } from 'vitest';
import { locales } from '../../shared/locales.ts';
import { chooseLocale } from '../languages.ts';
import { catalogues, type MessageId } from './messages.ts';

const english = catalogues.en;
const placeholdersOf = (sentence: string) => sentence.match(/\{\w+\}/g)?.sort() ?? [];

describe.each(locales)('the catalogue %s', (locale) => {
  const catalogue = catalogues[locale];

  it('has exactly the English sentences, none of them empty', () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(english));
    expect(Object.values(catalogue).filter((sentence) => !sentence.trim())).toEqual([]);
  });

  it.each(Object.keys(english) as MessageId[])('fills the same placeholders in %s', (id) => {
    expect(placeholdersOf(catalogue[id])).toEqual(placeholdersOf(english[id]));
  });
});

it('writes Swiss German without ß', () => {
  expect(JSON.stringify(catalogues.de)).not.toContain('ß');
});

describe('the language of a page', () => {
  it.each([
    [undefined, undefined, 'en'],
    [undefined, 'de-CH,de;q=0.9,en;q=0.8', 'de'],
    [undefined, 'pl,fr;q=0.4,it;q=0.7', 'it'],
    [undefined, 'sv;q=0,fr', 'fr'],
    [undefined, 'pl, *', 'en'],
    [undefined, ';;q=x,,', 'en'],
    ['fr', 'de', 'fr'],
    ['pl it-CH', 'de', 'it'],
    ['pl', 'de', 'de'],
  ])('for ui_locales %s and Accept-Language %s is %s', (uiLocales, acceptLanguage, locale) => {
    expect(chooseLocale(uiLocales, acceptLanguage)).toBe(locale);
  });
});
