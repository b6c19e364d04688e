import { expect, test } from 'vitest';
import { formatDate, formatDay } from './dates.ts';
import { locales } from './locales.ts';

test.each(locales)('in %s no line ends inside a date', (locale) => {
  for (let month = 1; month <= 12; month++)
    expect(formatDay(locale, `2026-${String(month).padStart(2, '0')}-01`)).toMatch(/^1\.?\u00a0[\p{L}]+\u00a02026$/u);
});

test('a date and its time may stand on two lines', () => {
  const format = (locale: (typeof locales)[number]) =>
    formatDate(locale, new Date('2026-11-20T13:05:00Z'), {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    });
  expect(Object.fromEntries(locales.map((locale) => [locale, format(locale)]))).toEqual({
    en: '20\u00a0November\u00a02026 at 13:05\u00a0UTC',
    de: '20.\u00a0November\u00a02026 um 13:05\u00a0UTC',
    sv: '20\u00a0november\u00a02026 kl. 13:05\u00a0UTC',
    it: '20\u00a0novembre\u00a02026 alle ore 13:05\u00a0UTC',
    fr: '20\u00a0novembre\u00a02026 à 13:05\u00a0UTC',
  });
});
