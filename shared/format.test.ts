import { describe, expect, test } from 'vitest';
import { plans } from './business/plans.ts';
import {
  formatBytes,
  formatCountries,
  formatDuration,
  formatInstant,
  formatLanguages,
  formatLength,
  formatMonths,
  formatNumber,
  formatPrice,
  formatThousands,
  formatTime,
} from './format.ts';
import { locales } from './locales.ts';

const inAll = (format: (locale: (typeof locales)[number]) => string) =>
  Object.fromEntries(locales.map((locale) => [locale, format(locale)]));

test('a price has its decimals only when there are some', () => {
  expect(inAll((locale) => formatPrice(locale, plans.moderate.monthlyRappen))).toEqual({
    en: 'CHF\u00a049',
    de: 'CHF\u00a049',
    sv: '49\u00a0CHF',
    it: '49\u00a0CHF',
    fr: '49\u00a0CHF',
  });
  expect(formatPrice('en', 175_50)).toBe('CHF\u00a0175.50');
  expect(formatPrice('sv', 175_50)).toBe('175,50\u00a0CHF');
});

describe('thousands are marked as the language writes them, in Node as in every browser', () => {
  test('in numbers', () => {
    expect(inAll((locale) => formatNumber(locale, plans.high.onlineRequestsPerMonth))).toEqual({
      en: '2,225',
      de: '2’225',
      sv: '2\u00a0225',
      it: '2225',
      fr: '2\u202f225',
    });
  });

  test('in prices', () => {
    expect(formatPrice('de', 1_234_00)).toBe('CHF\u00a01’234');
    expect(formatPrice('fr', 1_234_50)).toBe('1\u202f234.50\u00a0CHF');
  });

  test('and the space before a unit stays as it is', () => {
    expect(formatNumber('sv', 0.081, { style: 'percent', maximumFractionDigits: 1 })).toBe('8,1\u00a0%');
  });
});

test('the sign for percent has the space that the language gives it', () => {
  expect(inAll((locale) => formatNumber(locale, 0.1, { style: 'percent' }))).toEqual({
    en: '10%',
    de: '10\u00a0%',
    sv: '10\u00a0%',
    it: '10%',
    fr: '10\u00a0%',
  });
});

test('German in Switzerland has a point in prices, and a comma in what is no money', () => {
  expect(formatPrice('de', 175_50)).toBe('CHF\u00a0175.50');
  expect(formatNumber('de', 0.081, { style: 'percent', maximumFractionDigits: 1 })).toBe('8,1\u00a0%');
  expect(formatNumber('de', 1_234.5)).toBe('1’234,5');
  expect(formatBytes('de', 4.2e6)).toBe('4,2\u00a0MB');
});

test('names of languages and countries are those of the language', () => {
  expect(formatLanguages('de', ['en', 'sv'])).toBe('Englisch und Schwedisch');
  expect(formatCountries('fr', ['CH', 'SE'])).toBe('Suisse et Suède');
  expect(formatCountries('de', ['CH', 'US'])).toBe('Schweiz und USA');
});

test('a number and its unit are never on two lines', () => {
  expect(inAll((locale) => formatBytes(locale, 28e9))).toEqual({
    en: '28\u00a0GB',
    de: '28\u00a0GB',
    sv: '28\u00a0GB',
    it: '28\u00a0GB',
    fr: '28\u202fGo',
  });
});

test('a large number is rounded to thousands', () => {
  expect(inAll((locale) => formatThousands(locale, 225_400))).toEqual({
    en: '225k',
    de: '225’000',
    sv: '225\u00a0000',
    it: '225.000',
    fr: '225\u202f000',
  });
});

test('a span of months has its year once, unless there are two', () => {
  expect(
    inAll((locale) => Object.values(formatMonths(locale, { from: '2025-08', to: '2025-09' })).join(' – ')),
  ).toEqual({
    en: 'August – September\u00a02025',
    de: 'August – September\u00a02025',
    sv: 'augusti – september\u00a02025',
    it: 'agosto – settembre\u00a02025',
    fr: 'août – septembre\u00a02025',
  });
  expect(formatMonths('en', { from: '2025-12', to: '2026-01' })).toEqual({
    from: 'December\u00a02025',
    to: 'January\u00a02026',
  });
});

test('a time of day has its letter in French, and a dot in Swedish', () => {
  expect(inAll((locale) => formatTime(locale, '11:00'))).toEqual({
    en: '11:00',
    de: '11:00',
    sv: '11.00',
    it: '11:00',
    fr: '11\u00a0h',
  });
  expect(formatTime('fr', '09:30')).toBe('9\u00a0h\u00a030');
});

test('so has the time of an instant', () => {
  const instant = new Date(2026, 10, 23, 14, 5);
  expect(formatInstant('de', instant)).toContain(' 14:05\u00a0');
  expect(formatInstant('sv', instant)).toContain(' 14.05\u00a0');
  expect(formatInstant('fr', instant)).toContain(' 14\u00a0h\u00a005\u00a0');
});

test('a span of time is as exact as it needs to be', () => {
  expect([0, 40, 89, 90, 5399, 5400, 8700, 36_000].map((seconds) => formatDuration('en', seconds))).toEqual([
    '1\u00a0second',
    '40\u00a0seconds',
    '89\u00a0seconds',
    '2\u00a0minutes',
    '90\u00a0minutes',
    '1\u00a0hour, 30\u00a0minutes',
    '2\u00a0hours, 25\u00a0minutes',
    '10\u00a0hours',
  ]);
  expect(formatDuration('de', 8700)).toBe('2\u00a0Stunden, 25\u00a0Minuten');
});

test('a length is minutes and seconds', () => {
  expect([0, 4_900, 65_000, 3_600_000].map(formatLength)).toEqual(['0:00', '0:04', '1:05', '60:00']);
});
