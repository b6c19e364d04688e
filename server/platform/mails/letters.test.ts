import { expect, it } from 'vitest';
import { formatMoment } from './letters.ts';

it.each([
  ['en', '1 December 2026'],
  ['fr', '1er décembre 2026'],
  ['it', '1° dicembre 2026'],
] as const)('names the first of a month in %s as one says it', (locale, day) => {
  const moment = formatMoment(locale, new Date('2026-12-01T09:30:00Z'));
  expect(moment.replaceAll('\u00a0', ' ')).toContain(day);
});
