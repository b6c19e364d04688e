import { expect, test } from 'vitest';
import { formatDate, formatDay, joinArticles } from './dates.ts';
import { type Locale, locales } from './locales.ts';

test.each(locales)('in %s no line ends inside a date', (locale) => {
  for (let month = 1; month <= 12; month++)
    expect(formatDay(locale, `2026-${String(month).padStart(2, '0')}-01`)).toMatch(
      /^1(?:\.|°|er)?\u00a0[\p{L}]+\u00a02026$/u,
    );
});

test('the first of a month is counted where the language does so, and no other day', () => {
  const format = (day: string) => Object.fromEntries(locales.map((locale) => [locale, formatDay(locale, day)]));
  expect(format('2025-08-01')).toEqual({
    en: '1\u00a0August\u00a02025',
    de: '1.\u00a0August\u00a02025',
    sv: '1\u00a0augusti\u00a02025',
    it: '1°\u00a0agosto\u00a02025',
    fr: '1er\u00a0août\u00a02025',
  });
  expect(format('2025-08-11').fr).toBe('11\u00a0août\u00a02025');
  expect(format('2025-08-31').it).toBe('31\u00a0agosto\u00a02025');
});

test('a month in digits leaves its first day in digits', () => {
  const options = { day: 'numeric', month: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
  for (const locale of ['it', 'fr'] as const)
    expect(formatDate(locale, new Date('2025-08-01T00:00:00Z'), options)).not.toMatch(/°|er/);
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
    de: '20.\u00a0November\u00a02026 um 13:05\u00a0Uhr\u00a0UTC',
    sv: '20\u00a0november\u00a02026 kl. 13:05\u00a0UTC',
    it: '20\u00a0novembre\u00a02026 alle ore 13:05\u00a0UTC',
    fr: '20\u00a0novembre\u00a02026 à 13:05\u00a0UTC',
  });
});

test('a zone has in English and French, too, the name that people there know', () => {
  const zoneIn = (timeZone: string, locale: Locale = 'en') =>
    ['2026-01-05T10:00:00Z', '2026-07-05T10:00:00Z'].map((time) =>
      formatDate(locale, new Date(time), { hour: '2-digit', minute: '2-digit', timeZone, timeZoneName: 'short' }),
    );
  expect(zoneIn('Europe/Zurich')).toEqual(['11:00\u00a0CET', '12:00\u00a0CEST']);
  expect(zoneIn('Europe/Zurich', 'fr')).toEqual(['11:00\u00a0CET', '12:00\u00a0CEST']);
  expect(zoneIn('Europe/Dublin')).toEqual(['10:00\u00a0GMT', '11:00\u00a0IST']);
  expect(zoneIn('America/New_York')).toEqual(['05:00\u00a0GMT-5', '06:00\u00a0GMT-4']);
});

test('in Italian an article is joined to a day that begins with a vowel', () => {
  const written = (sentence: string, day: string) =>
    joinArticles('it', sentence.replace('{day}', formatDay('it', day)));
  expect(written('Si rinnova il {day}.', '2026-04-08')).toBe('Si rinnova l’8\u00a0aprile\u00a02026.');
  expect(written('Il {day} scade.', '2026-05-11')).toBe('L’11\u00a0maggio\u00a02026 scade.');
  expect(written('fino al {day}', '2026-05-11')).toBe('fino all’11\u00a0maggio\u00a02026');
  expect(written('Dal {day}, versione del {day}', '2026-04-08')).toBe(
    'Dall’8\u00a0aprile\u00a02026, versione del {day}',
  );
  expect(written('il {day}', '2026-04-18')).toBe('il 18\u00a0aprile\u00a02026');
  expect(written('il {day}', '2026-04-01')).toBe('il 1°\u00a0aprile\u00a02026');
  expect(joinArticles('it', 'fino al 11% in meno, il 8 GB')).toBe('fino al 11% in meno, il 8 GB');
  expect(joinArticles('fr', 'il 8 aprile')).toBe('il 8 aprile');
});
