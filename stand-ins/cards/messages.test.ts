import { describe, expect, it } from 'vitest';
import { locales } from '../../shared/locales.ts';
import { catalogues, type MessageId } from './messages.ts';

const english = catalogues.en;
const placeholdersOf = (sentence: string) => sentence.match(/\{\w+\}/g)?.sort() ?? [];

describe.each(locales)('the catalogue %s', (locale) => {
  const catalogue = catalogues[locale];

  it('has exactly the English sentences with the same placeholders, none of them empty', () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(english));
    for (const [id, sentence] of Object.entries(catalogue)) {
      expect(sentence.trim()).not.toBe('');
      expect(placeholdersOf(sentence)).toEqual(placeholdersOf(english[id as MessageId]));
    }
  });
});

it('writes Swiss German without ß', () => {
  expect(JSON.stringify(catalogues.de)).not.toContain('ß');
});
